import { z } from 'zod'
import { ContentKey } from '#features/content/contract.ts'
import type { LiveTopic } from '#shared/live/topic.ts'
import { pageQuery } from '#shared/paging.ts'
import { LanguageCode } from '#shared/parameters.ts'
import { text } from '#shared/text.ts'
import { calendarMoment } from '#shared/time/moments.ts'
import { releasePermissions } from './permissions.ts'

/** The statuses of a release. */
export const releaseStatuses = ['draft', 'scheduled', 'live', 'rolled_back', 'failed', 'cancelled'] as const
export const ReleaseStatus = z.enum(releaseStatuses)
export type ReleaseStatus = z.infer<typeof ReleaseStatus>

/** One text of a release: the version to publish, or null to unpublish the text. */
export const ReleaseItem = z.object({
  key: ContentKey,
  language: LanguageCode,
  version: z
    .int('version_invalid')
    .min(1, 'version_invalid')
    .max(2_000_000_000, 'version_invalid')
    .nullable(),
})
export type ReleaseItem = z.infer<typeof ReleaseItem>

const namesEachOnce = (items: ReleaseItem[]) =>
  new Set(items.map(({ key, language }) => `${key} ${language}`)).size === items.length
const exampleName = { examples: ['Opening of the beta'] }
const name = text(120)
  .min(1, 'required')
  .meta(exampleName)
  .refine((value) => !/[\r\n\t\u2028\u2029]/.test(value), 'control_characters')
const items = z
  .array(ReleaseItem, 'required')
  .min(1, 'texts_required')
  // One item per text and language.
  .max(110, 'too_long')
  .refine(namesEachOnce, 'text_twice')
const Moment = calendarMoment('time_invalid')

/** A new release. With `due_at` it is scheduled at once. */
export const ReleaseDraft = z.object({ name, items, due_at: Moment.optional() })
export type ReleaseDraft = z.infer<typeof ReleaseDraft>

/** Another name or other texts for a release that is not live. `updated_at` is that of the release as it was read. */
export const ReleaseChange = z.object({ name, items, updated_at: Moment })
export type ReleaseChange = z.infer<typeof ReleaseChange>

/** When a release is to go live. */
export const ReleaseSchedule = z.object({ due_at: Moment })
export type ReleaseSchedule = z.infer<typeof ReleaseSchedule>

/** The request to roll back. `force` also rolls back texts that somebody has published since. */
export const ReleaseRollBack = z.object({ force: z.boolean('invalid').default(false) }).nullish()
export type ReleaseRollBack = z.infer<typeof ReleaseRollBack>

/** Which releases to list: of a status, or with a text. */
export const ReleaseQuery = z.object({
  status: z.enum(releaseStatuses, 'invalid').optional(),
  key: ContentKey.optional(),
  language: LanguageCode.optional(),
  ...pageQuery,
})
export type ReleaseQuery = z.infer<typeof ReleaseQuery>

/** Why a scheduled release did not go live: a code of `errors.json`, and the text it is about. */
export const ReleaseFailure = z.object({
  code: z.enum(['release_text_blank', 'release_text_missing']),
  key: ContentKey,
  language: LanguageCode,
})
export type ReleaseFailure = z.infer<typeof ReleaseFailure>

/** Texts that are published or unpublished together, immediately or at a set time. */
export const Release = z.object({
  id: z.uuid(),
  name: z.string().meta(exampleName),
  status: ReleaseStatus,
  due_at: z.iso.datetime().nullable(),
  live_at: z.iso.datetime().nullable(),
  rolled_back_at: z.iso.datetime().nullable(),
  failure: ReleaseFailure.nullable(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
  /** `previous_version` is what was published before the release went live. */
  items: z.array(ReleaseItem.extend({ previous_version: z.number().int().nullable() })),
})
export type Release = z.infer<typeof Release>

/** Signalled when a release has changed. */
export const releasesChanged: LiveTopic = { name: 'releases', permission: releasePermissions.read }
