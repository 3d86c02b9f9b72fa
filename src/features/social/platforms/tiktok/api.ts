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

interface Authorized {
  accessToken: string
  signal: AbortSignal
  observe?: ((call: ObservedCall) => void) | undefined
}

interface TiktokCall {
  method?: 'GET' | 'POST'
  /** Begins with `/v2/`. */
  path: string
  json?: unknown
  /** What no message and no history shows, besides the token. */
  secrets?: readonly string[]
}

export type TiktokApi = ReturnType<typeof createTiktokApi>

/**
 * Calls the interface of TikTok. Whether a call was successful is told by the code in its answer, whatever the status.
 * https://developers.tiktok.com/doc/tiktok-api-v2-error-handling
 */
export function createTiktokApi({ calls, endpoints, now }: PlatformOptions) {
  const { api } = endpoints.tiktok

  function read<Answer>(
    answer: PlatformAnswer,
    schema: z.ZodType<Answer>,
    secrets: readonly string[] = [],
  ): Answer {
    const json = readExactJson(answer.body)
    if (answer.status < 200 || answer.status >= 300 || errorOf(json).code !== undefined)
      throw tiktokFault({ ...answer, body: hideSecrets(answer.body, secrets) }, now())
    return readAnswer(schema, json)
  }

  return {
    /**
     * Calls with the token of an account, and reads `data` of the answer.
     * @throws {PlatformFault} with the sentence of TikTok
     */
    async call<Data>(
      { accessToken, signal, observe }: Authorized,
      { method = 'POST', path, json, secrets = [] }: TiktokCall,
      data: z.ZodType<Data>,
    ): Promise<Data> {
      const answer = await calls.call(api + path, {
        ...{ method, signal, observe, secrets: [accessToken, ...secrets] },
        headers: {
          authorization: `Bearer ${accessToken}`,
          'content-type': 'application/json; charset=UTF-8',
        },
        ...(json !== undefined && { body: JSON.stringify(json) }),
      })
      return read(answer, z.object({ data })).data
    },
    /** Calls what gives and revokes tokens. An answer may hold those that were sent: they are hidden in faults alone. @throws {PlatformFault} */
    async callForTokens<Answer>(
      path: string,
      form: Readonly<Record<string, string>>,
      { secrets, signal }: { secrets: readonly string[]; signal: AbortSignal },
      schema: z.ZodType<Answer>,
    ): Promise<Answer> {
      const body = new URLSearchParams(form)
      const answer = await calls.call(api + path, { method: 'POST', body, signal })
      return read(answer, schema, secrets)
    },
  }
}

const text = z.string().optional().catch(undefined)
const ApiError = z.object({ error: z.object({ code: z.string(), message: text }) })
/** https://developers.tiktok.com/doc/oauth-error-handling */
const OauthError = z.object({ error: z.string(), error_description: text })

interface TiktokError {
  /** Undefined when there is none. */
  code: string | undefined
  message: string | undefined
}

function errorOf(json: unknown): TiktokError {
  const api = ApiError.safeParse(json).data?.error
  if (api)
    return api.code === 'ok' ? { code: undefined, message: undefined } : { ...api, message: api.message }
  const oauth = OauthError.safeParse(json).data
  return { code: oauth?.error, message: oauth?.error_description }
}

const secondsUntilQuota = 3_600

/** What an answer of TikTok means that is no success. */
export function tiktokFault({ status, headers, body }: PlatformAnswer, now: Date): PlatformFault {
  const { code, message } = errorOf(readExactJson(body))
  const again =
    readRetryAfter(headers, now) ??
    (code && quotas.has(code) ? new Date(now.getTime() + secondsUntilQuota * 1000) : undefined)
  const sentence = shorten(message || code || body) || `HTTP ${status}`
  return new PlatformFault(kindOf(status, code), sentence, { status, again })
}

// Those of a day: https://developers.tiktok.com/doc/content-posting-api-reference-direct-post
const quotas = new Set([
  'spam_risk_too_many_posts',
  'spam_risk_too_many_pending_share',
  'reached_active_user_cap',
])

function kindOf(status: number, code: string | undefined): PlatformFaultKind {
  if (status >= 500 || code === 'internal_error') return 'busy'
  if (status === 429 || code === 'rate_limit_exceeded' || (code && quotas.has(code))) return 'limited'
  if (code === 'access_token_invalid' || code === 'invalid_grant') return 'token'
  // A scope that was not granted has the status of a token, and no renewal helps.
  return status === 401 && code === undefined ? 'token' : 'refused'
}
