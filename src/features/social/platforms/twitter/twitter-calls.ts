import { z } from 'zod'
import { PlatformFault } from '#features/social/platforms/fault.ts'
import type { PlatformOptions } from '#features/social/platforms/options.ts'
import type { CallContext } from '#features/social/platforms/platform.ts'
import {
  type PlatformAnswer,
  type PlatformRequest,
  readJson,
  readRetryAfter,
} from '#features/social/platforms/platform-calls.ts'

type Context = Pick<CallContext, 'accessToken' | 'signal' | 'observe'>
type Request = Pick<PlatformRequest, 'method' | 'body' | 'timeout'> & { json?: unknown }

const Problem = z.object({ detail: z.string().optional(), title: z.string().optional() })
const Problems = Problem.extend({
  errors: z.array(Problem.extend({ message: z.string().optional() })).optional(),
})

/** Calls the API of X: https://docs.x.com/x-api/fundamentals/response-codes-and-errors */
export function createTwitterCalls({ calls, endpoints, now }: PlatformOptions) {
  function requireSuccess(answer: PlatformAnswer): PlatformAnswer {
    const { status, headers } = answer
    const sentence = sentenceOf(answer.body)
    if (status === 429)
      throw new PlatformFault('limited', sentence ?? 'Too Many Requests', {
        status,
        again: readReset(headers, now()),
      })
    if (status === 403 && sentence && /duplicate content/i.test(sentence))
      throw new PlatformFault('refused', sentence, { status, code: 'twitter_duplicate' })
    return calls.requireSuccess(answer, sentenceOf)
  }

  /** The successful answer to a call; `json` is sent as the body. */
  return async (context: Context, path: string, { json, ...request }: Request = {}) => {
    const { accessToken, signal, observe } = context
    const answer = await calls.call(`${endpoints.twitter.api}${path}`, {
      ...{ signal, observe, secrets: [accessToken] },
      ...request,
      headers: {
        authorization: `Bearer ${accessToken}`,
        ...(json !== undefined && { 'content-type': 'application/json' }),
      },
      ...(json !== undefined && { body: JSON.stringify(json) }),
    })
    return { ...requireSuccess(answer), json: readJson(answer.body) }
  }
}
export type TwitterCalls = ReturnType<typeof createTwitterCalls>

function sentenceOf(body: string): string | undefined {
  const problem = Problems.safeParse(readJson(body)).data
  const [first] = problem?.errors ?? []
  return problem?.detail ?? first?.detail ?? first?.message ?? problem?.title
}

const windows = ['x-rate-limit', 'x-user-limit-24hour', 'x-app-limit-24hour']

/** When it may be asked again: the end of the window that is used up. https://docs.x.com/x-api/fundamentals/rate-limits */
function readReset(headers: Headers, now: Date): Date | undefined {
  const moments = windows.flatMap((window) => {
    const reset = Number(headers.get(`${window}-reset`) ?? Number.NaN) * 1000
    return headers.get(`${window}-remaining`) === '0' && reset > now.getTime() ? [reset] : []
  })
  const after = readRetryAfter(headers, now)?.getTime()
  const latest = Math.max(...moments, after ?? 0)
  return latest > 0 ? new Date(latest) : undefined
}
