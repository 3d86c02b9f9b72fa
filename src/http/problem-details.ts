import type { FastifyError } from 'fastify'
import { z } from 'zod'
import type { Catalogues } from '#platform/catalogues.ts'
import { DatabaseTimeout } from '#platform/database/wait-limit.ts'
import { isDiskFullError } from '#platform/disk/disk-space.ts'
import { messageOf } from '#platform/log.ts'
import type { Language } from '#shared/languages.ts'
import { Problem, type RefusedField } from '#shared/problem.ts'

/** The body of every refusal: RFC 9457, with `errors` for refused fields. */
export const ProblemDetails = z
  .object({
    type: z.literal('about:blank'),
    status: z.number().int(),
    title: z.string(),
    detail: z.string(),
    errors: z.array(z.object({ field: z.string(), message: z.string() })).optional(),
  })
  .loose()
export type ProblemDetails = z.infer<typeof ProblemDetails>

export const problemMediaType = 'application/problem+json'
export const problemContentType = `${problemMediaType}; charset=utf-8`

/** The body of an error response, in the reader's language. */
export function describeProblem(
  problem: Problem,
  language: Language,
  catalogues: Catalogues,
): ProblemDetails {
  const t = catalogues.translator(language)
  const { params = {}, fields, extra, retryAfter } = problem.options
  const variables = { ...params, ...(retryAfter === undefined ? {} : { count: retryAfter }) }
  return {
    type: 'about:blank',
    status: problem.status,
    title: t(`errors:title.${problem.status}`),
    detail: t(`errors:${problem.code}`, variables),
    ...(fields && {
      errors: describeFields(fields, language, catalogues),
    }),
    ...extra,
  }
}

/** The sentences about refused fields, in the reader's language. */
export function describeFields(
  fields: readonly RefusedField[],
  language: Language,
  catalogues: Catalogues,
): { field: string; message: string }[] {
  const t = catalogues.translator(language)
  return fields.map((refused) => ({ field: refused.field, message: describeField(refused, t, catalogues) }))
}

function describeField(
  { code, params }: RefusedField,
  t: ReturnType<Catalogues['translator']>,
  catalogues: Catalogues,
): string {
  return t(
    catalogues.has(`errors:fields.${code}`) ? `errors:fields.${code}` : 'errors:fields.invalid',
    params,
  )
}

/** The fields that a zod schema refused, the first reason for each. */
export function refusedFields(issues: readonly z.core.$ZodIssue[]): RefusedField[] {
  const fields = new Map<string, RefusedField>()
  for (const issue of issues) {
    const field = issue.path.join('.')
    if (!fields.has(field)) fields.set(field, { field, code: codeOf(issue) })
  }
  return [...fields.values()]
}

/** Reads data that did not come as the body of a request. @throws {Problem} 422 naming the fields that are refused */
export function readFields<Value>(schema: z.ZodType<Value>, data: unknown): Value {
  const result = schema.safeParse(data)
  if (result.success) return result.data
  throw new Problem('validation_failed', 422, { fields: refusedFields(result.error.issues) })
}

function codeOf(issue: z.core.$ZodIssue): string {
  // Our schemas put a code of errors.json where zod has its message; zod's own messages are sentences.
  if (/^[a-z_]+$/.test(issue.message)) return issue.message
  if (issue.code === 'invalid_type') return 'required'
  if (issue.code === 'too_big') return 'too_long'
  return 'invalid'
}

/** Turns an error into a problem; undefined means an internal error. */
export function findProblem(error: unknown): Problem | undefined {
  if (error instanceof Problem) return error
  const { code, statusCode } = error as Partial<FastifyError>
  if (isDiskFullError(error)) return new Problem('disk_full', 507)
  const fault = findDatabaseFault(error)
  if (fault) return new Problem(fault, 503, { retryAfter: 5 })
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE' || statusCode === 415) {
    return new Problem('unsupported_media_type', 415, { params: { expected: 'application/json' } })
  }
  if (statusCode === 413) return new Problem('payload_too_large', 413)
  if (statusCode === 503) return new Problem('overloaded', 503, { retryAfter: 2 })
  if (code === 'FST_ERR_MAX_PARAM_LENGTH') return new Problem('not_found', 404)
  // The parser throws a SyntaxError for `__proto__`.
  if (code === 'FST_ERR_CTP_INVALID_JSON_BODY' || (error instanceof SyntaxError && statusCode === 400)) {
    return new Problem('invalid_json', 400)
  }
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return new Problem('bad_request', 400)
  return undefined
}

// Connection failures of Node and of pg, and the SQLSTATE classes 08 (connection), 53 (resources), 57P0x (shutting down).
const awayCodes = /^(08|53|57P0)|^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EAGAIN)$/
const awayMessages = /Connection terminated unexpectedly|has encountered a connection error/
// Ended and rolled back by PostgreSQL after `statement_timeout` or `lock_timeout`, or since others wait in a circle.
const slowCodes = /^(57014|55P03|40001|40P01)$/
// Ended by the client: the time for a connection, for an answer, or for the whole request is over.
const slowMessages =
  /timeout exceeded when trying to connect|Query read timeout|^Connection terminated(?! unexpectedly)|Client was closed/

/** What is wrong with the database, when an error of it means that a later attempt may succeed. */
function findDatabaseFault(error: unknown): 'database_away' | 'database_slow' | undefined {
  let cause: unknown = error
  for (let depth = 0; depth < 4 && cause instanceof Error; depth++) {
    const { code: given, syscall } = cause as Error & { code?: unknown; syscall?: unknown }
    const code = typeof given === 'string' ? given : ''
    // Messages of errors with a code may quote what a person has typed.
    const message = code === '' ? messageOf(cause) : ''
    if (cause instanceof DatabaseTimeout || slowCodes.test(code) || slowMessages.test(message))
      return 'database_slow'
    // No Unix socket of the embedded database, or no file descriptor; the same of a file has another `syscall`.
    const isUnconnected = /^(ENOENT|EMFILE|ENFILE)$/.test(code) && syscall === 'connect'
    if (isUnconnected || awayCodes.test(code) || awayMessages.test(message)) return 'database_away'
    cause = cause.cause
  }
  return undefined
}
