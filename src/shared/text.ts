import { z } from 'zod'
import { isEmailAddress } from './email-address.ts'
import { type Language, languages } from './languages.ts'

// What no text may hold: NUL and other control characters (PostgreSQL refuses NUL; logs and mail headers break on the rest).
const control = /[\p{Cc}--[\t\n\r]]/v
// Marks that turn the reading direction round, with which a name can pretend to be another (Unicode UAX #9).
const bidi = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/
const pictograph = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20e3/u
// Something to see: spaces, format characters and letters that are drawn as nothing do not name anybody.
const visible = /[^\s\p{Cf}\u2800\u3164\u115f\u1160\uffa0]/u
const plainKeycap = /[#*0-9©®™]/gu

const isClean = (value: string) => !control.test(value) && value.isWellFormed()
const isPlain = (value: string) => !bidi.test(value) && !pictograph.test(value.replace(plainKeycap, ''))

/**
 * Text of up to `max` characters without control characters, trimmed. Refusals carry codes of `errors.json`; `missing`
 * is the one for no text at all.
 */
export function text(max: number, missing = 'required') {
  return z.string(missing).trim().max(max, 'too_long').refine(isClean, 'control_characters')
}

/** The same with something to see in it. */
export function visibleText(max: number) {
  return text(max).refine((value) => visible.test(value), 'required')
}

/** Text of several lines, with line ends as one character each, as browsers count them. */
export function linesText(max: number) {
  return z
    .string('required')
    .overwrite((value) => value.replace(/\r\n?/g, '\n'))
    .trim()
    .max(max, 'too_long')
    .refine(isClean, 'control_characters')
}

/** One line of up to `max` characters that names a person or an organisation: no line breaks, emoji or direction marks. */
export function nameText(max: number, missing = 'required') {
  return text(max, missing)
    .refine((value) => value === '' || visible.test(value), missing)
    .refine((value) => !/[\r\n\t\u2028\u2029]/.test(value), 'control_characters')
    .refine(isPlain, 'not_plain')
}

/** An e-mail address, trimmed. */
export const emailText = z
  .string('email_invalid')
  .trim()
  .max(254, 'email_invalid')
  .refine(isEmailAddress, 'email_invalid')
  .meta({ format: 'email' })

/** A text in some of the languages; an empty one counts as none. */
export function localizedText(schema: z.ZodType<string>) {
  return z
    .partialRecord(z.enum(languages, 'language_unknown'), schema, 'required')
    .transform((texts): LocalizedText => Object.fromEntries(Object.entries(texts).filter(([, one]) => one)))
}
export type LocalizedText = Partial<Record<Language, string>>
