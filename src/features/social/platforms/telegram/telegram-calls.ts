import type { Api, InputFile } from 'grammy/web'
import { z } from 'zod'
import { PlatformFault } from '#features/social/platforms/fault.ts'
import type { PlatformOptions } from '#features/social/platforms/options.ts'
import type { CallContext } from '#features/social/platforms/platform.ts'
import { type PlatformAnswer, readJson } from '#features/social/platforms/platform-calls.ts'

// What BotFather gives. The token is part of the address, so that nothing else may get there.
const tokenPattern = /^\d+:[\w-]+$/
const usualTimeout = 30_000
const slowestBytesAMillisecond = 200
const longestTimeout = 5 * 60_000

const Refusal = z.object({
  description: z.string(),
  parameters: z.object({ retry_after: z.number().positive().optional() }).optional(),
})

/** What the library hands to its `fetch`. */
interface BotCall {
  headers: Record<string, string>
  body: string | ReadableStream<Uint8Array>
  /** Aborted when a file cannot be read; the body ends then as if it were whole. */
  signal: AbortSignal
}

type BotRequest<Result> = (api: Api, File: typeof InputFile) => Promise<Result>

/**
 * Calls the Bot API: https://core.telegram.org/bots/api#making-requests
 * What it answers is described there; faults are those of platforms. `bytes` is what is uploaded.
 */
export function createTelegramCalls({ calls, endpoints, now }: PlatformOptions) {
  /** Throws what a refusal means. A token that is not one of Telegram's gets 404. */
  function requireSuccess(answer: PlatformAnswer): PlatformAnswer {
    const { status } = answer
    const refusal = Refusal.safeParse(readJson(answer.body)).data
    const sentence = refusal?.description
    const seconds = refusal?.parameters?.retry_after
    if (status === 404) throw new PlatformFault('token', sentence ?? 'Not Found', { status })
    if (status === 429 && sentence && seconds)
      throw new PlatformFault('limited', sentence, {
        status,
        again: new Date(now().getTime() + seconds * 1000),
      })
    return calls.requireSuccess(answer, () => sentence)
  }

  async function ask<Result>(
    { accessToken, signal, observe }: Pick<CallContext, 'accessToken' | 'signal' | 'observe'>,
    request: BotRequest<Result>,
    bytes = 0,
  ): Promise<Result> {
    if (!tokenPattern.test(accessToken)) throw new PlatformFault('token', 'Unauthorized')
    const timeout = Math.min(usualTimeout + Math.ceil(bytes / slowestBytesAMillisecond), longestTimeout)
    let isSent = false
    const send = async (url: string, { headers, body, signal: unreadable }: BotCall) => {
      const type = new Headers(headers).get('content-type') ?? 'application/json'
      isSent = true
      const answer = await calls.call(url, {
        ...{ method: 'POST', signal, timeout, observe, secrets: [accessToken] },
        headers: { 'content-type': type },
        body: typeof body === 'string' ? body : unlessUnreadable(body, unreadable),
      })
      requireSuccess(answer)
      if (readJson(answer.body) === undefined)
        throw new PlatformFault('lost', 'unreadable', { status: answer.status })
      return new Response(answer.body)
    }
    // Loaded when it is needed. In this form the library needs no other for HTTP, though its types name one.
    const { Api, HttpError, InputFile } = await import('grammy/web')
    const clientOptions: object = { apiRoot: endpoints.telegram.api, fetch: send }
    try {
      return await request(new Api(accessToken, clientOptions), InputFile)
    } catch (error) {
      const cause = error instanceof HttpError ? error.error : error
      if (cause instanceof PlatformFault) throw cause
      if (isSent) throw new PlatformFault('lost', 'unreadable', { cause })
      throw new PlatformFault('unreachable', 'file_unreadable', { code: 'file_unreadable', cause })
    }
  }
  return ask
}

/** A body that breaks off where it would end too early, so that Telegram has no whole request. */
function unlessUnreadable(body: ReadableStream<Uint8Array>, unreadable: AbortSignal) {
  const end = new TransformStream<Uint8Array, Uint8Array>({ flush: () => unreadable.throwIfAborted() })
  return body.pipeThrough(end)
}
