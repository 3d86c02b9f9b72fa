import { ArchiveError } from '#features/backups/archive/archive.ts'
import { isDiskFullError } from '#platform/disk/disk-space.ts'
import { messageOf } from '#platform/log.ts'
import { Problem } from '#shared/problem.ts'
import type { RestoreFailure } from './contract.ts'

/** A restore that cannot be done, for a reason that the operator can change; the message is a sentence for them. */
export class RestoreError extends Error {
  override name = 'RestoreError'
  readonly failure: RestoreFailure

  constructor(failure: RestoreFailure, message: string, options?: ErrorOptions) {
    super(message, options)
    this.failure = failure
  }
}

/** Why a restore has failed, and what the operator is told of it. */
export function describeFailure(error: unknown): { failure: RestoreFailure; failureDetail: string } {
  const failureDetail = messageOf(error).slice(0, 500)
  if (error instanceof RestoreError) return { failure: error.failure, failureDetail }
  if (error instanceof ArchiveError) return { failure: error.fault, failureDetail }
  const isFull = isDiskFullError(error) || (error instanceof Problem && error.status === 507)
  return { failure: isFull ? 'disk_full' : 'failed', failureDetail }
}
