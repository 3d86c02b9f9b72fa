import { readFieldValue } from '#admin/kit/moment.ts'
import type { PermissionEntry } from '#features/accounts/contract.ts'
import { type ApiKey, longestDays } from '#features/api-keys/contract.ts'
import { contentPermissions } from '#features/content/permissions.ts'
import { leadPermissions } from '#features/early-adopters/permissions.ts'

const day = 24 * 3_600_000

/** When a key ends: after some days, on a day of its own, or never. */
export const expiries = ['30', '90', '365', 'date', 'never'] as const
export type Expiry = (typeof expiries)[number]

/** A key as it is being described. */
export interface KeyDraft {
  name: string
  scopes: readonly string[]
  expiry: Expiry
  /** The value of the browser's date field, for `date`. */
  date: string
}

/** A new key; a year is long enough to forget nothing and short enough to end. */
export const emptyDraft: KeyDraft = { name: '', scopes: [], expiry: '365', date: '' }

/** A draft like a key that exists, as far as keys may still have its scopes. */
export function draftLike({ name, scopes }: ApiKey, permissions: readonly PermissionEntry[]): KeyDraft {
  return { ...emptyDraft, name, scopes: offeredScopes(permissions).filter((scope) => scopes.includes(scope)) }
}

/** The scopes that keys may have. */
export function offeredScopes(permissions: readonly PermissionEntry[]): string[] {
  return permissions.filter(({ keys }) => keys).map(({ action }) => action)
}

/** Those of them that change nothing: what an account may do that only reads. */
export function readingScopes(permissions: readonly PermissionEntry[]): string[] {
  return permissions.filter(({ keys, least }) => keys && least === 'viewer').map(({ action }) => action)
}

/** When a drafted key ends; null for never, undefined while its day is missing. A day lasts until its last minute. */
export function endOf({ expiry, date }: KeyDraft, now: Date): string | null | undefined {
  if (expiry === 'never') return null
  if (expiry === 'date') return readFieldValue(`${date}T23:59`)?.toISOString()
  return new Date(now.getTime() + Number(expiry) * day).toISOString()
}

/** The first and the last day that can be chosen, as values of a date field. */
export function dayRange(now: Date): { min: string; max: string } {
  const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10)
  return { min: dayOf(now.getTime()), max: dayOf(now.getTime() + (longestDays - 1) * day) }
}

/** A call that a key can make, for its example; undefined where none is certain to work. */
export function findExampleCall(scopes: readonly string[]): string | undefined {
  if (scopes.includes(leadPermissions.read.action)) return '/api/early-adopters?limit=10'
  if (scopes.includes(contentPermissions.read.action)) return '/api/content'
  return undefined
}
