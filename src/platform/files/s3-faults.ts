import { S3ServiceException } from '@aws-sdk/client-s3'
import { type Logger, messageOf } from '#platform/log.ts'
import { Problem } from '#shared/problem.ts'

// How often a store that is away is logged, in milliseconds.
const loggedEvery = 60_000

/** Whether the store says that there is no such file; a missing bucket is another fault. */
export const isMissing = (error: unknown): boolean =>
  error instanceof S3ServiceException && /^(NoSuchKey|NotFound|NoSuchUpload)$/.test(error.name)

/** Turns failures of a store into problems that clients understand, and logs what they were: once a minute, without its keys. */
export function createFaultReport(log: Logger) {
  let loggedAt = Number.NEGATIVE_INFINITY
  return {
    explain(error: unknown): Problem {
      if (error instanceof Problem) return error
      const status = error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined
      const now = performance.now()
      if (now - loggedAt >= loggedEvery) {
        loggedAt = now
        const fault = error instanceof Error ? error.name : typeof error
        log.error({ fault, status, reason: messageOf(error) }, 'the file store does not do what it is asked')
      }
      if (status === 507) return new Problem('storage_full', 507)
      return new Problem('storage_away', 503, { retryAfter: 10 })
    },
  }
}
