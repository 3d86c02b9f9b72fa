/** One refused field of a form, with a sentence for people. */
export interface FieldError {
  field: string
  message: string
}

interface ApiErrorParts {
  detail?: string | undefined
  fields?: FieldError[]
  retryAfter?: number | undefined
  members?: Record<string, unknown>
}

/** The server refused: RFC 9457 with a sentence in the reader's language. */
export class ApiError extends Error {
  readonly status: number
  readonly detail: string | undefined
  readonly fields: FieldError[]
  /** Seconds after which asking again makes sense. */
  readonly retryAfter: number | undefined
  /** Every member of the problem, such as `current_version`. */
  readonly members: Record<string, unknown>

  constructor(status: number, { detail, fields = [], retryAfter, members = {} }: ApiErrorParts = {}) {
    super(detail ?? `HTTP ${status}`)
    this.name = 'ApiError'
    this.status = status
    this.detail = detail
    this.fields = fields
    this.retryAfter = retryAfter
    this.members = members
  }
}

/** The server could not be reached. */
export class ConnectionError extends Error {
  constructor(cause: unknown) {
    super('The server could not be reached', { cause })
    this.name = 'ConnectionError'
  }
}

/** What reads an answer and refuses a wrong one; zod's schemas are such. */
export interface Reader<T> {
  parse(value: unknown): T
}

/** One page of a list and how long the whole list is. */
export interface Page<T> {
  items: T
  total: number
}

export interface ApiClient {
  get<T>(path: string, reader: Reader<T>, signal?: AbortSignal): Promise<T>
  getPage<T>(path: string, reader: Reader<T>, signal?: AbortSignal): Promise<Page<T>>
  send<T>(method: 'POST' | 'PUT', path: string, reader: Reader<T>, body?: unknown): Promise<T>
  /** A call whose answer has no body. */
  command(method: 'POST' | 'DELETE', path: string): Promise<void>
}

interface ApiClientOptions {
  fetch: typeof globalThis.fetch
  getToken: () => string | null
  getLanguage: () => string
  /** The token was refused: it is worth nothing any more. */
  onSessionEnded: () => void
}

/** The admin's way to the API: token, language, problems as errors. */
export function createApiClient({
  fetch,
  getToken,
  getLanguage,
  onSessionEnded,
}: ApiClientOptions): ApiClient {
  async function request(path: string, init: RequestInit): Promise<Response> {
    const token = getToken()
    const headers = new Headers(init.headers)
    headers.set('accept', 'application/json')
    headers.set('accept-language', getLanguage())
    if (token) headers.set('authorization', `Bearer ${token}`)
    const response = await reach(() => fetch(path, { ...init, headers }))
    if (response.ok) return response
    const error = await readProblem(response)
    // Another sign-in may have replaced the token while this call was under way: that one is not to be ended.
    if (response.status === 401 && getToken() === token) onSessionEnded()
    throw error
  }

  return {
    async get(path, reader, signal) {
      return reader.parse(await (await request(path, withSignal(signal))).json())
    },
    async getPage(path, reader, signal) {
      const response = await request(path, withSignal(signal))
      const items = reader.parse(await response.json())
      return { items, total: Number(response.headers.get('x-total-count') ?? 0) }
    },
    async send(method, path, reader, body) {
      const init: RequestInit =
        body === undefined
          ? { method }
          : { method, body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
      return reader.parse(await (await request(path, init)).json())
    },
    async command(method, path) {
      await request(path, { method })
    },
  }
}

function withSignal(signal: AbortSignal | undefined): RequestInit {
  return signal ? { signal } : {}
}

/** Runs a request; a failure to reach the server becomes a ConnectionError, an abort stays one. */
export async function reach(run: () => Promise<Response>): Promise<Response> {
  try {
    return await run()
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    throw new ConnectionError(error)
  }
}

/** Reads the problem out of a refusal; a body that is none (a proxy's page) gives an error without a sentence. */
export async function readProblem(response: Response): Promise<ApiError> {
  const wait = Number.parseInt(response.headers.get('retry-after') ?? '', 10)
  const retryAfter = Number.isFinite(wait) && wait >= 0 ? wait : undefined
  let body: unknown
  try {
    body = await response.json()
  } catch {
    return new ApiError(response.status, { retryAfter })
  }
  if (!isRecord(body)) return new ApiError(response.status, { retryAfter })
  const errors: unknown[] = Array.isArray(body.errors) ? body.errors : []
  return new ApiError(response.status, {
    detail: typeof body.detail === 'string' && body.detail !== '' ? body.detail : undefined,
    fields: errors.filter(isFieldError),
    retryAfter,
    members: body,
  })
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isFieldError(value: unknown): value is FieldError {
  return isRecord(value) && typeof value.field === 'string' && typeof value.message === 'string'
}
