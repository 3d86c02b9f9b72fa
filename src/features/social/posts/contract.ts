import { z } from 'zod'
import { PlatformId } from '#features/social/contract.ts'
import { SocialFile } from '#features/social/files/contract.ts'
import { hasPlainTexts, isDeeperThan } from '#features/social/posts/json/model.ts'
import { pageQuery } from '#shared/paging.ts'
import { isTimeZone } from '#shared/regions.ts'
import { linesText, text } from '#shared/text.ts'
import { isWallTime } from './model.ts'

export const postStatuses = ['scheduled', 'publishing', 'published', 'failed'] as const
export type PostStatus = (typeof postStatuses)[number]

/**
 * How far the publishing of a post is. `preparing`: nobody can see anything of it; `armed`: it is being published, or was when its
 * process died; `settling`: the platform has it and does not show it yet; `handed_over`: a person is to post it by hand.
 */
export const postStages = ['preparing', 'armed', 'settling', 'handed_over'] as const
export type PostStage = (typeof postStages)[number]

/**
 * Why a post is `failed`. `refused`: the platform does not take it; `unknown`: nobody knows whether the platform has it, so a person has
 * to look; `retries`: the platform could not be reached or was busy in all attempts; `account`: the account has to be connected again;
 * `limits`: it does not fit the platform; `late`: it was due while nothing was published for so long that nobody may want it any more.
 */
export const postFaults = ['refused', 'unknown', 'retries', 'account', 'limits', 'late'] as const
export type PostFault = (typeof postFaults)[number]

/** What happened to a post. */
export const attemptKinds = [
  'scheduled',
  'edited',
  'moved',
  'taken',
  'called',
  'prepared',
  'armed',
  'published',
  'settled',
  'lost',
  'searched_published',
  'searched_absent',
  'searched_unknown',
  'postponed',
  'renewed',
  'failed',
  'handed_over',
  'retried',
  'decided',
  'removed',
  'not_removed',
] as const
export type AttemptKind = (typeof attemptKinds)[number]

/** A file of a post, with what it shows for those who do not see it. */
export const PostMedia = SocialFile.extend({ alternative_text: z.string() })
export type PostMedia = z.infer<typeof PostMedia>

export const SocialPost = z.object({
  id: z.uuid(),
  group_id: z.uuid(),
  platform: PlatformId,
  account_id: z.uuid(),
  account_name: z.string(),
  content: z.string(),
  title: z.string(),
  target: z.record(z.string(), z.string()),
  tracks_links: z.boolean(),
  media: z.array(PostMedia),
  scheduled_at: z.iso.datetime(),
  wall_time: z.string(),
  time_zone: z.string(),
  status: z.enum(postStatuses),
  stage: z.enum(postStages),
  version: z.number().int(),
  fault: z.enum(postFaults).nullable(),
  error_message: z.string().nullable(),
  published_url: z.string().nullable(),
  published_at: z.iso.datetime().nullable(),
  /** When it was removed from its platform, which does not change its status. */
  removed_at: z.iso.datetime().nullable(),
  /** Whether its platform lets it be removed from here. */
  is_removable: z.boolean(),
  /** What a person posts by hand, while they are to: the text with its campaign's links, and the page of the platform, filled in as far as it goes. */
  hand_posting: z.object({ text: z.string(), compose_url: z.string().nullable() }).nullable(),
  figures: z.record(z.string(), z.number()).nullable(),
  created_by: z.object({ id: z.uuid(), name: z.string() }).nullable(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
})
export type SocialPost = z.infer<typeof SocialPost>

/** The longest text that any platform takes, in characters. */
export const longestContent = 100_000
/** How many posts may be written together: one for each account. */
export const mostPostsTogether = 30
/** How many files a post of any platform may have. */
export const mostPostFiles = 35
/** How far ahead a post may be scheduled, in days. */
export const furthestDays = 366

const mostTargetFields = 20
const Target = z
  .record(z.string().regex(/^\w{1,50}$/, 'invalid'), text(300), 'invalid')
  .refine((target) => Object.keys(target).length <= mostTargetFields, 'invalid')
const PostFiles = z
  .array(
    z.object({ id: z.uuid('invalid').toLowerCase(), alternative_text: text(5_000).default('') }),
    'invalid',
  )
  .max(mostPostFiles, 'too_long')

/** The version that was read, as PostgreSQL counts them. */
const Version = z
  .number('required')
  .int('invalid')
  .min(0, 'invalid')
  .max(2 ** 31 - 1, 'invalid')

/** A time on the clock, to the minute. */
export const WallTime = z
  .string('required')
  .refine(isWallTime, 'time_invalid')
  .meta({ examples: ['2026-12-01T09:00'] })
export const TimeZone = z
  .string('required')
  .refine(isTimeZone, 'time_zone_unknown')
  .meta({ examples: ['Europe/Madrid'] })

/** What a post says. */
export const PostText = z.object({
  content: linesText(longestContent),
  title: text(300).default(''),
  target: Target.default({}),
  files: PostFiles.default([]),
})

export type PostText = z.infer<typeof PostText>

/** When, on the clock of which place; without a time it is now. */
const PostTime = z.object({ wall_time: WallTime.nullable(), time_zone: TimeZone })

/** Posts that were written together, one for each account. */
export const NewPosts = PostTime.extend({
  tracks_links: z.boolean('invalid').default(true),
  posts: z
    .array(PostText.extend({ account_id: z.uuid('social_account_unknown').toLowerCase() }), 'required')
    .min(1, 'required')
    .max(mostPostsTogether, 'too_long'),
})
export type NewPosts = z.infer<typeof NewPosts>

/** A change of one post; `version` is the one that was read. */
export const PostChange = PostText.extend(PostTime.shape).extend({
  version: Version,
  tracks_links: z.boolean('invalid').default(true),
})
export type PostChange = z.infer<typeof PostChange>

/** Another time for a post. */
export const PostMove = PostTime.extend({ version: Version })
export type PostMove = z.infer<typeof PostMove>

/** The address at which a person has found or published a post. */
export const PublishedAddress = z.object({
  // URL takes what no database does, such as NUL.
  url: z
    .url({ protocol: /^https?$/, error: 'url_invalid' })
    .max(2_000, 'too_long')
    .refine((url) => !/\p{Cc}/u.test(url) && url.isWellFormed(), 'url_invalid'),
})

/** The fields of the form that schedules one post. */
export const ScheduleForm = z.object({
  platform: PlatformId,
  account_id: z.uuid('social_account_unknown').toLowerCase().optional(),
  content: linesText(longestContent),
  title: text(300).default(''),
  scheduled_at: z.string('required').max(40, 'time_invalid'),
  time_zone: TimeZone.optional(),
  alternative_text: text(5_000).default(''),
  target: Target.default({}),
})

/** A moment of a year that PostgreSQL reads. */
const Moment = z.iso.datetime({ offset: true, error: 'time_invalid' }).refine((moment) => {
  const year = new Date(moment).getUTCFullYear()
  return year >= 1 && year <= 9_999
}, 'time_invalid')
const filters = {
  platform: PlatformId.optional(),
  account: z.uuid('invalid').toLowerCase().optional(),
  status: z.enum(postStatuses, 'invalid').optional(),
  search: text(200).default(''),
}
export const PostQuery = z.object({
  ...filters,
  from: Moment.optional(),
  to: Moment.optional(),
  ...pageQuery,
})
export type PostQuery = z.infer<typeof PostQuery>

/** A span of the calendar; at most a quarter of a year. */
export const CalendarQuery = z.object({ ...filters, from: Moment, to: Moment })
export type CalendarQuery = z.infer<typeof CalendarQuery>

/** A post in the calendar, with the beginning of what it says. */
export const CalendarPost = SocialPost.pick({
  id: true,
  group_id: true,
  platform: true,
  account_id: true,
  account_name: true,
  content: true,
  scheduled_at: true,
  time_zone: true,
  status: true,
  stage: true,
  removed_at: true,
  version: true,
})
export type CalendarPost = z.infer<typeof CalendarPost>

/** Something that happened to a post. */
export const PostEvent = z.object({
  at: z.iso.datetime(),
  kind: z.enum(attemptKinds),
  /** The HTTP status of an answer. */
  status: z.number().int().nullable(),
  milliseconds: z.number().int().nullable(),
  /** What was called or what the platform said. */
  detail: z.string(),
  user: z.object({ id: z.uuid(), name: z.string() }).nullable(),
})
export type PostEvent = z.infer<typeof PostEvent>

/** How many drafts somebody may have, and how long and how nested each may be. */
export const draftLimits = { count: 50, characters: 200_000, levels: 20 } as const

/** What somebody is writing; its form is the composer's. */
export const DraftContent = z
  .record(z.string().max(100), z.unknown(), 'required')
  .refine((content) => !isDeeperThan(content, draftLimits.levels), { error: 'invalid', abort: true })
  .refine(hasPlainTexts, 'control_characters')
export type DraftContent = z.infer<typeof DraftContent>
export const NewDraft = z.object({ content: DraftContent })
export const DraftChange = z.object({ version: Version, content: DraftContent })
export const SocialDraft = z.object({
  id: z.uuid(),
  version: z.number().int(),
  content: DraftContent,
  updated_at: z.iso.datetime(),
})
export type SocialDraft = z.infer<typeof SocialDraft>

/** Whether a person has looked for a post and not found it. */
export const Retry = z.object({ is_absent: z.boolean('invalid').default(false) })

/** A place within an account that a post can be sent to. */
export const PostTarget = z.object({ id: z.string(), name: z.string() })
export type PostTarget = z.infer<typeof PostTarget>
