import type { PersonalData } from '#features/early-adopters/contract.ts'
import type { RightsState } from '#features/early-adopters/model.ts'
import { languageNames, languages } from '#shared/languages.ts'
import { interests, segments } from '#shared/segments.ts'
import type { PageInput } from '#site/contract.ts'
import { formatDay } from '#ui/moment.ts'

type Refused = NonNullable<Extract<RightsState, { view: 'person' }>['refused']>

interface CorrectionFormProps {
  input: PageInput
  action: string
  data: PersonalData
  refused: Refused | undefined
}

/** The form to correct the person's own entries. */
export function CorrectionForm({ input, action, data, refused }: CorrectionFormProps) {
  const { t } = input
  const values = refused?.values ?? data.person
  const errors = refused?.errors ?? {}
  const state = { values, errors }
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
          <TextField name="name" label={t('site:form.name')} autoComplete="name" {...state} />
          <TextField name="company" label={t('site:form.company')} autoComplete="organization" {...state} />
        </div>
        <div>
          <TextField name="email" label={t('site:form.email')} autoComplete="email" {...state} />
          <small>{t('rights:data.email_hint')}</small>
        </div>
        <div className="pair">
          <SegmentField t={t} {...state} />
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
        <InterestFields t={t} {...state} />
        <div className="field">
          <label htmlFor="message">{t('rights:data.message')}</label>
          <textarea
            id="message"
            name="message"
            dir="auto"
            rows={4}
            defaultValue={String(values.message ?? '')}
            {...describe('message', errors)}
          />
          <Refusal field="message" errors={errors} />
        </div>
        <button className="button" type="submit">
          {t('rights:data.save')}
        </button>
      </form>
    </section>
  )
}

/** What the form holds, and the sentences that refuse it, by field. */
interface FieldState {
  values: Refused['values'] | PersonalData['person']
  errors: Refused['errors']
}

const describe = (field: string, errors: FieldState['errors']) =>
  errors[field] ? ({ 'aria-invalid': true, 'aria-describedby': `${field}-error` } as const) : {}

function Refusal({ field, errors }: { field: string; errors: FieldState['errors'] }) {
  return (
    errors[field] && (
      <p className="refusal" id={`${field}-error`}>
        {errors[field]}
      </p>
    )
  )
}

interface TextFieldProps extends FieldState {
  name: 'name' | 'company' | 'email'
  label: string
  autoComplete: string
}

function TextField({ name, label, autoComplete, values, errors }: TextFieldProps) {
  return (
    <div className="field">
      <label htmlFor={name}>{label}</label>
      <input
        id={name}
        name={name}
        type={name === 'email' ? 'email' : 'text'}
        dir={name === 'email' ? 'ltr' : 'auto'}
        autoComplete={autoComplete}
        defaultValue={String(values[name] ?? '')}
        {...describe(name, errors)}
      />
      <Refusal field={name} errors={errors} />
    </div>
  )
}

function SegmentField({ t, values, errors }: FieldState & Pick<PageInput, 't'>) {
  return (
    <div className="field">
      <label htmlFor="segment">{t('site:form.segment.label')}</label>
      <select
        id="segment"
        name="segment"
        defaultValue={String(values.segment)}
        {...describe('segment', errors)}
      >
        {segments.map((segment) => (
          <option key={segment} value={segment}>
            {t(`site:form.segment.${segment}`)}
          </option>
        ))}
      </select>
      <Refusal field="segment" errors={errors} />
    </div>
  )
}

function InterestFields({ t, values, errors }: FieldState & Pick<PageInput, 't'>) {
  return (
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
      <Refusal field="interests" errors={errors} />
    </fieldset>
  )
}

interface PendingEmailProps {
  input: PageInput
  action: string
  change: NonNullable<PersonalData['email_change']>
}

/** A pending change of address, and the button to cancel it. */
function PendingEmail({ input: { language, facts, t }, action, change }: PendingEmailProps) {
  return (
    <form className="notice" method="post" action={action}>
      <p>
        {t('rights:data.pending', {
          email: `\u2068${change.email}\u2069`,
          date: formatDay(change.expires_at, language, facts.timeZone),
        })}
      </p>
      <button className="button" type="submit">
        {t('rights:data.pending_cancel')}
      </button>
    </form>
  )
}
