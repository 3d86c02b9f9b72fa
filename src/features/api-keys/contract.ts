import { z } from 'zod'
import { nameText } from '#shared/text.ts'

/** The most keys that work at the same time. */
export const mostKeys = 100
/** The longest that a key may last, in days, unless it never ends. */
export const longestDays = 5 * 365

const Person = z.object({ id: z.uuid(), name: z.string() })

/** `blocked`: whoever made it can no longer do so, so that it does not work. */
export const apiKeyStates = ['active', 'blocked', 'expired', 'revoked'] as const
export type ApiKeyState = (typeof apiKeyStates)[number]

/** A key with which a program calls the API in the name of the admin who made it. */
export const ApiKey = z.object({
  id: z.uuid(),
  name: z.string(),
  /** The beginning of its token, to tell keys apart. */
  hint: z.string().meta({ examples: ['firmeza_k3Zx'] }),
  /** The permissions that it has, such as `leads.read`. */
  scopes: z.array(z.string()),
  state: z.enum(apiKeyStates),
  created_at: z.iso.datetime(),
  /** Who made it. */
  created_by: Person,
  /** When it ends by itself; null for never. */
  expires_at: z.iso.datetime().nullable(),
  /** When it was last used, to the minute. */
  last_used_at: z.iso.datetime().nullable(),
  revoked_at: z.iso.datetime().nullable(),
})
export type ApiKey = z.infer<typeof ApiKey>

export const ApiKeyDraft = z
  .object({
    name: nameText(100).pipe(z.string().min(1, 'required')),
    scopes: z
      .array(z.string('invalid').max(100, 'too_long'), 'required')
      .min(1, 'required')
      .max(300, 'too_many'),
    expires_at: z.iso.datetime({ error: 'invalid' }).nullable(),
  })
  .meta({ examples: [{ name: 'CRM', scopes: ['leads.read'], expires_at: null }] })
export type ApiKeyDraft = z.infer<typeof ApiKeyDraft>

/** A new key with its token, which is told this once. */
export const NewApiKey = z.object({ key: ApiKey, token: z.string() })
export type NewApiKey = z.infer<typeof NewApiKey>
