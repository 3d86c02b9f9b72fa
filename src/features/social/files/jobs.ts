import { z } from 'zod'
import type { Job } from '#platform/queue.ts'
import type { SocialFiles } from './files.ts'

const Nothing = z.object({})

/** Removes, once a day, files that no post and no draft has shown for a month, and what keeps requests from having two effects. */
export function forgetFilesJob({
  socialFiles,
  forgetRequests,
}: {
  socialFiles: Pick<SocialFiles, 'removeUnused'>
  forgetRequests(): Promise<void>
}): Job<typeof Nothing> {
  return {
    name: 'social-forget-files',
    payload: Nothing,
    everyHours: 24,
    async work() {
      await forgetRequests()
      await socialFiles.removeUnused()
    },
  }
}
