import { z } from 'zod'
import type { Json } from '#features/social/platforms/platform.ts'
import { readProgress } from '#features/social/platforms/shapes.ts'

const Common = {
  username: z.string(),
  privacy: z.string(),
  /** When it was begun. */
  since: z.string(),
}
const Video = z.object({
  kind: z.literal('video'),
  ...Common,
  publishId: z.string(),
  /** Takes chunks of this video for an hour, and nothing else. */
  uploadUrl: z.string(),
  /** How many chunks TikTok has. */
  sent: z.number().int(),
  /** How many uploads have ended before they were whole. */
  restarts: z.number().int(),
})
const Photos = z.object({ kind: z.literal('photos'), ...Common, allowsComments: z.boolean() })

/** What has been prepared of a post. */
export const Progress = z.discriminatedUnion('kind', [Video, Photos])
export type Progress = z.infer<typeof Progress>
export type VideoProgress = z.infer<typeof Video>
export type PhotosProgress = z.infer<typeof Photos>

/** @throws {PlatformFault} `refused` when nothing has been prepared */
export const getProgress = (stored: Json): Progress => readProgress(Progress, stored)
