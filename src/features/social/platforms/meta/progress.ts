import { z } from 'zod'
import type { Json } from '#features/social/platforms/platform.ts'

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

/** The progress of a post that is ready to be published. */
export function getReady(stored: Json): { container: string; since: Date } {
  const { container, since } = Progress.parse(stored)
  if (container === null) throw new TypeError('The container of a post is not there yet')
  return { container, since: new Date(since) }
}
