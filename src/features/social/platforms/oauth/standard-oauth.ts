import * as oauth from 'oauth4webapi'
import { z } from 'zod'
import { PlatformFault } from '#features/social/platforms/fault.ts'
import type { PlatformOptions } from '#features/social/platforms/options.ts'
import type { Authorization, ClientCredentials, Grant } from '#features/social/platforms/platform.ts'
import {
  hideSecrets,
  type PlatformAnswer,
  readJson,
  shorten,
} from '#features/social/platforms/platform-calls.ts'

type TokenKind = 'access_token' | 'refresh_token'

export interface StandardOAuthOptions extends Pick<PlatformOptions, 'calls' | 'now'> {
  authorizeUrl: string
  tokenUrl: string
  /** RFC 7009; without it nothing is revoked. */
  revokeUrl?: string
  /** Which tokens are revoked, in this order. The refresh token alone by default, which ends the others too (RFC 7009 §2.1). */
  revokes?: readonly TokenKind[]
  scopes: readonly string[]
  /** Between scopes on the platform's page; a space by default. */
  scopeSeparator?: string
  usesPkce: boolean
  /** `basic`: `client_secret_basic`, as most platforms read it: without further encoding; `post`: in the form. */
  clientAuthentication: 'basic' | 'post'
  /** Further parameters of the platform's page. */
  authorizeParameters?: Readonly<Record<string, string>>
  /** Whether tokens can be renewed; yes by default. */
  refreshes?: boolean
  /** Further headers of requests for tokens. */
  headersFor?(client: ClientCredentials): Record<string, string>
  /** For how many days a refresh token is accepted after it was given, where that is documented. */
  refreshDays?: number
}

const aDay = 24 * 3_600_000

// Errors that are about our application, not about the grant (RFC 6749 §5.2).
const clientErrors = new Set([
  'invalid_client',
  'unauthorized_client',
  'unsupported_grant_type',
  'invalid_scope',
])

const Refusal = z.object({ error: z.string(), error_description: z.string().optional().catch(undefined) })
const OtherRefusal = z.object({ message: z.string() })

/**
 * The authorization code grant of OAuth 2.0 (RFC 6749 §4.1) with PKCE (RFC 7636), renewal (§6) and revocation (RFC 7009), as platforms speak it
 * that follow the standards. No identity tokens are asked for or read.
 */
export function createStandardOAuth(options: StandardOAuthOptions): Authorization {
  const { authorizeUrl, scopes, usesPkce } = options
  return {
    scopes,
    usesPkce,
    authorize({ client, redirectUri, state, codeChallenge }) {
      const url = new URL(authorizeUrl)
      const parameters = {
        response_type: 'code',
        client_id: client.id,
        redirect_uri: redirectUri,
        scope: scopes.join(options.scopeSeparator ?? ' '),
        state,
        ...(codeChallenge !== undefined && { code_challenge: codeChallenge, code_challenge_method: 'S256' }),
        ...options.authorizeParameters,
      }
      for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
      return url
    },
    exchange: (request) => exchange(options, request),
    ...(options.refreshes !== false && { refresh: (request) => refresh(options, request) }),
    ...(options.revokeUrl !== undefined && { revoke: (request) => revoke(options, request) }),
  }
}

function exchange(options: StandardOAuthOptions, request: Parameters<Authorization['exchange']>[0]) {
  const { client, redirectUri, code, codeVerifier, signal } = request
  const server = serverOf(options)
  const known = { client_id: client.id }
  const secrets = [client.secret, code, codeVerifier ?? '']
  return askForTokens(options, null, async () => {
    // The state has been checked by our callback.
    const answered = oauth.validateAuthResponse(
      server,
      known,
      new URLSearchParams({ code }),
      oauth.expectNoState,
    )
    const response = await oauth.authorizationCodeGrantRequest(
      ...([server, known, authentication(options, client), answered, redirectUri] as const),
      codeVerifier ?? oauth.nopkce,
      requestOptions(options, client, 'exchange', secrets, signal),
    )
    return await oauth.processAuthorizationCodeResponse(server, known, response)
  })
}

async function refresh(
  options: StandardOAuthOptions,
  { client, grant, signal }: Parameters<NonNullable<Authorization['refresh']>>[0],
): Promise<Grant> {
  const { refreshToken } = grant
  if (refreshToken === null) throw new PlatformFault('token', 'There is no refresh token.')
  const server = serverOf(options)
  const known = { client_id: client.id }
  const secrets = [client.secret, refreshToken, grant.accessToken]
  return await askForTokens(options, grant, async () => {
    const response = await oauth.refreshTokenGrantRequest(
      ...([server, known, authentication(options, client), refreshToken] as const),
      requestOptions(options, client, 'refresh', secrets, signal),
    )
    return await oauth.processRefreshTokenResponse(server, known, response)
  })
}

async function revoke(
  options: StandardOAuthOptions,
  { client, grant, signal }: Parameters<NonNullable<Authorization['revoke']>>[0],
): Promise<void> {
  const secrets = [client.secret, grant.refreshToken ?? '', grant.accessToken]
  const usual: TokenKind = grant.refreshToken === null ? 'access_token' : 'refresh_token'
  let isDone = false
  let refusal: PlatformFault | undefined
  for (const kind of options.revokes ?? [usual]) {
    const token = kind === 'access_token' ? grant.accessToken : grant.refreshToken
    if (token === null) continue
    const known = { client_id: client.id }
    try {
      await oauth.revocationRequest(serverOf(options), known, authentication(options, client), token, {
        ...requestOptions(options, client, 'revoke', secrets, signal),
        additionalParameters: { token_type_hint: kind },
      })
      isDone = true
    } catch (error) {
      // One may have ended by itself, or with the other.
      if (!(error instanceof PlatformFault) || error.kind !== 'refused') throw error
      refusal ??= error
    }
  }
  if (refusal && !isDone) throw refusal
}

/** Makes a request whose answer the library reads. */
async function askForTokens(
  { now, refreshDays }: StandardOAuthOptions,
  before: Grant | null,
  ask: () => Promise<oauth.TokenEndpointResponse>,
): Promise<Grant> {
  const at = now().getTime()
  const tokens = await ask().catch((error: unknown) => {
    if (error instanceof PlatformFault) throw error
    // What it said is no answer of the standard. The tokens may have been changed.
    throw new PlatformFault('lost', 'unreadable', { cause: error })
  })
  const isDated = tokens.refresh_token !== undefined && refreshDays !== undefined
  return {
    accessToken: tokens.access_token,
    refreshToken: tokens.refresh_token ?? before?.refreshToken ?? null,
    expiresAt: tokens.expires_in === undefined ? null : new Date(at + tokens.expires_in * 1000),
    refreshExpiresAt: isDated ? new Date(at + refreshDays * aDay) : (before?.refreshExpiresAt ?? null),
    scopes: tokens.scope?.split(/[\s,]+/).filter(Boolean) ?? before?.scopes ?? null,
  }
}

type RequestKind = 'exchange' | 'refresh' | 'revoke'

/** What the library needs to make one request; `secrets` are hidden in what a refusal says. */
function requestOptions(
  options: StandardOAuthOptions,
  client: ClientCredentials,
  kind: RequestKind,
  secrets: readonly string[],
  signal: AbortSignal,
) {
  return {
    signal,
    // Only servers of tests have no TLS.
    [oauth.allowInsecureRequests]: new URL(options.tokenUrl).protocol === 'http:',
    async [oauth.customFetch](url: string, request: oauth.CustomFetchOptions<'POST', URLSearchParams>) {
      const { 'user-agent': _, ...standard } = request.headers
      const headers = { ...standard, ...options.headersFor?.(client) }
      // It is told to nobody, and its answer must arrive as it is: it may repeat the refresh token.
      const answer = await options.calls.call(url, { method: 'POST', headers, body: request.body, signal })
      requireSuccess(options, answer, kind, secrets)
      return new Response(kind === 'revoke' ? null : withoutIdentity(answer.body), {
        status: 200,
        headers: { 'content-type': 'application/json' },
      })
    },
  }
}

/** Throws what a refusal means. Some platforms refuse with the status 200. */
function requireSuccess(
  { calls }: StandardOAuthOptions,
  answer: PlatformAnswer,
  kind: RequestKind,
  secrets: readonly string[],
): void {
  const { status } = answer
  const json = readJson(answer.body)
  const refusal = Refusal.safeParse(json).data
  const error = refusal?.error ?? ''
  const said = refusal?.error_description || error || OtherRefusal.safeParse(json).data?.message
  const sentence = said && shorten(hideSecrets(said, secrets))
  const isRefused = status >= 200 && status < 300 ? refusal !== undefined : status < 500 && status !== 429
  if (!isRefused) {
    calls.requireSuccess({ ...answer, body: hideSecrets(answer.body, secrets) }, () => sentence)
    return
  }
  const isOver = error === 'invalid_grant' || (status !== 401 && !clientErrors.has(error))
  throw new PlatformFault(kind === 'refresh' && isOver ? 'token' : 'refused', sentence || `HTTP ${status}`, {
    status,
  })
}

const serverOf = ({ tokenUrl, revokeUrl }: StandardOAuthOptions): oauth.AuthorizationServer => ({
  issuer: new URL(tokenUrl).origin,
  token_endpoint: tokenUrl,
  ...(revokeUrl !== undefined && { revocation_endpoint: revokeUrl }),
})

const authentication = (
  { clientAuthentication }: StandardOAuthOptions,
  { id, secret }: ClientCredentials,
): oauth.ClientAuth => (clientAuthentication === 'post' ? oauth.ClientSecretPost(secret) : basic(id, secret))

/** The library encodes id and secret once more, as RFC 6749 §2.3.1 says, which platforms do not expect. */
const basic =
  (id: string, secret: string): oauth.ClientAuth =>
  (_server, _client, _body, headers) => {
    headers.set('authorization', `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`)
  }

/** An answer without an identity token, which nobody has asked for and nobody checks. */
function withoutIdentity(body: string): string {
  const json = z.record(z.string(), z.unknown()).safeParse(readJson(body)).data
  return json === undefined ? body : JSON.stringify({ ...json, id_token: undefined })
}
