import { z } from 'zod'
import { PlatformFault } from '#features/social/platforms/fault.ts'
import type { PlatformOptions } from '#features/social/platforms/options.ts'
import type { CallContext, ClientCredentials } from '#features/social/platforms/platform.ts'
import {
  type PlatformAnswer,
  readJson,
  readRetryAfter,
  shorten,
} from '#features/social/platforms/platform-calls.ts'

type Context = Pick<CallContext, 'client' | 'accessToken' | 'signal' | 'observe'>

interface Request {
  /** Sent as a form, or as JSON. */
  form?: Record<string, string>
  json?: unknown
}

const Problem = z.object({
  explanation: z.string().optional(),
  message: z.string().optional(),
})
const Refused = z.object({
  json: z.object({
    errors: z.array(z.tuple([z.string(), z.string()], z.unknown())).min(1),
    ratelimit: z.number().optional(),
  }),
})

const usualWait = 10 * 60

/** How Reddit wants its clients to call themselves: https://github.com/reddit-archive/reddit/wiki/API#rules */
export const userAgentOf = ({ id }: ClientCredentials): string => `web:${id.replace(/[^\w-]/g, '')}:v1.0`

/**
 * Calls the API of Reddit: https://www.reddit.com/dev/api
 * It tells most refusals with the status 200, in `json.errors`, each with a code, a sentence and a field.
 */
export function createRedditCalls({ calls, endpoints, now }: PlatformOptions) {
  const inSeconds = (seconds: number) => new Date(now().getTime() + Math.ceil(seconds) * 1000)

  function requireSuccess(answer: PlatformAnswer): PlatformAnswer {
    const { status, headers, body } = answer
    if (status === 429) {
      const reset = Number(headers.get('x-ratelimit-reset') ?? Number.NaN)
      const again = readRetryAfter(headers, now()) ?? (reset > 0 ? inSeconds(reset) : undefined)
      throw new PlatformFault('limited', sentenceOf(body) ?? 'Too Many Requests', { status, again })
    }
    calls.requireSuccess(answer, sentenceOf)
    const refused = Refused.safeParse(readJson(body)).data?.json
    const [error] = refused?.errors ?? []
    if (!error) return answer
    const [code, said] = error
    const sentence = shorten(said) || code
    if (code === 'RATELIMIT') {
      const again = inSeconds(refused?.ratelimit ?? readWait(said) ?? usualWait)
      throw new PlatformFault('limited', sentence, { status, again })
    }
    throw new PlatformFault(code === 'USER_REQUIRED' ? 'token' : 'refused', sentence, { status })
  }

  /** The successful answer to a call: a GET without something to send. */
  return async (context: Context, path: string, { form, json }: Request = {}) => {
    const { client, accessToken, signal, observe } = context
    const isSending = form !== undefined || json !== undefined
    const answer = await calls.call(`${endpoints.reddit.api}${path}`, {
      ...{ signal, observe, secrets: [accessToken], method: isSending ? 'POST' : 'GET' },
      headers: {
        authorization: `Bearer ${accessToken}`,
        'user-agent': userAgentOf(client),
        ...(json !== undefined && { 'content-type': 'application/json' }),
      },
      ...(form && { body: new URLSearchParams(form) }),
      ...(json !== undefined && { body: JSON.stringify(json) }),
    })
    return { ...requireSuccess(answer), json: readJson(answer.body) }
  }
}
export type RedditCalls = ReturnType<typeof createRedditCalls>

function sentenceOf(body: string): string | undefined {
  const problem = Problem.safeParse(readJson(body)).data
  return problem?.explanation ?? problem?.message
}

const secondsIn = { second: 1, minute: 60, hour: 3600 } as const

/** How long a sentence such as "Take a break for 9 minutes before trying again." asks to wait, in seconds. */
function readWait(sentence: string): number | undefined {
  const [, number, unit] = /(\d+) (second|minute|hour)/.exec(sentence) ?? []
  if (unit !== 'second' && unit !== 'minute' && unit !== 'hour') return undefined
  return Number(number) * secondsIn[unit]
}
