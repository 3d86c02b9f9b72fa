import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { findUrlFault, hostOf, isPublicAddress } from '#platform/outgoing/public-address.ts'
import { escapeMarkup } from '#shared/markup.ts'
import { isTimeout, PlatformFault } from './fault.ts'

// Platforms list what they find; nothing that we ask for is longer.
const mostBytes = 5_000_000
const shownCharacters = 500
const longestWish = 24 * 3_600_000
const usualTimeout = 30_000

/** One call to a platform, for the history of a post. It holds no secrets. */
export interface ObservedCall {
  method: string
  /** The address without its query. */
  address: string
  /** Null when there was no answer. */
  status: number | null
  milliseconds: number
  /** The beginning of the answer, or why there is none. */
  answer: string
}

export interface PlatformRequest {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  headers?: Record<string, string>
  /** A stream is sent as it arrives; when it fails, the request breaks off. */
  body?: string | Uint8Array<ArrayBuffer> | FormData | URLSearchParams | ReadableStream<Uint8Array>
  signal: AbortSignal
  /** For the whole exchange, in milliseconds. */
  timeout?: number
  /** What no message and no history shows, such as tokens: whoever answers may repeat the request. */
  secrets?: readonly string[]
  observe?: ((call: ObservedCall) => void) | undefined
}

/** A whole answer of a platform, whatever its status. */
export interface PlatformAnswer {
  status: number
  headers: Headers
  /** Without the secrets of the request. */
  body: string
}

interface PlatformCallOptions {
  /** How we call ourselves. */
  userAgent: string
  now(): Date
  /** Of the platforms' interfaces. Others, that a platform names in an answer, are called in the public network alone; tests call all. */
  origins?: ReadonlySet<string>
}

/**
 * Calls platforms within limits of time and size. Redirects are answers: they are not followed.
 * What a platform names must not lead into the network of the server (OWASP, Server-Side Request Forgery).
 * Every answer is returned; without one it throws `PlatformFault`: `unreachable` when the request cannot have arrived, else `lost`.
 */
export function createPlatformCalls({ userAgent, now, origins }: PlatformCallOptions) {
  async function call(url: string | URL, request: PlatformRequest): Promise<PlatformAnswer> {
    const { method = 'GET', headers, body, secrets = [], observe, timeout = usualTimeout } = request
    const began = performance.now()
    const note = (status: number | null, answer: string) =>
      observe?.({
        ...{ method, address: addressOf(url, secrets), status, answer: shorten(answer) },
        milliseconds: Math.round(performance.now() - began),
      })
    const signal = AbortSignal.any([request.signal, AbortSignal.timeout(timeout)])
    try {
      if (origins && !origins.has(new URL(url).origin)) await requirePublic(new URL(url))
      const response = await fetch(url, {
        ...{ method, signal, redirect: 'manual' },
        headers: { 'user-agent': userAgent, ...headers },
        ...(body !== undefined && { body, duplex: 'half' }),
      })
      const text = hideSecrets(await readBody(response), secrets)
      note(response.status, text)
      return { status: response.status, headers: response.headers, body: text }
    } catch (error) {
      const fault = faultOf(error)
      note(null, fault.message)
      throw fault
    }
  }

  return {
    call,
    /** Throws what an answer that is no success means; `sentenceOf` reads the platform's sentence in its body. */
    requireSuccess(
      answer: PlatformAnswer,
      sentenceOf: (body: string) => string | undefined = () => undefined,
    ): PlatformAnswer {
      const { status, headers, body } = answer
      if (status >= 200 && status < 300) return answer
      const sentence = shorten(sentenceOf(body) ?? body) || `HTTP ${status}`
      throw new PlatformFault(kindOf(status), sentence, { status, again: readRetryAfter(headers, now()) })
    },
  }
}
export type PlatformCalls = ReturnType<typeof createPlatformCalls>

function kindOf(status: number) {
  if (status === 429) return 'limited'
  if (status === 401) return 'token'
  return status >= 500 ? 'busy' : 'refused'
}

/** The moment that a `Retry-After` header asks to wait for (RFC 9110 §10.2.3): seconds or a date. */
export function readRetryAfter(headers: Headers, now: Date): Date | undefined {
  const header = headers.get('retry-after')?.trim()
  if (!header) return undefined
  const wished = /^\d+$/.test(header) ? now.getTime() + Number(header) * 1000 : Date.parse(header)
  if (Number.isNaN(wished) || wished <= now.getTime()) return undefined
  return new Date(Math.min(wished, now.getTime() + longestWish))
}

/** @throws {PlatformFault} for an address that is not called by HTTPS in the public network */
async function requirePublic(url: URL): Promise<void> {
  const isPublic =
    !findUrlFault(url, noHosts) && (isIP(hostOf(url)) !== 0 || (await leadsOutside(hostOf(url))))
  if (!isPublic) throw new PlatformFault('refused', 'private address', { code: 'private_address' })
}

const noHosts: ReadonlySet<string> = new Set()

/** Whether a name leads to the public network. One that cannot be resolved is told when it is called. */
async function leadsOutside(host: string): Promise<boolean> {
  const addresses = await lookup(host, { all: true }).catch(() => [])
  return addresses.every(({ address }) => isPublicAddress(address))
}

/** The body of an answer, up to a limit. */
async function readBody(response: Response): Promise<string> {
  if (!response.body) return ''
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of response.body) {
    chunks.push(chunk)
    length += chunk.length
    if (length > mostBytes) break
  }
  return new TextDecoder().decode(Buffer.concat(chunks).subarray(0, mostBytes))
}

// Codes of errors before anything has been sent: no connection, no host, no trust.
const beforeSending =
  /^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|EHOSTDOWN|ENETDOWN|ENOTFOUND|EAI_|UND_ERR_CONNECT_TIMEOUT|ERR_TLS|ERR_SSL|CERT_|UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO|HOSTNAME_MISMATCH|EPROTO$)/

/** What an error of a connection means for what was asked. */
function faultOf(error: unknown): PlatformFault {
  if (error instanceof PlatformFault) return error
  const code = codeOf(error)
  if (beforeSending.test(code))
    return new PlatformFault('unreachable', code, { code: 'no_connection', cause: error })
  if (isTimeout(error)) return new PlatformFault('lost', 'timeout', { code: 'timeout', cause: error })
  return new PlatformFault('lost', code || 'disconnected', { code: 'disconnected', cause: error })
}

/** The code of an error of a connection, which `fetch` hides in its cause. */
function codeOf(error: unknown): string {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error
  const last = cause instanceof AggregateError ? cause.errors.at(-1) : cause
  return last instanceof Error && 'code' in last && typeof last.code === 'string' ? last.code : ''
}

function addressOf(url: string | URL, secrets: readonly string[]): string {
  const { origin, pathname } = new URL(url)
  return hideSecrets(origin + pathname, secrets)
}

/** A text without secrets, however they are encoded. One of a few letters could not be told from words. */
export function hideSecrets(text: string, secrets: readonly string[]): string {
  let hidden = text
  for (const secret of secrets) {
    if (secret.length < 6) continue
    const json = JSON.stringify(secret).slice(1, -1)
    const form = String(new URLSearchParams({ '': secret })).slice(1)
    const written = [secret, encodeURIComponent(secret), form, escapeMarkup(secret)]
    // Meta and others write a slash in JSON with a backslash before it.
    for (const one of [...written, json, json.replaceAll('/', '\\/')]) hidden = hidden.replaceAll(one, '…')
  }
  return hidden
}

/** The beginning of an answer without what cannot be stored or shown. */
export function shorten(text: string): string {
  return text
    .slice(0, shownCharacters * 4)
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}]+/gu, ' ')
    .trim()
    .slice(0, shownCharacters)
    .toWellFormed()
}

/** The JSON of a body; undefined when it is none. */
export function readJson(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}
