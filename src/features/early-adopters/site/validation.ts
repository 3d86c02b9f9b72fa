import type { RegistrationInput } from '#features/early-adopters/contract.ts'
import type { FormState } from '#features/early-adopters/model.ts'
import { isEmailAddress } from '#shared/email-address.ts'
import { messageLimit } from '#shared/lead-requests.ts'
import { segments } from '#shared/segments.ts'

/** The form's fields in the order they stand in, which is also the order errors are listed in. */
export const formFields = ['segment', 'name', 'company', 'email', 'interests', 'message', 'consent'] as const
export type FormField = (typeof formFields)[number]

/** What the form holds before it is sent. */
export interface FormValues
  extends Omit<
    RegistrationInput,
    'consent' | 'segment' | 'company' | 'interests' | 'message' | 'kind' | 'page'
  > {
  segment: string
  company: string
  interests: string[]
  message: string
  consent: boolean
}

// The rules of the server's contract, written without its schema library, which is larger than the form.
// validation.test.ts holds the two together.
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it looks for
const control = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/
// biome-ignore lint/suspicious/noControlCharactersInRegex: the same, but for those that lines have
const controlInLines = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/
const bidi = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/
const pictograph = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20e3/u
const plainKeycap = /[#*0-9©®™]/gu
const nameLimit = 200

function checkName(value: string): string | undefined {
  const name = value.trim()
  if (name.length > nameLimit) return 'too_long'
  if (control.test(name) || !name.isWellFormed()) return 'control_characters'
  if (bidi.test(name) || pictograph.test(name.replace(plainKeycap, ''))) return 'not_plain'
  return undefined
}

function checkMessage(value: string): string | undefined {
  const message = value.replace(/\r\n?/g, '\n').trim()
  if (message.length > messageLimit) return 'too_long'
  return controlInLines.test(message) || !message.isWellFormed() ? 'control_characters' : undefined
}

const checks: Record<FormField, (values: FormValues) => string | undefined> = {
  segment: ({ segment }) => (segments.some((known) => known === segment) ? undefined : 'segment_required'),
  name: ({ name }) => (name.trim() ? checkName(name) : 'name_required'),
  company: ({ company }) => checkName(company),
  email: ({ email }) => (isEmailAddress(email.trim()) ? undefined : 'email_invalid'),
  interests: () => undefined,
  message: ({ message }) => checkMessage(message),
  consent: ({ consent }) => (consent ? undefined : 'consent_required'),
}

/** The fields that the server would refuse, each with the code of its message. */
export function findRefusedFields(values: FormValues): Partial<Record<FormField, string>> {
  const refused: Partial<Record<FormField, string>> = {}
  for (const field of formFields) {
    const code = checks[field](values)
    if (code) refused[field] = code
  }
  return refused
}

/** The values of a form's controls. */
export function readFormValues(data: FormData): FormValues {
  const textOf = (name: string) => {
    const value = data.get(name)
    return typeof value === 'string' ? value : ''
  }
  return {
    segment: textOf('segment'),
    name: textOf('name'),
    company: textOf('company'),
    email: textOf('email'),
    interests: data.getAll('interests').filter((id) => typeof id === 'string'),
    message: textOf('message'),
    consent: data.has('consent'),
  }
}

/** The fields that hold something else now than they did. */
export function listEditedFields(before: FormState['values'], now: FormValues): FormField[] {
  return formFields.filter((field) => String(before[field] ?? '') !== String(now[field]))
}
