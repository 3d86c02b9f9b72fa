import { z } from 'zod'

/** A picture or a video that was uploaded for posts. */
export const SocialFile = z.object({
  id: z.uuid(),
  kind: z.enum(['image', 'video']),
  /** Its content type. */
  type: z.string(),
  name: z.string(),
  /** In bytes. */
  size: z.number().int(),
  /** In pixels. */
  width: z.number().int(),
  height: z.number().int(),
  seconds: z.number().nullable(),
  /** Where the team sees it. */
  url: z.string(),
})
export type SocialFile = z.infer<typeof SocialFile>
