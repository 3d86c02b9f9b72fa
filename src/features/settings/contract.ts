import { z } from 'zod'
import { pageQuery } from '#shared/paging.ts'
import { linesText } from '#shared/text.ts'

/** The longest reason for a change, in characters. */
export const reasonLimit = 500
const mostChanges = 100

const SettingKey = z.string('required').min(1, 'required').max(100, 'too_long')
/** What a setting holds; its own schema says more. */
export const SettingValue = z.union(
  [z.string(), z.number(), z.boolean(), z.null(), z.array(z.unknown()), z.record(z.string(), z.unknown())],
  'invalid',
)
export type SettingValue = z.infer<typeof SettingValue>

const Person = z.object({ id: z.uuid(), name: z.string() }).nullable()

/** A setting as it is now. */
export const Setting = z.object({
  key: SettingKey.meta({ examples: ['siteName'] }),
  /** Always null for a secret. */
  value: SettingValue,
  default: SettingValue,
  source: z.enum(['environment', 'stored', 'default']),
  /** The environment variable that wins when it is set. */
  variable: z.string().nullable(),
  /** How often it has been changed; names what a change is based on. */
  version: z.number().int(),
  changed_at: z.iso.datetime().nullable(),
  /** When the value ends by itself. */
  ends_at: z.iso.datetime().nullable(),
  /** Whether a mistake can lock people or programs out. */
  is_dangerous: z.boolean(),
  /** Whether it is a password, key or token, which is never shown. */
  is_secret: z.boolean(),
  /** Whether it has another value than the default, even if it is not shown. */
  is_set: z.boolean(),
  /** A secret is stored that cannot be decrypted or was meant for another address, and has to be entered again. */
  is_unreadable: z.boolean(),
  /** The setting with the address that a secret may be sent to: when that changes without it, it is removed. */
  belongs_to: z.string().nullable(),
})
export type Setting = z.infer<typeof Setting>

/** New values, stored together or not at all. `value: null` goes back to the default. */
export const SettingChanges = z
  .object({
    changes: z
      .array(z.object({ key: SettingKey, value: SettingValue, version: z.number('required').int().min(0) }))
      .min(1, 'required')
      .max(mostChanges, 'too_many'),
    reason: linesText(reasonLimit).default(''),
  })
  .refine(({ changes }) => new Set(changes.map(({ key }) => key)).size === changes.length, {
    error: 'setting_twice',
    path: ['changes'],
  })
  .meta({
    examples: [{ changes: [{ key: 'siteName', value: 'Firmeza', version: 0 }], reason: 'The new name' }],
  })
export type SettingChanges = z.infer<typeof SettingChanges>

/** What was done with a secret. */
export const SecretChange = z.enum(['set', 'changed', 'removed'])
export type SecretChange = z.infer<typeof SecretChange>

/** What somebody changed at once. A null value stands for the default; those of secrets are not shown. */
export const SettingRevision = z.object({
  id: z.uuid(),
  at: z.iso.datetime(),
  /** Null once their account is gone. */
  user: Person,
  reason: z.string(),
  /** The change that this one undid. */
  undoes: z.uuid().nullable(),
  changes: z.array(
    z.object({
      key: z.string(),
      before: SettingValue,
      after: SettingValue,
      /** Null for what is no secret. */
      secret: SecretChange.nullable(),
    }),
  ),
  /** Whether all its values are still in force, so that it can be undone. */
  can_undo: z.boolean(),
})
export type SettingRevision = z.infer<typeof SettingRevision>

export const SettingRevisionQuery = z.object({ ...pageQuery, key: SettingKey.optional() })
export type SettingRevisionQuery = z.infer<typeof SettingRevisionQuery>

/** The settings that everybody may read, by name. */
export const PublicSettings = z.record(z.string(), SettingValue)
export type PublicSettings = z.infer<typeof PublicSettings>
