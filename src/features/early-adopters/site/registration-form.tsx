import type { FormEventHandler, HTMLInputTypeAttribute, ReactNode, Ref } from 'react'
import type { FormState } from '#features/early-adopters/model.ts'
import { interests, segments } from '#shared/segments.ts'
import type { FormTexts } from './form-texts.ts'
import { type FormField, formFields } from './validation.ts'

interface RegistrationFormProps {
  texts: FormTexts
  /** Where a form without scripts is posted to. */
  action: string
  values: FormState['values']
  errors: Record<string, string>
  /** A sentence about the whole form. */
  message?: string | undefined
  sending?: boolean
  onInput?: FormEventHandler<HTMLFormElement>
  onSubmit?: FormEventHandler<HTMLFormElement>
  summaryRef?: Ref<HTMLDivElement>
}

/** The id of a field's (first) control, and of the sentence that refuses it. */
const controlId = (field: FormField) => `form-${field}`
const errorId = (field: FormField) => `form-${field}-error`

function describe(field: FormField, errors: Record<string, string>) {
  return errors[field] ? ({ 'aria-invalid': true, 'aria-describedby': errorId(field) } as const) : {}
}

function FieldError({ field, errors }: { field: FormField; errors: Record<string, string> }) {
  if (!errors[field]) return null
  return (
    <p className="refusal" id={errorId(field)}>
      <svg
        width="16"
        height="16"
        viewBox="0 0 16 16"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        aria-hidden="true"
      >
        <circle cx="8" cy="8" r="7" />
        <path d="M8 4v5m0 2v1" />
      </svg>
      {errors[field]}
    </p>
  )
}

interface TextFieldProps {
  field: 'name' | 'company' | 'email'
  label: string
  value: string | null | undefined
  errors: Record<string, string>
  type?: HTMLInputTypeAttribute
  autoComplete: string
  required?: boolean
  /** Whether what is typed runs from left to right in every language. */
  latin?: boolean
}

function TextField({ field, label, value, errors, type = 'text', latin = false, ...rest }: TextFieldProps) {
  return (
    <div className="field">
      <label htmlFor={controlId(field)}>{label}</label>
      <input
        id={controlId(field)}
        name={field}
        type={type}
        dir={latin ? 'ltr' : 'auto'}
        defaultValue={value ?? ''}
        {...rest}
        {...describe(field, errors)}
      />
      <FieldError field={field} errors={errors} />
    </div>
  )
}

function Summary({
  title,
  children,
  ref,
}: {
  title: string
  children: ReactNode
  ref: Ref<HTMLDivElement> | undefined
}) {
  return (
    <div className="summary" role="alert" tabIndex={-1} ref={ref}>
      <p>{title}</p>
      {children}
    </div>
  )
}

type ChoiceProps = Pick<RegistrationFormProps, 'texts' | 'values' | 'errors'>

/** The choice of a segment. */
function SegmentField({ texts, values, errors }: ChoiceProps) {
  return (
    <div
      role="radiogroup"
      aria-labelledby="form-segment-label"
      aria-required="true"
      {...describe('segment', errors)}
    >
      <p className="legend" id="form-segment-label">
        {texts['form.segment.label']}
      </p>
      <div className="choices">
        {segments.map((segment, index) => (
          <label key={segment}>
            <input
              type="radio"
              name="segment"
              value={segment}
              defaultChecked={segment === values.segment}
              id={index === 0 ? controlId('segment') : undefined}
            />
            {texts[`form.segment.${segment}`]}
          </label>
        ))}
      </div>
      <FieldError field="segment" errors={errors} />
    </div>
  )
}

/** The choice of interests. */
function InterestField({ texts, values, errors }: ChoiceProps) {
  return (
    <fieldset {...(errors.interests && { 'aria-describedby': errorId('interests') })}>
      <legend>{texts['form.interests.label']}</legend>
      <div className="checks">
        {interests.map((interest, index) => (
          <label key={interest}>
            <input
              type="checkbox"
              name="interests"
              value={interest}
              defaultChecked={values.interests?.includes(interest) ?? false}
              id={index === 0 ? controlId('interests') : undefined}
            />
            {texts[`form.interests.${interest}`]}
          </label>
        ))}
      </div>
      <FieldError field="interests" errors={errors} />
    </fieldset>
  )
}

/** The consent to be written to. */
function ConsentField({ texts, values, errors }: ChoiceProps) {
  return (
    <div>
      <label className="consent">
        <input
          type="checkbox"
          name="consent"
          value="yes"
          required
          defaultChecked={values.consent ?? false}
          id={controlId('consent')}
          {...describe('consent', errors)}
        />
        <span>{texts['form.consent']}</span>
      </label>
      <FieldError field="consent" errors={errors} />
    </div>
  )
}

/** The early-adopter form. It keeps what was typed in its own controls, with and without scripts. */
export function RegistrationForm(props: RegistrationFormProps) {
  const { texts, action, values, errors, message, sending = false, onInput, onSubmit, summaryRef } = props
  const refused = formFields.filter((field) => errors[field])
  return (
    <form
      className="form"
      method="post"
      action={action}
      noValidate
      onInput={onInput}
      onSubmit={onSubmit}
      aria-busy={sending}
    >
      {refused.length > 0 ? (
        <Summary title={texts['form.refused']} ref={summaryRef}>
          <ul>
            {refused.map((field) => (
              <li key={field}>
                <a href={`#${controlId(field)}`}>{errors[field]}</a>
              </li>
            ))}
          </ul>
        </Summary>
      ) : (
        message && (
          <Summary title={texts['form.failed_title']} ref={summaryRef}>
            <p>{message}</p>
          </Summary>
        )
      )}
      <SegmentField texts={texts} values={values} errors={errors} />
      <div className="pair">
        <TextField
          field="name"
          label={texts['form.name']}
          value={values.name}
          errors={errors}
          autoComplete="name"
          required
        />
        <TextField
          field="company"
          label={texts['form.company']}
          value={values.company}
          errors={errors}
          autoComplete="organization"
        />
      </div>
      <TextField
        field="email"
        label={texts['form.email']}
        value={values.email}
        errors={errors}
        type="email"
        autoComplete="email"
        required
        latin
      />
      <InterestField texts={texts} values={values} errors={errors} />
      <ConsentField texts={texts} values={values} errors={errors} />
      {/* For bots only: people neither see nor reach it. */}
      <div className="unseen" aria-hidden="true" inert>
        <label>
          {texts['protection.homepage']}
          <input name="homepage" tabIndex={-1} autoComplete="off" data-1p-ignore="" data-lpignore="true" />
        </label>
      </div>
      <button className="button" type="submit" disabled={sending}>
        {sending ? texts['form.submitting'] : texts['form.submit']}
      </button>
    </form>
  )
}
