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
  /** Seconds after which a retry makes sense. */
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

/** Parses a response and throws if it is invalid, as zod's schemas do. */
export interface Reader<T> {
  parse(value: unknown): T
}

/** One page of a list and how long the whole list is. */
export interface Page<T> {
  items: T
  total: number
  /** Whether there may be more, as not all were counted. */
  isMinimum: boolean
}

export interface ApiClient {
  get<T>(path: string, reader: Reader<T>, signal?: AbortSignal): Promise<T>
  getPage<T>(path: string, reader: Reader<T>, signal?: AbortSignal): Promise<Page<T>>
  /** With `idempotencyKey`, sending the same again has no further effect. */
  send<T>(
    method: 'POST' | 'PUT' | 'PATCH',
    path: string,
    reader: Reader<T>,
    body?: unknown,
    options?: { idempotencyKey: string },
  ): Promise<T>
  /** Sends a form with a file, and reports its progress from 0 to 1. */
  upload<T>(path: string, form: FormData, reader: Reader<T>, options: UploadOptions): Promise<T>
  /** Downloads a file as a blob and reports the received bytes. */
  download(path: string, body: unknown, options?: DownloadOptions): Promise<Blob>
  /** Opens a response that goes on for as long as the server has something to tell. */
  open(path: string, signal: AbortSignal): Promise<ReadableStream<Uint8Array<ArrayBuffer>>>
  /** A call without a response body. With `keepalive` it is sent even while the page is being left. */
  command(
    method: 'POST' | 'PUT' | 'DELETE',
    path: string,
    options?: { keepalive?: boolean; body?: unknown },
  ): Promise<void>
  /** Calls a listener whenever the user was not allowed to do something. Returns how to stop that. */
  onForbidden(listener: () => void): () => void
}

export interface UploadOptions {
  onProgress: (part: number) => void
  signal?: AbortSignal
}

interface DownloadOptions {
  onProgress?: (bytes: number) => void
  signal?: AbortSignal
}

interface ApiClientOptions {
  fetch: typeof globalThis.fetch
  getToken: () => string | null
  getLanguage: () => string
  /** Called when the token was refused; resolves with whether there is a new one. */
  renewSession: () => Promise<boolean>
  /** Called with whether a call has reached the server. */
  onContact?: (isReached: boolean) => void
  /** Asks for the password again; resolves with whether it was given. */
  askForPassword: () => Promise<boolean>
}

/** Makes calls with the token and the language of the user. */
function createCaller(options: ApiClientOptions, onForbidden: () => void) {
  const { fetch, getToken, getLanguage, renewSession, askForPassword, onContact = () => {} } = options

  /** Makes a call. If it is refused for want of the password or of a valid session, asks for it and repeats the call. */
  async function repeatOnceAllowed(call: (token: string | null) => Promise<Response>): Promise<Response> {
    const token = getToken()
    try {
      return await call(token)
    } catch (error) {
      if (isForbidden(error)) onForbidden()
      if (!(await mend(error, token))) throw error
      return call(getToken())
    }
  }

  /** Whether what the call was refused for is there now. */
  async function mend(error: unknown, token: string | null): Promise<boolean> {
    if (isForPassword(error)) return askForPassword()
    if (!(error instanceof ApiError) || error.status !== 401) return false
    // Another sign-in may have replaced the token during this call.
    return getToken() === token ? renewSession() : getToken() !== null
  }

  const request = (path: string, init: RequestInit): Promise<Response> =>
    repeatOnceAllowed(async (token) => {
      const headers = new Headers(init.headers)
      headers.set('accept', 'application/json')
      headers.set('accept-language', getLanguage())
      if (token) headers.set('authorization', `Bearer ${token}`)
      return accept(await contact(() => fetch(path, { ...init, headers })))
    })

  async function contact<T>(run: () => Promise<T>): Promise<T> {
    try {
      const result = await reach(run)
      onContact(true)
      return result
    } catch (error) {
      if (error instanceof ConnectionError) onContact(false)
      throw error
    }
  }

  return {
    request,
    send: (path: string, form: FormData, options: UploadOptions): Promise<Response> =>
      repeatOnceAllowed(async (token) =>
        accept(await contact(() => sendForm(path, form, { language: getLanguage(), token, ...options }))),
      ),
  }
}

/** The API client of the admin: adds token and language, and throws problems as errors. */
export function createApiClient(options: ApiClientOptions): ApiClient {
  const listeners = new Set<() => void>()
  const { request, send } = createCaller(options, () => {
    for (const listener of listeners) listener()
  })
  return {
    async get(path, reader, signal) {
      return reader.parse(await (await request(path, withSignal(signal))).json())
    },
    async getPage(path, reader, signal) {
      const response = await request(path, withSignal(signal))
      const items = reader.parse(await response.json())
      const { headers } = response
      const isMinimum = headers.get('x-total-count-is') === 'minimum'
      return { items, total: Number(headers.get('x-total-count') ?? 0), isMinimum }
    },
    async send(method, path, reader, body, options) {
      const init = withBody(method, body)
      const headers = new Headers(init.headers)
      if (options) headers.set('idempotency-key', options.idempotencyKey)
      return reader.parse(await (await request(path, { ...init, headers })).json())
    },
    async download(path, body, { onProgress = () => {}, signal } = {}) {
      const sent = body instanceof FormData ? { method: 'POST', body } : withBody('POST', body)
      const response = await request(path, { ...sent, ...withSignal(signal) })
      let bytes = 0
      const counted = response.body?.pipeThrough(
        new TransformStream<Uint8Array, Uint8Array>({
          transform(chunk, controller) {
            bytes += chunk.byteLength
            onProgress(bytes)
            controller.enqueue(chunk)
          },
        }),
      )
      // An incomplete file is an error.
      return reach(() => new Response(counted, { headers: response.headers }).blob())
    },
    async open(path, signal) {
      const { body } = await request(path, { signal, cache: 'no-store' })
      if (!body) throw new Error('The response has no body')
      return body
    },
    async upload(path, form, reader, options) {
      return reader.parse(await (await send(path, form, options)).json())
    },
    async command(method, path, { keepalive = false, body } = {}) {
      await request(path, { ...withBody(method, body), keepalive })
    },
    onForbidden(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** Throws the problem of a refusal. */
async function accept(response: Response): Promise<Response> {
  if (response.ok) return response
  throw await readProblem(response)
}

function isForbidden(error: unknown): boolean {
  return error instanceof ApiError && error.status === 403 && !isForPassword(error)
}

function isForPassword(error: unknown): boolean {
  return error instanceof ApiError && error.members.code === 'password_confirmation_required'
}

function withBody(method: string, body: unknown): RequestInit {
  return body === undefined
    ? { method }
    : { method, body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
}

function withSignal(signal: AbortSignal | undefined): RequestInit {
  return signal ? { signal } : {}
}

interface FormSending extends UploadOptions {
  language: string
  token: string | null
}

/** With XMLHttpRequest, since `fetch` does not report upload progress. */
function sendForm(
  path: string,
  form: FormData,
  { language, token, onProgress, signal }: FormSending,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', path)
    request.setRequestHeader('accept', 'application/json')
    request.setRequestHeader('accept-language', language)
    if (token) request.setRequestHeader('authorization', `Bearer ${token}`)
    request.upload.addEventListener('progress', ({ loaded, total }) =>
      onProgress(total > 0 ? loaded / total : 0),
    )
    request.addEventListener('load', () => {
      const wait = request.getResponseHeader('retry-after')
      const headers = new Headers(wait === null ? {} : { 'retry-after': wait })
      resolve(new Response(request.responseText, { status: request.status, headers }))
    })
    request.addEventListener('error', () => reject(new TypeError('The upload failed')))
    request.addEventListener('abort', () =>
      reject(new DOMException('The upload was broken off', 'AbortError')),
    )
    const abort = () => request.abort()
    signal?.addEventListener('abort', abort)
    request.addEventListener('loadend', () => signal?.removeEventListener('abort', abort))
    request.send(form)
    if (signal?.aborted) abort()
  })
}

/** Runs a request; a network failure becomes a ConnectionError, an abort stays an abort. */
export async function reach<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    throw new ConnectionError(error)
  }
}

/** Reads the problem of a refusal; another body (such as a proxy's page) gives an error without a message. */
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
