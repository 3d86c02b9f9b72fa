import { z } from 'zod'
import { defineSetting } from '#shared/setting.ts'
import { text } from '#shared/text.ts'

export const credentialLimits = { serviceAccount: 10_000, token: 500, property: 500 } as const

/** What can be sent in a header or an address. */
const token = z
  .string('required')
  .trim()
  .min(1, 'required')
  .max(credentialLimits.token, 'too_long')
  .regex(/^[\x21-\x7e]*$/, 'secret_invalid')

/** What we need of the key file of a service account. Where its tokens come from is not taken from it: an admin could choose that. */
export const ServiceAccount = z.object({
  type: z.literal('service_account'),
  client_email: z.string().min(3).max(500),
  private_key: z.string().startsWith('-----BEGIN'),
})

/** The JSON of a key file, pasted whole. */
const serviceAccount = z
  .string('required')
  .trim()
  .min(1, 'required')
  .max(credentialLimits.serviceAccount, 'too_long')
  .refine((value) => {
    try {
      return ServiceAccount.safeParse(JSON.parse(value)).success
    } catch {
      return false
    }
  }, 'service_account_invalid')

/** With what we are known to search engines, and when they are told. */
export const submissionSettings = {
  autoSubmit: defineSetting('autoSubmit', {
    schema: z.boolean('invalid'),
    default: false,
    readableBy: 'editor',
  }),
  googleServiceAccount: defineSetting('googleServiceAccount', { schema: serviceAccount, isSecret: true }),
  /** The property in Search Console: `sc-domain:example.org` or the prefix of addresses; empty for the address of the site. */
  googleProperty: defineSetting('googleProperty', {
    schema: text(credentialLimits.property).pipe(
      z.string().regex(/^(sc-domain:[a-z0-9.-]+|https?:\/\/[^\s?#]+)?$/i, 'property_invalid'),
    ),
    default: '',
  }),
  yandexToken: defineSetting('yandexToken', { schema: token, isSecret: true }),
  baiduToken: defineSetting('baiduToken', { schema: token, isSecret: true }),
}
