import { z } from 'zod'
import { readExactJson } from '#features/social/platforms/exact-json.ts'
import { PlatformFault, type PlatformFaultKind } from '#features/social/platforms/fault.ts'
import type { PlatformOptions } from '#features/social/platforms/options.ts'
import {
  hideSecrets,
  type ObservedCall,
  type PlatformAnswer,
  readRetryAfter,
  shorten,
} from '#features/social/platforms/platform-calls.ts'
import { readAnswer } from '#features/social/platforms/shapes.ts'

export interface GraphRequest {
  method?: 'GET' | 'POST' | 'DELETE'
  url: string
  /** In the body of a POST, else in the query. */
  params: Readonly<Record<string, string>>
  /** What no message and no history shows; tokens are parameters here. */
  secrets: readonly string[]
  /** The answer holds tokens, which may be the ones that were sent: they are hidden in faults alone. */
  givesTokens?: true
  signal: AbortSignal
  observe?: ((call: ObservedCall) => void) | undefined
}

/**
 * Calls one of Meta's Graph APIs and reads its answer.
 * @throws {PlatformFault} with Meta's sentence; `lost` also when it answers what cannot be read
 */
export type Graph = <Answer>(request: GraphRequest, answer: z.ZodType<Answer>) => Promise<Answer>

export function createGraph({ calls, now }: Pick<PlatformOptions, 'calls' | 'now'>): Graph {
  return async ({ method = 'GET', url, params, secrets, givesTokens, ...rest }, schema) => {
    const form = new URLSearchParams(params)
    const request = { ...rest, method, secrets: givesTokens ? [] : secrets }
    const answer = await (method === 'POST'
      ? calls.call(url, { ...request, body: form })
      : calls.call(`${url}?${form}`, request))
    if (answer.status < 200 || answer.status >= 300)
      throw graphFault({ ...answer, body: hideSecrets(answer.body, secrets) }, now())
    return readAnswer(schema, readExactJson(answer.body))
  }
}

const text = z.string().optional().catch(undefined)
const number = z.number().optional().catch(undefined)
const GraphError = z.object({
  error: z.object({
    message: text,
    code: number,
    error_subcode: number,
    error_user_msg: text,
    is_transient: z.boolean().optional().catch(undefined),
  }),
})
/** What the pages of tokens answer instead. */
const SignInError = z.object({ error_message: z.string() })

interface KnownError {
  code: number | undefined
  subcode: number | undefined
  isTransient: boolean
}

const secondsUntilReady = 30
const secondsUntilQuota = 3_600

/**
 * What an answer of a Graph API means that is no success.
 * Codes: https://developers.facebook.com/docs/graph-api/guides/error-handling,
 * https://developers.facebook.com/docs/graph-api/overview/rate-limiting and
 * https://developers.facebook.com/docs/instagram-platform/instagram-graph-api/reference/error-codes
 */
export function graphFault({ status, headers, body }: PlatformAnswer, now: Date): PlatformFault {
  const json = readExactJson(body)
  const known = GraphError.safeParse(json).data?.error
  const sentence = known?.error_user_msg || known?.message || SignInError.safeParse(json).data?.error_message
  const error = {
    code: known?.code,
    subcode: known?.error_subcode,
    isTransient: known?.is_transient ?? false,
  }
  const after = (seconds: number) => new Date(now.getTime() + seconds * 1000)
  const kind = kindOf(status, error)
  const again =
    readRetryAfter(headers, now) ??
    (isNotReady(error) ? after(secondsUntilReady) : undefined) ??
    (isQuota(error) ? after(secondsUntilQuota) : undefined) ??
    (kind === 'limited' ? readRegainedAccess(headers, now) : undefined)
  return new PlatformFault(kind, shorten(sentence ?? body) || `HTTP ${status}`, { status, again })
}

const tooMany = new Set([4, 17, 32, 341, 613])
const temporary = new Set([-2, -1, 2])

function kindOf(status: number, error: KnownError): PlatformFaultKind {
  const { code, subcode, isTransient } = error
  if (status >= 500) return 'busy'
  if (status === 429 || isNotReady(error) || isQuota(error)) return 'limited'
  if (code === undefined) return status === 401 ? 'token' : 'refused'
  if (code === 190 || code === 102) return 'token'
  // Meta takes the post for spam: a person has to look, though the code says that there were too many calls.
  if (subcode === 2207051) return 'refused'
  // From 80000: too many calls by the rules of one product.
  if (tooMany.has(code) || (code >= 80_000 && code <= 80_014)) return 'limited'
  if (isTransient || temporary.has(code) || (code === 1 && subcode === undefined)) return 'busy'
  return 'refused'
}

/**
 * A container that is told to be finished is at times not yet found where posts are published; nothing has been published then.
 * https://github.com/fbsamples/threads_api/issues/70
 */
const isNotReady = ({ code, subcode }: KnownError): boolean =>
  (code === 24 && (subcode === 4279009 || subcode === 2207008)) || (code === 9007 && subcode === 2207027)

/** The account has published as many posts as it may within a day. */
const isQuota = ({ code }: KnownError): boolean => code === 9

/** Minutes that Meta gives in a header until it takes calls again. */
function readRegainedAccess(headers: Headers, now: Date): Date | undefined {
  const usage = headers.get('x-business-use-case-usage') ?? ''
  const minutes = [...usage.matchAll(/"estimated_time_to_regain_access"\s*:\s*(\d{1,4})/g)].map(([, one]) =>
    Number(one),
  )
  const most = Math.max(0, ...minutes)
  return most > 0 ? new Date(now.getTime() + most * 60_000) : undefined
}
