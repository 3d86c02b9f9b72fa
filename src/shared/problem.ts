/** One refused field. `code` names a sentence in `locales/<code>/errors.json` under `fields`. */
export interface RefusedField {
  field: string
  code: string
  params?: Record<string, string | number>
}

interface ProblemOptions {
  /** Named variables of the sentence. */
  params?: Record<string, string | number>
  /** The fields that were refused, for 422. */
  fields?: RefusedField[]
  /** Further members of the answer, such as `current_version` (RFC 9457 §3.2). */
  extra?: Record<string, unknown>
  /** Seconds after which asking again makes sense: the `Retry-After` header. */
  retryAfter?: number
}

/**
 * A refusal that the asker can understand. `code` names a sentence in `locales/<code>/errors.json`; the HTTP layer
 * turns it into `application/problem+json` (RFC 9457) in the reader's language.
 */
export class Problem extends Error {
  readonly code: string
  readonly status: number
  readonly options: ProblemOptions

  constructor(code: string, status: number, options: ProblemOptions = {}) {
    super(code)
    this.name = 'Problem'
    this.code = code
    this.status = status
    this.options = options
  }
}
