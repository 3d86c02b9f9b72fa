import { z } from 'zod'
import { PlatformFault } from '#features/social/platforms/fault.ts'
import type { PlatformOptions } from '#features/social/platforms/options.ts'
import type { Grant } from '#features/social/platforms/platform.ts'
import {
  hideSecrets,
  type PlatformAnswer,
  readJson,
  shorten,
} from '#features/social/platforms/platform-calls.ts'
import { readAnswer } from '#features/social/platforms/shapes.ts'

/** What is sent to a token endpoint. The names are those of RFC 6749. */
interface TokenForm {
  client_id: string
  client_secret: string
  grant_type?: 'authorization_code' | 'refresh_token'
  code?: string
  redirect_uri?: string
  code_verifier?: string | undefined
  refresh_token?: string
}

const TokenAnswer = z.object({
  access_token: z.string().min(1),
  refresh_token: z.string().optional(),
  expires_in: z.coerce.number().positive().optional(),
  /** What Stack Exchange has in place of `expires_in`. */
  expires: z.coerce.number().positive().optional(),
  refresh_token_expires_in: z.coerce.number().positive().optional(),
  scope: z.string().optional(),
})

const ErrorAnswer = z.object({
  error: z.union([
    z.string(),
    // That of Stack Exchange.
    z.object({ type: z.string(), message: z.string().optional() }),
  ]),
  error_description: z.string().optional(),
})

// The operator's settings are wrong: connecting again would not help.
const clientFaults = ['invalid_client', 'unauthorized_client', 'incorrect_client_credentials']

/**
 * Asks token endpoints that take more or answer less than RFC 6749 says: without `token_type`, or with errors in answers of success.
 */
export function createTokenForm({ calls, now }: Pick<PlatformOptions, 'calls' | 'now'>) {
  const inSeconds = (seconds: number | undefined) =>
    seconds === undefined ? null : new Date(now().getTime() + seconds * 1000)

  /**
   * Exchanges a code or a refresh token for tokens.
   * @throws {PlatformFault} `token` when a refresh token is no longer accepted
   */
  return async function requestToken(url: string, form: TokenForm, signal: AbortSignal): Promise<Grant> {
    const sent = Object.entries(form).filter((entry): entry is [string, string] => entry[1] !== undefined)
    // Its secrets are not hidden in the answer, which may hold the same refresh token again.
    const answer = await calls.call(url, {
      ...{ method: 'POST', signal, body: new URLSearchParams(sent) },
      headers: { accept: 'application/json' },
    })
    const refusal = ErrorAnswer.safeParse(readJson(answer.body))
    const secrets = sent.filter(([name]) => name !== 'client_id' && name !== 'redirect_uri')
    const hide = (text: string) =>
      hideSecrets(
        text,
        secrets.map(([, value]) => value),
      )
    if (refusal.success && answer.status < 429) throw faultOf(refusal.data, form, answer, hide)
    calls.requireSuccess({ ...answer, body: hide(answer.body) })
    const token = readAnswer(TokenAnswer, readJson(answer.body))
    return {
      accessToken: token.access_token,
      refreshToken: token.refresh_token ?? null,
      expiresAt: inSeconds(token.expires_in ?? token.expires),
      refreshExpiresAt: inSeconds(token.refresh_token_expires_in),
      scopes: token.scope === undefined ? null : token.scope.split(/[\s,]+/).filter(Boolean),
    }
  }
}

/**
 * What renews a grant; undefined while nothing renews it and it has not ended.
 * @throws {PlatformFault} `token` when nothing renews it and it has ended, or is not said to end and was refused
 */
export function findRefreshToken({ refreshToken, expiresAt }: Grant, now: Date): string | undefined {
  if (refreshToken !== null) return refreshToken
  if (expiresAt && expiresAt > now) return undefined
  throw new PlatformFault('token', 'no refresh token')
}

function faultOf(
  { error, error_description: description }: z.infer<typeof ErrorAnswer>,
  form: TokenForm,
  { status }: PlatformAnswer,
  hide: (text: string) => string,
): PlatformFault {
  const { type, message = type } = typeof error === 'string' ? { type: error, message: description } : error
  const isToken = form.refresh_token !== undefined && !clientFaults.includes(type)
  return new PlatformFault(isToken ? 'token' : 'refused', shorten(hide(message)), { status })
}
