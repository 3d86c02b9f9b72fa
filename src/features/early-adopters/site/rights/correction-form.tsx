import type { PersonalData, RightsState } from '#features/early-adopters/contract.ts'
import { languageNames, languages } from '#shared/languages.ts'
import { interests, segments } from '#shared/segments.ts'
import type { PageInput } from '#site/contract.ts'
import { formatDay } from '#ui/moment.ts'

interface CorrectionFormProps {
  input: PageInput
  action: string
  data: PersonalData
  refused: Extract<RightsState, { view: 'person' }>['refused']
}

/** What the person said of themselves, to be set right. */
export function CorrectionForm({ input, action, data, refused }: CorrectionFormProps) {
  const { t } = input
  const values = refused?.values ?? data.person
  const errors = refused?.errors ?? {}
  const describe = (field: string) =>
    errors[field] ? ({ 'aria-invalid': true, 'aria-describedby': `${field}-error` } as const) : {}
  const refusal = (field: string) =>
    errors[field] && (
      <p className="refusal" id={`${field}-error`}>
        {errors[field]}
      </p>
    )
  const field = (name: 'name' | 'company' | 'email', label: string, autoComplete: string, latin = false) => (
    <div className="field">
      <label htmlFor={name}>{label}</label>
      <input
        id={name}
        name={name}
        type={name === 'email' ? 'email' : 'text'}
        dir={latin ? 'ltr' : 'auto'}
        autoComplete={autoComplete}
        defaultValue={String(values[name] ?? '')}
        {...describe(name)}
      />
      {refusal(name)}
    </div>
  )
  return (
    <section aria-labelledby="data">
      <h2 id="data">{t('rights:data.title')}</h2>
      {refused && (
        <p className="notice refused" role="alert">
          {t('site:form.refused')} {Object.values(errors).join(' · ')}
        </p>
      )}
      {data.email_change && (
        <PendingEmail input={input} action={`${action}/email/cancel`} change={data.email_change} />
      )}
      <form className="correction" method="post" action={action} noValidate>
        <div className="pair">
          {field('name', t('site:form.name'), 'name')}
          {field('company', t('site:form.company'), 'organization')}
        </div>
        <div>
          {field('email', t('site:form.email'), 'email', true)}
          <small>{t('rights:data.email_hint')}</small>
        </div>
        <div className="pair">
          <div className="field">
            <label htmlFor="segment">{t('site:form.segment.label')}</label>
            <select
              id="segment"
              name="segment"
              defaultValue={String(values.segment)}
              {...describe('segment')}
            >
              {segments.map((segment) => (
                <option key={segment} value={segment}>
                  {t(`site:form.segment.${segment}`)}
                </option>
              ))}
            </select>
            {refusal('segment')}
          </div>
          <div className="field">
            <label htmlFor="language">{t('rights:data.language')}</label>
            <select id="language" name="language" defaultValue={String(values.language)}>
              {languages.map((code) => (
                <option key={code} value={code} lang={code}>
                  {languageNames[code]}
                </option>
              ))}
            </select>
          </div>
        </div>
        <fieldset>
          <legend>{t('site:form.interests.label')}</legend>
          <div className="checks">
            {interests.map((interest) => (
              <label key={interest}>
                <input
                  type="checkbox"
                  name="interests"
                  value={interest}
                  defaultChecked={[values.interests ?? []].flat().includes(interest)}
                />
                {t(`site:form.interests.${interest}`)}
              </label>
            ))}
          </div>
          {refusal('interests')}
        </fieldset>
        <button className="button" type="submit">
          {t('rights:data.save')}
        </button>
      </form>
    </section>
  )
}

interface PendingEmailProps {
  input: PageInput
  action: string
  change: NonNullable<PersonalData['email_change']>
}

/** A new address that waits for its confirmation, and the way to give it up. */
function PendingEmail({ input: { language, t }, action, change }: PendingEmailProps) {
  return (
    <form className="notice" method="post" action={action}>
      <p>
        {t('rights:data.pending', {
          email: `\u2068${change.email}\u2069`,
          date: formatDay(change.expires_at, language),
        })}
      </p>
      <button className="button" type="submit">
        {t('rights:data.pending_cancel')}
      </button>
    </form>
  )
}
