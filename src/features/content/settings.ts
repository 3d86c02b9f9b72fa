import { z } from 'zod'
import { defineSetting } from '#shared/setting.ts'
import { text } from '#shared/text.ts'

export const translationLimits = { url: 500, key: 1000, model: 200 } as const

/** An address without a name and password: they would be shown. */
const addressOf = (schema: z.ZodType<string>, protocols: RegExp) =>
  schema.refine((value) => {
    const address = URL.parse(value)
    return address !== null && protocols.test(address.protocol) && !address.username && !address.password
  }, 'address_invalid')

/** What can be sent in a header. */
const keyText = z
  .string('required')
  .trim()
  .min(1, 'required')
  .regex(/^[\x20-\x7e]*$/, 'secret_invalid')

/** The base of an OpenAI-compatible API, or its address for chat completions; empty for none. */
const url = defineSetting('translateUrl', {
  schema: addressOf(text(translationLimits.url), /^https:$/).or(z.literal('')),
  default: '',
  variable: 'TRANSLATE_URL',
  // The operator's own network may be trusted.
  variableSchema: addressOf(z.string(), /^https?:$/),
})

/** The service that translates texts. */
export const translationSettings = {
  url,
  key: defineSetting('translateKey', {
    schema: keyText.max(translationLimits.key, 'too_long').regex(/^\S*$/, 'secret_invalid'),
    isSecret: true,
    variable: 'TRANSLATE_KEY',
    variableSchema: keyText,
    belongsTo: url,
  }),
  model: defineSetting('translateModel', {
    schema: text(translationLimits.model),
    default: '',
    variable: 'TRANSLATE_MODEL',
  }),
}
