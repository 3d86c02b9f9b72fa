import { z } from 'zod'
import type { Json } from '#features/social/platforms/platform.ts'
import { readProgress } from '#features/social/platforms/shapes.ts'

/** The containers that have been made for a post. None of them is seen by anyone. */
export const Progress = z.object({
  /** Of its files, when there are several, in order. */
  items: z.array(z.string()),
  /** How many of them are finished. */
  finished: z.number().int(),
  /** Of the post. */
  container: z.string().nullable(),
  since: z.string(),
  /** How often in vain it was asked whether a container is finished. */
  polls: z.number().int(),
})
export type Progress = z.infer<typeof Progress>

const Ready = Progress.extend({ container: z.string() })

/** What is known of a post that is ready to be published. @throws {PlatformFault} `refused` when it is not */
export function getReady(stored: Json): { container: string; since: Date } {
  const { container, since } = readProgress(Ready, stored)
  return { container, since: new Date(since) }
}
