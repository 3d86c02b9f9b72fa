import { z } from 'zod'
import type { Job } from '#platform/queue.ts'
import type { ContentImports } from './imports.ts'

const Nothing = z.object({})

/** Once a day: forgets archives that nobody has imported for long, and those that never arrived. */
export function forgetArchivesJob({ imports }: { imports: ContentImports }): Job<typeof Nothing> {
  return { name: 'content-archives', payload: Nothing, everyHours: 24, work: () => imports.removeOld() }
}
