import { z } from 'zod'
import { PlatformFault } from '#features/social/platforms/fault.ts'
import type { CallContext, PostContent, Target } from '#features/social/platforms/platform.ts'
import type { TiktokApi } from './api.ts'
import { type TiktokPermission, tiktokPermissions } from './limits.ts'

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

/** Who sees a post, and what they may do with it. */
export interface Visibility {
  privacy: string
  allowed: readonly TiktokPermission[]
}

/**
 * What has been chosen of what the account offers now.
 * @throws {PlatformFault} `refused` with the code `tiktok_privacy` when it no longer offers who is to see the post
 */
export function chooseVisibility({ target }: PostContent, creator: Creator): Visibility {
  const privacy = target.privacy?.trim() ?? ''
  const offered = creator.privacy_level_options
  if (!offered.includes(privacy))
    throw new PlatformFault('refused', `privacy_level_options: ${offered.join(', ')}`, {
      code: 'tiktok_privacy',
    })
  const chosen = target.allowed?.split(' ') ?? []
  return { privacy, allowed: listPermissions(creator).filter((one) => chosen.includes(one)) }
}

/** What the settings of the account let viewers do. */
export const listPermissions = (creator: Creator): TiktokPermission[] =>
  tiktokPermissions.filter((one) => creator[disabledBy[one]] !== true)

const disabledBy = {
  comments: 'comment_disabled',
  duet: 'duet_disabled',
  stitch: 'stitch_disabled',
} as const satisfies Record<TiktokPermission, keyof Creator>

/** What people may choose for a target field. */
export async function listTiktokTargets(
  api: TiktokApi,
  context: CallContext,
  field: string,
): Promise<Target[]> {
  const creator = await readCreator(api, context)
  const values = field === 'privacy' ? creator.privacy_level_options : listPermissions(creator)
  return values.map((id) => ({ id, name: id }))
}

/** Whether a post can be seen by everyone, and so has an address when TikTok has checked it. */
export const isPublic = (privacy: string): boolean => privacy === 'PUBLIC_TO_EVERYONE'
