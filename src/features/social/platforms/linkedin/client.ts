import { z } from 'zod'
import { PlatformFault } from '#features/social/platforms/fault.ts'
import type { PlatformOptions } from '#features/social/platforms/options.ts'
import type { CallContext } from '#features/social/platforms/platform.ts'
import {
  type PlatformAnswer,
  type PlatformRequest,
  readJson,
} from '#features/social/platforms/platform-calls.ts'
import { secretsOf } from '#features/social/platforms/shapes.ts'

/**
 * The version of LinkedIn's interface. Each is there for a year:
 * https://learn.microsoft.com/en-us/linkedin/marketing/integrations/migrations
 */
const version = '202609'

const day = 24 * 3_600_000
const uploadTimeout = 120_000
const ErrorBody = z.object({ message: z.string() })

interface LinkedinRequest {
  method: NonNullable<PlatformRequest['method']>
  json?: unknown
  headers?: Record<string, string>
  /** Its answer holds addresses at which whoever has them can upload. */
  isConfidential?: boolean
}

/** LinkedIn's interface with the token of a member. Every function throws `PlatformFault` alone. */
export function createLinkedinClient(
  { calls, endpoints, now }: PlatformOptions,
  context: Omit<CallContext, 'account'>,
) {
  const { accessToken, signal, observe } = context
  const authorization = `Bearer ${accessToken}`

  /** An answer of success, or what a failure means. */
  function requireSuccess(answer: PlatformAnswer): PlatformAnswer {
    try {
      return calls.requireSuccess(answer, sentenceOf)
    } catch (error) {
      const isOfDay = error instanceof PlatformFault && error.kind === 'limited' && !error.again
      if (!isOfDay || !/\bDAY\b/.test(error.message)) throw error
      // Limits of a day begin anew at midnight UTC:
      // https://learn.microsoft.com/en-us/linkedin/shared/api-guide/concepts/rate-limits
      const again = new Date((Math.floor(now().getTime() / day) + 1) * day)
      throw new PlatformFault('limited', error.message, { status: answer.status, again })
    }
  }

  return {
    async call(path: string, { method, json, headers, isConfidential }: LinkedinRequest) {
      const answer = await calls.call(`${endpoints.linkedin.api}${path}`, {
        ...{ method, signal, secrets: secretsOf(context) },
        observe: isConfidential ? (call) => observe?.({ ...call, answer: '' }) : observe,
        headers: {
          ...{ authorization, 'linkedin-version': version, 'x-restli-protocol-version': '2.0.0' },
          ...(json !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(json !== undefined && { body: JSON.stringify(json) }),
      })
      return requireSuccess(answer)
    },

    /** Sends a file or a part of it to an address that LinkedIn has given. */
    async upload(address: string, bytes: Uint8Array<ArrayBuffer>, type: string): Promise<PlatformAnswer> {
      const { site, api } = endpoints.linkedin
      // The token is for LinkedIn alone, wherever it lets files be sent.
      const isLinkedin = [site, api].includes(new URL(address).origin)
      const answer = await calls.call(address, {
        ...{ method: 'PUT', signal, observe, secrets: secretsOf(context), timeout: uploadTimeout },
        headers: { 'content-type': type, ...(isLinkedin && { authorization }) },
        body: bytes,
      })
      return requireSuccess(answer)
    },
  }
}
export type LinkedinClient = ReturnType<typeof createLinkedinClient>

function sentenceOf(body: string): string | undefined {
  const read = ErrorBody.safeParse(readJson(body))
  return read.success ? read.data.message : undefined
}
