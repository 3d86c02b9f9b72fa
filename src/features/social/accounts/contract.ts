import { z } from 'zod'
import { PlatformId } from '#features/social/contract.ts'
import { isTimeZone } from '#shared/regions.ts'
import { text, visibleText } from '#shared/text.ts'

/** `automatic`: posts are published by the platform's interface; `assisted`: by a person, with what we have prepared. */
export const accountModes = ['automatic', 'assisted'] as const
export type AccountMode = (typeof accountModes)[number]

/**
 * Why a person has to connect an account again. `rejected`: the platform no longer accepts its token; `expired`: it has ended and
 * cannot be renewed; `scopes`: something that we need was not granted; `unreadable`: its token cannot be decrypted.
 */
export const accountFaults = ['rejected', 'expired', 'scopes', 'unreadable'] as const
export type AccountFault = (typeof accountFaults)[number]

/** The state of an account that is being connected at its platform's page. */
export const connectionStates = ['waiting', 'connected', 'refused', 'failed'] as const

/**
 * Why an account was not connected. `denied`: the person did not allow it; `platform`: the platform refuses, or has said something that
 * makes no sense; `unreachable`: it could not be asked; `scopes`: something that we need was not granted; `session`: whoever has started
 * it is no longer signed in, or may no longer do it; `not_configured`: the application's id or secret is no longer set; `expired`: it has
 * taken too long.
 */
export const connectionFailures = [
  'denied',
  'platform',
  'unreachable',
  'scopes',
  'session',
  'not_configured',
  'expired',
] as const
export type ConnectionFailure = (typeof connectionFailures)[number]

/** How many slots a week an account can have. */
export const mostSlots = 50

/** A time of the week. */
export const Slot = z.object(
  {
    /** From 1, Monday, to 7, Sunday. */
    weekday: z.int('weekday_unknown').min(1, 'weekday_unknown').max(7, 'weekday_unknown'),
    /** What clocks show. */
    time: z
      .string('clock_invalid')
      .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'clock_invalid')
      .meta({ examples: ['09:00'] }),
  },
  'invalid',
)
export type Slot = z.infer<typeof Slot>

/** The times of every week at which posts of an account are queued, by the clocks of a time zone. */
export const Timetable = z.object({ time_zone: z.string(), slots: z.array(Slot) })
export type Timetable = z.infer<typeof Timetable>

const hasEachOnce = (slots: readonly Slot[]) =>
  new Set(slots.map(({ weekday, time }) => `${weekday} ${time}`)).size === slots.length

/** What an account's timetable is to be. */
export const NewTimetable = z.object({
  time_zone: z
    .string('required')
    .refine(isTimeZone, 'time_zone_unknown')
    .meta({ examples: ['Europe/Madrid'] }),
  slots: z.array(Slot, 'invalid').max(mostSlots, 'too_many_slots').refine(hasEachOnce, 'slot_twice'),
})

export const SocialAccount = z.object({
  id: z.uuid(),
  platform: PlatformId,
  account_name: z.string(),
  url: z.string().nullable(),
  mode: z.enum(accountModes),
  connected_at: z.iso.datetime(),
  /** When its token ends; null where it does not, or nobody knows. */
  expires_at: z.iso.datetime().nullable(),
  /** Whether we renew its token before that by ourselves. */
  is_renewed: z.boolean(),
  /** When a person has to connect it again at the latest. */
  reconnect_by: z.iso.datetime().nullable(),
  scopes: z.array(z.string()).nullable(),
  missing_scopes: z.array(z.string()),
  last_success_at: z.iso.datetime().nullable(),
  fault: z.enum(accountFaults).nullable(),
  /** What the platform said about it. */
  fault_sentence: z.string().nullable(),
  quota: z
    .object({
      left: z.number().int(),
      total: z.number().int().nullable(),
      resets_at: z.iso.datetime().nullable(),
      at: z.iso.datetime(),
    })
    .nullable(),
  /** When posts are queued: what the team has said, or 09:00, 13:00 and 18:00 from Monday to Friday in the time zone of the site. */
  timetable: Timetable,
})
export type SocialAccount = z.infer<typeof SocialAccount>

/** A platform as it is listed: `id` and `platform_id` are the same. */
export const SocialPlatform = z.object({
  id: PlatformId,
  platform_id: PlatformId,
  name: z.string(),
  icon_class: z.string(),
  connection: z.enum(['oauth', 'token', 'name']),
  publishing: z.enum(['automatic', 'assisted']),
  needs_approval: z.boolean(),
  costs_money: z.boolean(),
  needs_public_site: z.boolean(),
  can_find: z.boolean(),
  can_remove: z.boolean(),
  has_figures: z.boolean(),
  /** What we ask a person to grant. */
  scopes: z.array(z.string()),
  /** Whether the team has chosen to use it. */
  is_managed: z.boolean(),
  /** The settings that are needed to connect an account and are not set. */
  missing: z.array(z.string()),
  /** What the operator registers at the platform as our address. */
  redirect_uri: z.string().nullable(),
})
export type SocialPlatform = z.infer<typeof SocialPlatform>

/** Which platforms are offered. */
export const ManagedPlatforms = z.array(PlatformId, 'invalid').max(20, 'too_long')

/** An account that needs no page of its platform: one with a token, or one by its name alone. */
export const NewAccount = z.object({
  platform: PlatformId,
  account_name: visibleText(100),
  credentials: z
    .object({ token: text(500) })
    .partial()
    .optional(),
})
export type NewAccount = z.infer<typeof NewAccount>

/** The platform's page that asks the person, and the name under which its end is told. */
export const Connection = z.object({ id: z.uuid(), url: z.string() })
export type Connection = z.infer<typeof Connection>

export const ConnectionResult = z.object({
  state: z.enum(connectionStates),
  account: SocialAccount.nullable(),
  /** Its sentence is `social:accounts.failures.<failure>`. */
  failure: z.enum(connectionFailures).nullable(),
  /** What the platform said. */
  sentence: z.string().nullable(),
})
export type ConnectionResult = z.infer<typeof ConnectionResult>

/** What became of an account that was disconnected. Its tokens are deleted in any case. */
export const Disconnection = z.object({
  /** Whether the platform has taken our tokens back; null where there is nothing to take back. */
  is_revoked: z.boolean().nullable(),
  /** Why the platform has not. */
  sentence: z.string().nullable(),
})
export type Disconnection = z.infer<typeof Disconnection>

/** Asks for the page of a platform. */
export const NewConnection = z.object({ platform: PlatformId })

/** What a test of an account has shown. */
export const AccountTest = z.object({
  works: z.boolean(),
  sentence: z.string().nullable(),
  account: SocialAccount,
})
export type AccountTest = z.infer<typeof AccountTest>
