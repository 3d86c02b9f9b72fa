import { z } from 'zod'
import type { PublishContext, Settlement } from '#features/social/platforms/platform.ts'
import type { TiktokApi } from './api.ts'
import { isPublic } from './creator.ts'
import type { Progress } from './progress.ts'

const Id = z.union([z.string(), z.number().transform(String)])
const Status = z.object({
  status: z.string(),
  fail_reason: z.string().optional(),
  // It is spelled so, and is a list though it is not always documented as one.
  publicaly_available_post_id: z.union([z.array(Id), Id.transform((id) => [id])]).optional(),
  uploaded_bytes: z.number().optional(),
})
export type Status = z.infer<typeof Status>

/** https://developers.tiktok.com/doc/content-posting-api-reference-get-video-status */
export const readStatus = (api: TiktokApi, context: PublishContext, publishId: string): Promise<Status> =>
  api.call(context, { path: '/v2/post/publish/status/fetch/', json: { publish_id: publishId } }, Status)

const longestSettling = 24 * 3_600_000

/**
 * What has become of a post that TikTok has taken. Its address is known when TikTok has checked it, if everyone may see it.
 */
export function settledAs(
  { status, fail_reason, publicaly_available_post_id: ids = [] }: Status,
  { progress, publishId, site, now }: { progress: Progress; publishId: string; site: string; now: Date },
): Settlement {
  if (status === 'FAILED') return { rejection: fail_reason ?? status }
  const [id] = ids
  const kind = progress.kind === 'video' ? 'video' : 'photo'
  if (id !== undefined) return { id, url: `${site}/@${encodeURIComponent(progress.username)}/${kind}/${id}` }
  const isLate = now.getTime() - Date.parse(progress.since) > longestSettling
  const isPosted = status === 'PUBLISH_COMPLETE' || status === 'SEND_TO_USER_INBOX'
  if (isPosted && (isLate || !isPublic(progress.privacy))) return { id: publishId, url: null }
  return { id: publishId, url: null, isPending: true }
}
