import { Octokit } from '@octokit/core'
import { z } from 'zod'
import { PlatformFault } from '#features/social/platforms/fault.ts'
import type { PlatformOptions } from '#features/social/platforms/options.ts'
import type { CallContext } from '#features/social/platforms/platform.ts'
import {
  type PlatformAnswer,
  readJson,
  readRetryAfter,
  shorten,
} from '#features/social/platforms/platform-calls.ts'
import { readAnswer, secretsOf } from '#features/social/platforms/shapes.ts'

const ErrorBody = z.object({
  message: z.string(),
  errors: z
    .array(
      z.object({
        message: z.string().optional(),
        field: z.string().optional(),
        code: z.string().optional(),
      }),
    )
    .catch([]),
})

const GraphqlErrors = z.object({
  errors: z
    .array(
      z.object({
        type: z.string().optional(),
        message: z.string(),
        extensions: z.object({ code: z.string().optional() }).optional(),
      }),
    )
    .min(1),
  data: z.unknown().optional(),
})

// Errors after which nobody knows whether a mutation was made.
const uncertainTypes = ['INTERNAL', 'SERVICE_UNAVAILABLE', 'TIMEOUT']
const secondaryLimit = /secondary rate limit|abuse detection/i
const shortestPause = 60_000
const silent = { debug() {}, info() {}, warn() {}, error() {} }

/** GitHub's interfaces with the token of an account. Every function throws `PlatformFault` alone. */
export function createGithubClient(
  { calls, endpoints, now }: PlatformOptions,
  context: Omit<CallContext, 'account'>,
) {
  const { accessToken, signal, observe } = context
  const octokit = new Octokit({
    baseUrl: endpoints.github.api,
    request: { fetch: send, log: silent },
  })

  /** What the library uses in place of `fetch`. It gets successes alone. */
  async function send(url: string, request: { method: string; headers: object; body?: string }) {
    const { 'user-agent': _, ...headers } = z.record(z.string(), z.string()).parse(request.headers)
    const answer = await calls.call(url, {
      ...{ method: methodOf(request.method), signal, observe, secrets: secretsOf(context) },
      headers: { ...headers, authorization: `Bearer ${accessToken}`, 'x-github-api-version': '2022-11-28' },
      ...(request.body !== undefined && { body: request.body }),
    })
    const again = findEndOfLimit(answer, now())
    if (again)
      throw new PlatformFault('limited', sentenceOf(answer.body) ?? 'rate limit', {
        ...{ status: answer.status, again },
      })
    calls.requireSuccess(answer, sentenceOf)
    const { status } = answer
    return new Response(status === 204 ? null : answer.body, { status, headers: answer.headers })
  }

  return {
    /** Calls the REST interface: `route` such as `GET /user`. */
    async rest<T>(route: string, shape: z.ZodType<T>, parameters: Record<string, unknown> = {}): Promise<T> {
      const { data }: { data: unknown } = await octokit.request(route, parameters).catch(rethrow)
      return readAnswer(shape, data)
    },
    /** Calls the GraphQL interface. */
    async graphql<T>(
      query: string,
      shape: z.ZodType<T>,
      variables: Record<string, unknown> = {},
    ): Promise<T> {
      const data = await octokit.graphql<unknown>(query, variables).catch((error) => {
        const answer = GraphqlErrors.safeParse(error)
        if (!answer.success) throw rethrow(error)
        // What was done before something else failed has been done.
        if (shape.safeParse(answer.data.data).success) return answer.data.data
        throw faultOf(answer.data, now())
      })
      return readAnswer(shape, data)
    },
  }
}
export type GithubClient = ReturnType<typeof createGithubClient>

const methodOf = (method: string) => z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']).parse(method)

/** The library wraps what `send` throws. */
function rethrow(error: unknown): never {
  const cause = error instanceof Error ? error.cause : undefined
  if (cause instanceof PlatformFault) throw cause
  throw error instanceof PlatformFault ? error : new PlatformFault('lost', 'disconnected', { cause: error })
}

/**
 * When a limit ends that the answer tells of; undefined where it tells of none.
 * https://docs.github.com/en/rest/using-the-rest-api/rate-limits-for-the-rest-api#exceeding-the-rate-limit
 */
function findEndOfLimit({ status, headers, body }: PlatformAnswer, now: Date): Date | undefined {
  const asked = readRetryAfter(headers, now)
  const isUsedUp = headers.get('x-ratelimit-remaining') === '0'
  const isForbidden = status === 403 && (asked !== undefined || isUsedUp || secondaryLimit.test(body))
  const isGraphqlError = status === 200 && /"type":\s*"RATE_LIMIT(ED)?"/.test(body)
  if (status !== 429 && !isForbidden && !isGraphqlError) return undefined
  const reset = Number(headers.get('x-ratelimit-reset')) * 1000
  const pause = new Date(now.getTime() + shortestPause)
  return asked ?? (isUsedUp && reset > now.getTime() ? new Date(reset) : pause)
}

/** GitHub's sentence in an answer, with what it says of single fields. */
function sentenceOf(body: string): string | undefined {
  const json = readJson(body)
  const graphql = GraphqlErrors.safeParse(json)
  if (graphql.success) return shorten(graphql.data.errors.map(({ message }) => message).join(' '))
  const read = ErrorBody.safeParse(json)
  if (!read.success) return undefined
  const details = read.data.errors.map(
    ({ message, field, code }) => message ?? `${field ?? ''} ${code ?? ''}`,
  )
  return [read.data.message, ...details].join(': ')
}

/** What errors of the GraphQL interface mean, whose status is that of a success. */
function faultOf({ errors }: z.infer<typeof GraphqlErrors>, now: Date): PlatformFault {
  const sentence = shorten(errors.map(({ message }) => message).join(' '))
  if (secondaryLimit.test(sentence))
    return new PlatformFault('limited', sentence, { again: new Date(now.getTime() + shortestPause) })
  const isCertain = errors.every(({ type, extensions }) =>
    type ? !uncertainTypes.includes(type) : extensions?.code !== undefined,
  )
  return new PlatformFault(isCertain ? 'refused' : 'busy', sentence, { status: 200 })
}
