import { z } from 'zod'
import { PlatformFault } from '#features/social/platforms/fault.ts'
import type { CallContext } from '#features/social/platforms/platform.ts'
import type { TiktokApi } from './api.ts'

const Creator = z.object({
  creator_username: z.string().min(1),
  privacy_level_options: z.array(z.string()),
  comment_disabled: z.boolean().optional(),
  duet_disabled: z.boolean().optional(),
  stitch_disabled: z.boolean().optional(),
  max_video_post_duration_sec: z.number().optional(),
})
export type Creator = z.infer<typeof Creator>

/**
 * What the account may post now, which has to be asked before every post.
 * https://developers.tiktok.com/doc/content-posting-api-reference-query-creator-info
 */
export const readCreator = (api: TiktokApi, context: Omit<CallContext, 'account'>): Promise<Creator> =>
  api.call(context, { path: '/v2/post/publish/creator_info/query/' }, Creator)

const widestFirst = ['PUBLIC_TO_EVERYONE', 'FOLLOWER_OF_CREATOR', 'MUTUAL_FOLLOW_FRIENDS', 'SELF_ONLY']

/** How public a post of the account can be: as much as TikTok offers. A private account is offered less. */
export function choosePrivacy({ privacy_level_options: offered }: Creator): string {
  const privacy = widestFirst.find((level) => offered.includes(level)) ?? offered[0]
  if (privacy === undefined) throw new PlatformFault('refused', 'privacy_level_options: []')
  return privacy
}

/** Whether a post can be seen by everyone, and so has an address when TikTok has checked it. */
export const isPublic = (privacy: string): boolean => privacy === 'PUBLIC_TO_EVERYONE'
