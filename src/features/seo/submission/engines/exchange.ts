import type { IncomingHttpHeaders } from 'node:http'
import type { SubmissionFault } from '#features/seo/submission/contract.ts'
import type { Clock } from '#platform/clock.ts'
import type { OutgoingClient, OutgoingRequest } from '#platform/outgoing/client.ts'
import { OutgoingFault } from '#platform/outgoing/fault.ts'
import { escapeMarkup } from '#shared/markup.ts'
import type { EngineAnswer } from './engine.ts'

// Engines list the addresses that they do not want.
const mostBytes = 1_000_000
const shownCharacters = 500
const longestWish = 24 * 3_600_000

/** What came of a request. */
export interface Reply {
  status: number | null
  fault: SubmissionFault | null
  /** The whole body. */
  body: string
  /** When the engine wants to be asked again. */
  again: Date | undefined
}

/** A request to an engine. */
export type EngineRequest = Pick<OutgoingRequest, 'method'> & {
  url: string
  headers?: Record<string, string>
  body?: string
  /** What no answer is shown with, such as a token: whoever answers in the engine's place may repeat the request. */
  secret?: string
  signal: AbortSignal
}

interface ExchangeOptions {
  client: OutgoingClient
  clock: Clock
  /** How the sender calls itself. */
  userAgent: string
  /** How long an engine may take for its whole answer, in milliseconds. */
  timeout?: number
}

/** Creates the function that sends a request to an engine, within limits of time and size. It never throws. */
export function createExchange({ client, clock, userAgent, timeout = 20_000 }: ExchangeOptions) {
  return async ({ url, method, headers, body, secret, signal }: EngineRequest): Promise<Reply> => {
    try {
      const answer = await client.send({
        ...{ url: new URL(url), method, timeout, mostBytes, signal },
        headers: { 'user-agent': userAgent, ...headers },
        ...(body !== undefined && { body }),
      })
      const { status, isComplete } = answer
      const again = readRetryAfter(answer.headers, clock.now())
      const fault = faultOf(status) ?? (isComplete ? null : 'unreadable')
      return { status, fault, body: hideSecret(answer.body, secret), again }
    } catch (error) {
      const fault = error instanceof OutgoingFault ? error.fault : 'disconnected'
      return { status: null, fault, body: '', again: undefined }
    }
  }
}
export type Exchange = ReturnType<typeof createExchange>

/** A text without a secret, however it is encoded. One of a few letters could not be told from words. */
function hideSecret(text: string, secret = ''): string {
  if (secret.length < 6) return text
  const written = [secret, encodeURIComponent(secret), String(new URLSearchParams({ '': secret })).slice(1)]
  return [...written, escapeMarkup(secret)].reduce((hidden, one) => hidden.replaceAll(one, '…'), text)
}

function faultOf(status: number): SubmissionFault | null {
  if (status >= 200 && status < 300) return null
  return status >= 300 && status < 400 ? 'redirect' : 'status'
}

/** The moment that a `Retry-After` header asks to wait for (RFC 9110 §10.2.3): seconds or a date. */
function readRetryAfter(headers: IncomingHttpHeaders, now: Date): Date | undefined {
  const header = headers['retry-after']
  if (header === undefined) return undefined
  const wished = /^\d+$/.test(header) ? now.getTime() + Number(header) * 1000 : Date.parse(header)
  if (Number.isNaN(wished) || wished <= now.getTime()) return undefined
  return new Date(Math.min(wished, now.getTime() + longestWish))
}

/** What a reply means for an engine that says everything by its status. */
export function judge(reply: Reply): EngineAnswer {
  const { status, fault, body, again } = reply
  const verdict = fault === null ? 'accepted' : mayWorkLater(reply) ? 'again' : 'refused'
  return { verdict, status, fault, answer: shorten(body), again }
}

/** Whether the same request may be answered otherwise later. */
function mayWorkLater({ status, fault }: Reply): boolean {
  if (status === null) return true
  return status === 408 || status === 425 || status === 429 || status >= 500 || fault === 'unreadable'
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
