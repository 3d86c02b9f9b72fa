import type { HTMLInputTypeAttribute, ReactNode } from 'react'
import {
  type ActivationField,
  activationFields,
  type CountryChoice,
  type RefusedActivation,
} from '#features/signatures/page/contract.ts'
import type { ActivationLinks } from '#features/signatures/site/activation-props.ts'
import type { Translate } from '#site/contract.ts'
import { controlId } from './form-controls.ts'

/** What the form holds, and the sentences that refuse it. */
export interface FieldState {
  values: Partial<RefusedActivation['values']>
  errors: RefusedActivation['errors']
  t: Translate
}

/** The field that takes the focus in a browser without scripts: the first refused one. */
function describe(field: ActivationField, { values, errors }: FieldState, hintId?: string) {
  const isRefused = errors[field] !== undefined
  const isFirst = activationFields.find((one) => errors[one]) === field && Object.keys(values).length > 0
  const describedBy = [hintId, isRefused && `${controlId(field)}-error`].filter(Boolean).join(' ')
  return {
    ...(isRefused && { 'aria-invalid': true as const, autoFocus: isFirst }),
    ...(describedBy && { 'aria-describedby': describedBy }),
  }
}

function Refusal({ field, errors }: Pick<FieldState, 'errors'> & { field: ActivationField }) {
  if (!errors[field]) return null
  return (
    <p className="refusal" id={`${controlId(field)}-error`}>
      {errors[field]}
    </p>
  )
}

interface TextFieldProps {
  field: Exclude<ActivationField, 'agreedToTerms' | 'country' | 'useCase'>
  state: FieldState
  autoComplete: string
  type?: HTMLInputTypeAttribute
  required?: boolean
}

/** A line of text. Numbers and addresses run from left to right in every language. */
export function TextField({ field, state, type = 'text', ...rest }: TextFieldProps) {
  const { values, errors, t } = state
  return (
    <div className="field">
      <label htmlFor={controlId(field)}>{t(`activation:fields.${field}`)}</label>
      <input
        id={controlId(field)}
        name={field}
        type={type}
        dir={type === 'text' ? 'auto' : 'ltr'}
        defaultValue={values[field] ?? ''}
        {...rest}
        {...describe(field, state)}
      />
      <Refusal field={field} errors={errors} />
    </div>
  )
}

/** The choice of a country. */
export function CountryField({ state, countries }: { state: FieldState; countries: CountryChoice[] }) {
  const { values, errors, t } = state
  return (
    <div className="field">
      <label htmlFor={controlId('country')}>{t('activation:fields.country')}</label>
      <select
        id={controlId('country')}
        name="country"
        required
        autoComplete="country"
        defaultValue={values.country ?? ''}
        {...describe('country', state)}
      >
        <option value="">{t('activation:fields.chooseCountry')}</option>
        {countries.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </select>
      <Refusal field="country" errors={errors} />
    </div>
  )
}

/** What the signature is wanted for. */
export function UseCaseField({ state }: { state: FieldState }) {
  const { values, errors, t } = state
  const hintId = `${controlId('useCase')}-hint`
  return (
    <div className="field">
      <label htmlFor={controlId('useCase')}>{t('activation:fields.useCase')}</label>
      <small id={hintId}>{t('activation:fields.useCaseHint')}</small>
      <textarea
        id={controlId('useCase')}
        name="useCase"
        rows={3}
        dir="auto"
        required
        defaultValue={values.useCase ?? ''}
        {...describe('useCase', state, hintId)}
      />
      <Refusal field="useCase" errors={errors} />
    </div>
  )
}

interface TermsFieldProps {
  state: FieldState
  links: Pick<ActivationLinks, 'terms' | 'privacy'>
}

/** The agreement to the terms, and what becomes of what is written: both open beside the form. */
export function TermsField({ state, links }: TermsFieldProps) {
  const { values, errors, t } = state
  return (
    <div>
      <label className="consent">
        <input
          type="checkbox"
          id={controlId('agreedToTerms')}
          name="agreedToTerms"
          value="yes"
          required
          defaultChecked={values.agreedToTerms ?? false}
          {...describe('agreedToTerms', state)}
        />
        <span>
          <Linked sentence={t('activation:fields.terms', { terms: '\n' })}>
            <BesideLink to={links.terms} text={t('activation:fields.termsLink')} t={t} />
          </Linked>
        </span>
      </label>
      <Refusal field="agreedToTerms" errors={errors} />
      <p>
        <Linked sentence={t('activation:fields.privacy', { policy: '\n' })}>
          <BesideLink to={links.privacy} text={t('activation:fields.privacyLink')} t={t} />
        </Linked>
      </p>
    </div>
  )
}

/** A link that opens in another tab, so that what was typed stays. */
function BesideLink({ to, text, t }: { to: string; text: string; t: Translate }) {
  return (
    <a href={to} target="_blank" rel="noopener">
      {text}
      <span className="unseen"> ({t('activation:fields.newTab')})</span>
    </a>
  )
}

/** A sentence with an element in the place of its line break. */
function Linked({ sentence, children }: { sentence: string; children: ReactNode }) {
  const [before, after] = sentence.split('\n')
  return (
    <>
      {before}
      {children}
      {after}
    </>
  )
}
