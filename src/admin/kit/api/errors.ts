import type { Translate } from '#admin/kit/texts/texts.ts'
import { ApiError, ConnectionError } from './api-client.ts'

/** One sentence for people about what went wrong (seed A §8). */
export function describeError(error: unknown, t: Translate): string {
  if (error instanceof ApiError && error.detail) return error.detail
  return t(error instanceof ConnectionError ? 'errors.connection' : 'errors.api')
}
