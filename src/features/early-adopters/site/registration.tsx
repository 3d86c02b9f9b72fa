import { segments } from '#shared/segments.ts'
import type { Translate } from '#site/contract.ts'
import { type FormTexts, pickOutcomeTexts } from './form-texts.ts'
import { Registered } from './registered.tsx'
import { RegistrationForm } from './registration-form.tsx'
import type { RegistrationProps } from './registration-props.ts'
import { useKind } from './use-kind.ts'
import { useRegistration } from './use-registration.ts'

interface IslandProps extends RegistrationProps {
  /** Translates what the form says once it has been sent. */
  t: Translate
  /** Called once the form is alive. */
  onReady?: () => void
}

/** The form from the first touch to the badge: idle, submitting, then either the success screen or what went wrong. */
export function Registration({ t, onReady, ...props }: IslandProps) {
  const { language, path, links, form } = props
  const shown = useKind(props)
  const { kind } = shown
  const texts: FormTexts = { ...shown.texts, ...pickOutcomeTexts(t, kind) }
  const { progress, guest, summary, heading, submit, clearError, startAgain } = useRegistration({
    ...{ texts, language, kind, path, form, onReady },
  })
  const address = `/${language}${path}`
  const again = `${address}#registration`
  if (progress.status === 'registered') {
    return <Registered texts={texts} links={links} again={again} onAgain={startAgain} headingRef={heading} />
  }
  return (
    <RegistrationForm
      key={guest}
      texts={texts}
      // Without a fragment, so that the browser moves the focus to what is refused.
      action={texts.other ? `${address}?kind=${kind}` : address}
      kind={kind}
      plain={again}
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
