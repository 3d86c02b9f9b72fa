import type { Poller } from '#platform/poller.ts'
import { someAreBroken } from './upload-store.ts'
import type { Uploads } from './uploads.ts'

/** Removes what is left of uploads that broke off with their process, every half minute. */
export function brokenUploadPoller({ removeBroken }: Uploads): Poller {
  return { name: 'document-uploads', everySeconds: 30, isDue: someAreBroken, poll: removeBroken }
}
