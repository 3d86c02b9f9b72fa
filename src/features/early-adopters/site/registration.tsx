import type { FormState } from '#features/early-adopters/model.ts'
import type { Language } from '#shared/languages.ts'
import { segments } from '#shared/segments.ts'
import type { FormTexts } from './form-texts.ts'
import { Registered } from './registered.tsx'
import { RegistrationForm } from './registration-form.tsx'
import { useRegistration } from './use-registration.ts'

/** What the server hands to the island along with its markup. */
export interface RegistrationProps {
  texts: FormTexts
  language: Language
  /** The address of this page's form. */
  address: string
  form: FormState
}

/** The form from the first touch to the badge: idle, submitting, then either the success screen or what went wrong. */
export function Registration({ texts, language, address, form }: RegistrationProps) {
  const { progress, guest, summary, heading, submit, clearError, startAgain } = useRegistration({
    texts,
    language,
    form,
  })
  if (progress.status === 'registered') {
    return <Registered texts={texts} again={address} onAgain={startAgain} headingRef={heading} />
  }
  return (
    <RegistrationForm
      key={guest}
      texts={texts}
      action={address}
      values={guest === 0 ? form.values : { segment: form.values.segment ?? segments[0] }}
      errors={progress.errors}
      message={progress.message}
      sending={progress.status === 'sending'}
      onInput={clearError}
      onSubmit={submit}
      summaryRef={summary}
    />
  )
}
