import type { RightsState } from '#features/early-adopters/model.ts'
import type { PageInput } from '#site/contract.ts'
import { formatNumeral } from '#ui/typesetting.ts'
import { CorrectionForm } from './correction-form.tsx'
import { Consent, StoredData } from './stored-data.tsx'

type View<Name extends RightsState['view']> = PageInput & { state: Extract<RightsState, { view: Name }> }

/** The pages about a person's data and rights. Every view works with plain forms. */
export function RightsPage(input: PageInput<'rights'>) {
  return <div className="rights">{show(input, input.data)}</div>
}

function show(input: PageInput, state: RightsState) {
  switch (state.view) {
    case 'request':
      return state.sent ? <Sent {...input} /> : <Request {...input} state={state} />
    case 'person':
      return <Person {...input} state={state} />
    case 'erase':
      return <Erase {...input} state={state} />
    case 'email':
      return <ConfirmEmail {...input} state={state} />
    case 'erased':
      return <Erased {...input} />
    case 'unknown':
      return <Unknown {...input} />
  }
}

function Request({ language, state, t }: View<'request'>) {
  const { email, error } = state
  return (
    <>
      <h1>{t('rights:title')}</h1>
      <p className="lead">{t('rights:request.lead')}</p>
      <p>{t('rights:request.text')}</p>
      <form className="ask" method="post" action={`/${language}/rights`} noValidate>
        <div className="field">
          <label htmlFor="email">{t('site:form.email')}</label>
          <input
            id="email"
            name="email"
            type="email"
            dir="ltr"
            autoComplete="email"
            required
            defaultValue={email ?? ''}
            {...(error && { 'aria-invalid': true, 'aria-describedby': 'email-error', autoFocus: true })}
          />
          {error && (
            <p className="refusal" id="email-error">
              {error}
            </p>
          )}
        </div>
        <button className="button" type="submit">
          {t('rights:request.send')}
        </button>
      </form>
    </>
  )
}

function Sent({ language, t }: PageInput) {
  return (
    <>
      <h1>{t('rights:request.sent.title')}</h1>
      <p className="lead" role="status">
        {t('rights:request.sent.text')}
      </p>
      <p>
        <a href={`/${language}/rights`}>{t('rights:request.again')}</a>
      </p>
    </>
  )
}

function Unknown({ language, t }: PageInput) {
  return (
    <>
      <h1>{t('rights:unknown.title')}</h1>
      <p className="lead">{t('rights:unknown.text')}</p>
      <p>
        <a className="button" href={`/${language}/rights`}>
          {t('rights:request.again')}
        </a>
      </p>
    </>
  )
}

function Person({ state, ...input }: View<'person'>) {
  const { language, t } = input
  const { token, data, notice, refused } = state
  const action = `/${language}/rights/${token}`
  return (
    <>
      <h1>{t('rights:title')}</h1>
      <p className="lead">{t('rights:person.lead')}</p>
      {notice && (
        <p className="notice" role="status">
          {t(`rights:notices.${notice}`)}
        </p>
      )}
      <CorrectionForm input={input} action={action} data={data} refused={refused} />
      <Consent input={input} action={`${action}/consent`} data={data} />
      <StoredData input={input} data={data} />
      <section aria-labelledby="export">
        <h2 id="export">{t('rights:export.title')}</h2>
        <p>{t('rights:export.text')}</p>
        <form method="post" action={`${action}/export`}>
          <button className="button" type="submit">
            {t('rights:export.action')}
          </button>
        </form>
      </section>
      <section aria-labelledby="erase">
        <h2 id="erase">{t('rights:erase.title')}</h2>
        <p>{t('rights:erase.text')}</p>
        <p>
          <a className="button grave" href={`${action}/erase`}>
            {t('rights:erase.open')}
          </a>
        </p>
      </section>
    </>
  )
}

function Erase({ language, state, t }: View<'erase'>) {
  const address = `/${language}/rights/${state.token}`
  return (
    <>
      <h1>{t('rights:erase.confirm.title')}</h1>
      <p className="lead">{t('rights:erase.confirm.text', { person: state.name })}</p>
      <form className="actions" method="post" action={`${address}/erase`}>
        <button className="button grave" type="submit">
          {t('rights:erase.confirm.action')}
        </button>
        <a href={address}>{t('rights:erase.confirm.cancel')}</a>
      </form>
    </>
  )
}

function Erased({ facts, language, t }: PageInput) {
  const { backupDays } = facts
  return (
    <>
      <h1>{t('rights:erased.title')}</h1>
      <p className="lead" role="status">
        {t('rights:erased.text')}
      </p>
      <p>
        {backupDays
          ? t('rights:erased.rest', { days: formatNumeral(backupDays, language) })
          : t('rights:erased.rest_unscheduled')}
      </p>
      <p>
        <a className="button" href={`/${language}/`}>
          {t('site:error.home')}
        </a>
      </p>
    </>
  )
}

function ConfirmEmail({ language, state, t }: View<'email'>) {
  return (
    <>
      <h1>{t('rights:email.title')}</h1>
      <p className="lead">{t('rights:email.text')}</p>
      <p className="address" dir="ltr">
        {state.email}
      </p>
      <form method="post" action={`/${language}/rights/email`}>
        <input type="hidden" name="token" value={state.token} />
        <button className="button" type="submit">
          {t('rights:email.action')}
        </button>
      </form>
    </>
  )
}
