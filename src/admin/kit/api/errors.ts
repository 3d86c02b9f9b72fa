import type { Translate } from '#admin/kit/texts/texts.ts'
import { ApiError, ConnectionError } from './api-client.ts'

/** One sentence for people about what went wrong. */
export function describeError(error: unknown, t: Translate): string {
  if (error instanceof ApiError && error.detail) return error.detail
  return t(error instanceof ConnectionError ? 'errors.connection' : 'errors.api')
}

/** The same for a form with one field: the server's message about the field, if there is one. */
export function describeFieldError(error: unknown, t: Translate): string {
  return (error instanceof ApiError && error.fields[0]?.message) || describeError(error, t)
}

/** The server's message about each field. */
export function fieldErrors(error: unknown): Record<string, string> {
  const fields = error instanceof ApiError ? error.fields : []
  return Object.fromEntries(fields.map(({ field, message }) => [field, message]))
}
