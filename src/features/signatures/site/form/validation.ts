import {
  type ActivationField,
  activationFields,
  type TypedActivation,
} from '#features/signatures/page/contract.ts'

// The rules of the server's contract, written without its schema library, which is larger than the form.
// validation.test.ts holds the two together.
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it looks for
const control = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/
// biome-ignore lint/suspicious/noControlCharactersInRegex: the same, but for those that lines have
const controlInLines = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/
const bidi = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/
const pictograph = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20e3/u
const visible = /[^\s\p{Cf}\u2800\u3164\u115f\u1160\uffa0]/u
const plainKeycap = /[#*0-9©®™]/gu
const phone = /^(\+?[\d\s().\-/]{4,})?$/

function checkText(value: string, max: number): string | undefined {
  if (value.length > max) return 'too_long'
  return controlInLines.test(value) || !value.isWellFormed() ? 'control_characters' : undefined
}

function checkName(value: string): string | undefined {
  const name = value.trim()
  if (!visible.test(name)) return 'required'
  const refused = checkText(name, 200)
  if (refused) return refused
  if (control.test(name)) return 'control_characters'
  if (bidi.test(name) || pictograph.test(name.replace(plainKeycap, ''))) return 'not_plain'
  return undefined
}

function checkPhone(value: string): string | undefined {
  const number = value.trim()
  return checkText(number, 40) ?? (phone.test(number) ? undefined : 'phone_invalid')
}

function checkAddress(value: string): string | undefined {
  const address = value.trim()
  // Without URL.parse, which came to browsers later than all else that the page needs.
  const isWebAddress =
    address === '' || (URL.canParse(address) && /^https?:$/.test(new URL(address).protocol))
  return checkText(address, 300) ?? (isWebAddress ? undefined : 'url_invalid')
}

function checkUseCase(value: string): string | undefined {
  const text = value.replace(/\r\n?/g, '\n').trim()
  return checkText(text, 2000) ?? (text === '' ? 'required' : undefined)
}

const checks: Record<ActivationField, (values: TypedActivation) => string | undefined> = {
  fullName: ({ fullName }) => checkName(fullName),
  organization: ({ organization }) => checkName(organization),
  position: ({ position }) => checkName(position),
  country: ({ country }) => (country === '' ? 'required' : undefined),
  phoneNumber: ({ phoneNumber }) => checkPhone(phoneNumber),
  linkedinProfile: ({ linkedinProfile }) => checkAddress(linkedinProfile),
  useCase: ({ useCase }) => checkUseCase(useCase),
  agreedToTerms: ({ agreedToTerms }) => (agreedToTerms ? undefined : 'terms_required'),
}

/** The fields that the server would refuse, each with the code of its message. */
export function findRefusedFields(values: TypedActivation): Partial<Record<ActivationField, string>> {
  const refused: Partial<Record<ActivationField, string>> = {}
  for (const field of activationFields) {
    const code = checks[field](values)
    if (code) refused[field] = code
  }
  return refused
}

/** The values of the form's controls. */
export function readValues(data: FormData): TypedActivation {
  const textOf = (name: ActivationField) => {
    const value = data.get(name)
    return typeof value === 'string' ? value : ''
  }
  return {
    fullName: textOf('fullName'),
    organization: textOf('organization'),
    position: textOf('position'),
    country: textOf('country'),
    phoneNumber: textOf('phoneNumber'),
    linkedinProfile: textOf('linkedinProfile'),
    useCase: textOf('useCase'),
    agreedToTerms: data.has('agreedToTerms'),
  }
}
