import type { BackupFailure } from '#features/backups/contract.ts'
import { isDiskFullError } from '#platform/disk/disk-space.ts'
import { reasonOf } from '#platform/log.ts'

/** A backup could not be made; the message is for the operator. */
export class MakingError extends Error {
  override name = 'MakingError'
  readonly failure: BackupFailure

  constructor(failure: BackupFailure, message: string, options?: ErrorOptions) {
    super(message, options)
    this.failure = failure
  }
}

/** A failed step, as the reason why a backup failed. */
export function explainFailure(error: unknown, otherwise: BackupFailure): MakingError {
  if (error instanceof MakingError) return error
  const failure = isDiskFullError(error) ? 'disk_full' : otherwise
  return new MakingError(failure, reasonOf(error), { cause: error })
}
