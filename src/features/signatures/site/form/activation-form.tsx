import { useEffect, useState } from 'react'
import type { ActivationState } from '#features/signatures/page/contract.ts'
import type { IslandProps } from '#features/signatures/site/activation-props.ts'
import { Countdown } from '#features/signatures/site/link/countdown.tsx'
import type { ActivationControls } from '#features/signatures/site/use-activation.ts'
import { formatMoment } from '#ui/moment.ts'
import { CountryField, type FieldState, TermsField, TextField, UseCaseField } from './fields.tsx'
import { isTouched } from './form-controls.ts'

interface ActivationFormProps extends Omit<IslandProps, 'state'> {
  state: Extract<ActivationState, { view: 'form' }>
  controls: ActivationControls
}

/** The second step: the time left, the signature that is waiting, and the form. */
export function ActivationForm({
  state,
  controls,
  language,
  timeZone,
  countries,
  links,
  t,
}: ActivationFormProps) {
  const { progress, deadline, form, left, restore, submit, edit, expire } = controls
  const { isSending, errors, message } = progress
  const isCovered = useCover(controls)
  const fields: FieldState = { values: state.refused?.values ?? {}, errors, t }
  return (
    <section className="panel request" data-covered={isCovered || undefined} inert={isCovered}>
      <div>
        {deadline !== undefined && (
          <Countdown deadline={deadline} language={language} onEnd={() => void expire()} t={t} />
        )}
        <dl>
          <dt>{t('activation:time.expires')}</dt>
          <dd>
            {/* Browsers and the server may punctuate dates differently. */}
            <time dateTime={state.expiresAt} suppressHydrationWarning>
              {formatMoment(new Date(state.expiresAt), language, timeZone)}
            </time>
          </dd>
          <dt>{t('activation:fields.signature')}</dt>
          <dd>
            <code dir="ltr">{state.signatureId}</code>
          </dd>
        </dl>
      </div>
      <form
        className="form"
        method="post"
        action={links.page}
        noValidate
        ref={form}
        onInput={edit}
        onSubmit={(event) => void submit(event)}
        aria-busy={isSending}
      >
        {left && (
          <div className="left-over">
            <p>{t('activation:left.text')}</p>
            <button className="button" type="button" onClick={restore}>
              {t('activation:left.restore')}
            </button>
          </div>
        )}
        <TextField field="fullName" state={fields} autoComplete="name" required />
        <div className="pair">
          <TextField field="organization" state={fields} autoComplete="organization" required />
          <TextField field="position" state={fields} autoComplete="organization-title" required />
        </div>
        <div className="pair">
          <CountryField state={fields} countries={countries} />
          <TextField field="phoneNumber" state={fields} type="tel" autoComplete="tel" />
        </div>
        <TextField field="linkedinProfile" state={fields} type="url" autoComplete="url" />
        <UseCaseField state={fields} />
        <TermsField state={fields} links={links} />
        {message && (
          <p className="summary" role="alert" id="activation-message" tabIndex={-1}>
            {message}
          </p>
        )}
        <button className="button" type="submit" disabled={isSending}>
          {t(isSending ? 'activation:form.submitting' : 'activation:form.submit')}
        </button>
      </form>
    </section>
  )
}

/** Whether the form waits for the first check of the link. It does not where somebody is at work in it already. */
function useCover({ checkStatus, form }: ActivationControls): boolean {
  const [isFirst, setFirst] = useState(true)
  useEffect(() => {
    if (checkStatus === 'running' && form.current && isTouched(form.current)) setFirst(false)
    if (checkStatus === 'passed' || checkStatus === 'failed') setFirst(false)
  }, [checkStatus, form])
  return isFirst && checkStatus === 'running'
}
