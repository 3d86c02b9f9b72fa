import type { FormEventHandler, HTMLInputTypeAttribute, ReactNode, Ref } from 'react'
import type { FormState } from '#features/early-adopters/model.ts'
import type { LeadKind } from '#shared/lead-requests.ts'
import { interests, segments } from '#shared/segments.ts'
import type { FormTexts } from './form-texts.ts'
import { type FormField, formFields } from './validation.ts'

interface RegistrationFormProps {
  texts: FormTexts
  /** Where a form without scripts is posted to. */
  action: string
  kind: LeadKind
  /** The address of the page's own form, for the way back to it. */
  plain: string
  values: FormState['values']
  errors: Record<string, string>
  /** A sentence about the whole form. */
  message?: string | undefined
  sending?: boolean
  onInput?: FormEventHandler<HTMLFormElement>
  onSubmit?: FormEventHandler<HTMLFormElement>
  summaryRef?: Ref<HTMLDivElement> | undefined
}

/** The id of a field's (first) control, and of the sentence that refuses it. */
const controlId = (field: FormField) => `form-${field}`
const errorId = (field: FormField) => `form-${field}-error`

function describe(
  field: FormField,
  errors: Record<string, string>,
): { 'aria-invalid'?: true; 'aria-describedby'?: string } {
  return errors[field] ? { 'aria-invalid': true, 'aria-describedby': errorId(field) } : {}
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
    // A browser without scripts moves the focus to it.
    <div className="summary" role="alert" tabIndex={-1} ref={ref} {...{ autoFocus: true }}>
      <p>{title}</p>
      {children}
    </div>
  )
}

/** What keeps the form from being sent: fields to correct, or a sentence about the whole form. */
function Refusal({
  texts,
  errors,
  message,
  summaryRef,
}: Pick<RegistrationFormProps, 'texts' | 'errors' | 'message' | 'summaryRef'>) {
  const refused = formFields.filter((field) => errors[field])
  if (refused.length > 0) {
    return (
      <Summary title={texts['form.refused']} ref={summaryRef}>
        <ul>
          {refused.map((field) => (
            <li key={field}>
              <a href={`#${controlId(field)}`}>{errors[field]}</a>
            </li>
          ))}
        </ul>
      </Summary>
    )
  }
  if (!message) return null
  return (
    <Summary title={texts['form.failed_title']} ref={summaryRef}>
      <p>{message}</p>
    </Summary>
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

/** What the visitor wants to tell the team. */
function MessageField({ texts: { message }, values, errors }: ChoiceProps) {
  const hintId = message.hint && `${controlId('message')}-hint`
  const { 'aria-describedby': refusalId, ...state } = describe('message', errors)
  const describedBy = [hintId, refusalId].filter(Boolean).join(' ')
  return (
    <div className="field">
      <label htmlFor={controlId('message')}>{message.label}</label>
      {message.hint && <small id={hintId}>{message.hint}</small>}
      <textarea
        id={controlId('message')}
        name="message"
        rows={3}
        dir="auto"
        defaultValue={values.message ?? ''}
        {...state}
        {...(describedBy && { 'aria-describedby': describedBy })}
      />
      <FieldError field="message" errors={errors} />
    </div>
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
  const { texts, action, kind, plain, values, errors, message, sending = false } = props
  const { onInput, onSubmit, summaryRef } = props
  const { other } = texts
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
      <Refusal texts={texts} errors={errors} message={message} summaryRef={summaryRef} />
      {other && (
        <div>
          <h3 tabIndex={-1}>{other.title}</h3>
          <a href={plain} data-kind="">
            {other.back}
          </a>
        </div>
      )}
      <input type="hidden" name="kind" value={kind} />
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
      <MessageField texts={texts} values={values} errors={errors} />
      <ConsentField texts={texts} values={values} errors={errors} />
      {/* For bots only: people neither see nor reach it. */}
      <div className="unseen" aria-hidden="true" inert>
        <label>
          {texts['protection.homepage']}
          <input name="homepage" tabIndex={-1} autoComplete="off" data-1p-ignore="" data-lpignore="true" />
        </label>
      </div>
      <button className="button" type="submit" disabled={sending}>
        {sending ? texts['form.submitting'] : texts.submit}
      </button>
    </form>
  )
}
