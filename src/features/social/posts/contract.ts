import { z } from 'zod'
import { PlatformId } from '#features/social/contract.ts'

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
] as const
export type AttemptKind = (typeof attemptKinds)[number]

export const PostMedia = z.object({
  id: z.uuid(),
  kind: z.enum(['image', 'video']),
  type: z.string(),
  name: z.string(),
  size: z.number().int(),
  width: z.number().int(),
  height: z.number().int(),
  seconds: z.number().nullable(),
  alternative_text: z.string(),
  /** Where the team sees it. */
  url: z.string(),
})
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
  figures: z.record(z.string(), z.number()).nullable(),
  created_by: z.object({ id: z.uuid(), name: z.string() }).nullable(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
})
export type SocialPost = z.infer<typeof SocialPost>
