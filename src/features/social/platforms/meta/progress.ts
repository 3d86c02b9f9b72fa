import { z } from 'zod'
import { PlatformFault } from '#features/social/platforms/fault.ts'
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

/** What is known of a post that is ready to be published; undefined when it is not. */
export function findReady(stored: Json): { container: string; since: Date } | undefined {
  const { container, since } = Progress.safeParse(stored).data ?? {}
  return container && since ? { container, since: new Date(since) } : undefined
}

/** @throws {PlatformFault} `refused` when the post is not ready */
export function getReady(stored: Json): { container: string; since: Date } {
  const ready = findReady(stored)
  if (!ready) throw new PlatformFault('refused', 'creation_id')
  return ready
}
