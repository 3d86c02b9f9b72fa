import { createHash, randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { PlatformId } from '#features/social/contract.ts'
import { PlatformFault } from '#features/social/platforms/fault.ts'
import type { ClientCredentials, Grant, Platform } from '#features/social/platforms/platform.ts'
import { createPlatformCalls, readJson } from '#features/social/platforms/platform-calls.ts'
import { bearerOf, formOf, type PlatformRequest, sendJson, startPlatformServer } from './simulator.ts'

const TokenAnswer = z.object({
  access_token: z.string(),
  refresh_token: z.string().optional(),
  expires_in: z.number().optional(),
  scope: z.string().optional(),
})
const Person = z.object({ id: z.string(), login: z.string() })

/** How the next calls for tokens go wrong. `lost`: it has been done, and the answer does not arrive. */
type TokenFault = 'busy' | 'lost' | 'refused' | 'limited' | 'no_refresh_token'

interface IssuedCode {
  challenge: string
  redirectUri: string
  login: string
  scope: string
}

/** A platform of its own kind that speaks OAuth 2.0 as the standards have it, with PKCE, rotated refresh tokens and revocation. */
export interface TestPlatform {
  platform: Platform
  client: ClientCredentials
  counts: { exchanges: number; renewals: number; revocations: number; descriptions: number }
  received: PlatformRequest[]
  /** What the platform has issued so far, none of which anybody else may ever see. */
  secrets: string[]
  /** Seconds for which access tokens are valid; undefined for ever. */
  lifetime: number | undefined
  /** How long an answer to a renewal takes, in milliseconds. */
  delay: number
  failNext(...faults: TokenFault[]): void
  /** What a person does at the platform's page: allows it as `login`. Returns the address that the platform sends them to. */
  allow(url: string, person?: { login?: string; scope?: string }): URL
  /** Makes all access tokens end at once, or all refresh tokens. */
  forget(which: 'access' | 'refresh'): void
  close(): Promise<void>
}

/** Starts the platform. `id` is the one that it takes the place of; its end of tokens follows `now`. */
export async function startTestPlatform({
  id = 'github',
  now = () => new Date(),
}: {
  id?: PlatformId
  now?: () => Date
} = {}): Promise<TestPlatform> {
  const client = { id: 'test-client', secret: `secret-${randomBytes(9).toString('hex')}` }
  const state = createState(client)
  const server = await startPlatformServer((response, request) => answer(state, response, request))
  const { counts, secrets } = state
  return {
    ...{ platform: createPlatform(id, server.origin, now), client, counts, secrets },
    received: server.received,
    get lifetime() {
      return state.lifetime
    },
    set lifetime(seconds) {
      state.lifetime = seconds
    },
    get delay() {
      return state.delay
    },
    set delay(milliseconds) {
      state.delay = milliseconds
    },
    failNext: (...faults) => void state.faults.push(...faults),
    allow(url, { login = 'team', scope = 'read write' } = {}) {
      const asked = new URL(url).searchParams
      const code = `code-${randomBytes(9).toString('hex')}`
      const redirectUri = asked.get('redirect_uri') ?? ''
      state.codes.set(code, { challenge: asked.get('code_challenge') ?? '', redirectUri, login, scope })
      secrets.push(code)
      const back = new URL(redirectUri)
      back.searchParams.set('code', code)
      back.searchParams.set('state', asked.get('state') ?? '')
      return back
    },
    forget: (which) => state[which].clear(),
    close: server.close,
  }
}

function createState(client: ClientCredentials) {
  return {
    client,
    counts: { exchanges: 0, renewals: 0, revocations: 0, descriptions: 0 },
    secrets: [client.secret],
    codes: new Map<string, IssuedCode>(),
    access: new Map<string, string>(),
    refresh: new Map<string, { login: string; scope: string }>(),
    faults: [] as TokenFault[],
    lifetime: undefined as number | undefined,
    delay: 0,
  }
}
type State = ReturnType<typeof createState>
type Response = Parameters<typeof sendJson>[0]

async function answer(state: State, response: Response, request: PlatformRequest): Promise<void> {
  const { pathname } = request.url
  if (pathname === '/token') return answerToken(state, response, formOf(request))
  if (pathname === '/revoke') {
    const fault = state.faults.shift()
    if (fault) return sendJson(response, 503, { error: 'temporarily_unavailable' })
    state.counts.revocations++
    state.access.delete(formOf(request).get('token') ?? '')
    return void response.writeHead(200).end()
  }
  state.counts.descriptions++
  const login = state.access.get(bearerOf(request) ?? '')
  if (login === undefined) return sendJson(response, 401, { error: 'Bad <b>credentials</b>' })
  sendJson(response, 200, { id: `id-${login}`, login })
}

async function answerToken(state: State, response: Response, form: URLSearchParams): Promise<void> {
  const { client, counts, codes, refresh, faults } = state
  if (form.get('client_id') !== client.id || form.get('client_secret') !== client.secret)
    return sendJson(response, 401, { error: 'invalid_client' })
  if (form.get('grant_type') === 'refresh_token') {
    counts.renewals++
    if (state.delay > 0) await new Promise((resolve) => setTimeout(resolve, state.delay))
    const fault = faults.shift()
    if (fault === 'busy') return void response.writeHead(503).end('busy')
    if (fault === 'limited') return void response.writeHead(429, { 'retry-after': '60' }).end('slow down')
    const used = form.get('refresh_token') ?? ''
    const owner = refresh.get(used)
    if (!owner || fault === 'refused') return sendJson(response, 400, { error: 'invalid_grant' })
    if (fault === 'lost') return void response.socket?.destroy()
    refresh.delete(used)
    return issue(state, response, owner, fault !== 'no_refresh_token')
  }
  counts.exchanges++
  const code = form.get('code') ?? ''
  const issued = codes.get(code)
  const verifier = form.get('code_verifier') ?? ''
  const challenge = createHash('sha256').update(verifier).digest('base64url')
  if (!issued || issued.challenge !== challenge || issued.redirectUri !== form.get('redirect_uri'))
    return sendJson(response, 400, { error: 'invalid_grant', error_description: `no <b>${code}</b>` })
  codes.delete(code)
  issue(state, response, issued, true)
}

function issue(
  state: State,
  response: Response,
  { login, scope }: { login: string; scope: string },
  rotates: boolean,
): void {
  const [access, next] = ['access', 'refresh'].map((kind) => `${kind}-${randomBytes(12).toString('hex')}`)
  if (access === undefined || next === undefined) return
  state.secrets.push(access, next)
  state.access.set(access, login)
  if (rotates) state.refresh.set(next, { login, scope })
  sendJson(response, 200, {
    ...{ access_token: access, scope, refresh_token: rotates ? next : '' },
    ...(state.lifetime !== undefined && { expires_in: state.lifetime }),
  })
}

/** The adapter of the platform. */
function createPlatform(id: PlatformId, origin: string, now: () => Date): Platform {
  const calls = createPlatformCalls({ userAgent: 'test', now })
  const errorOf = (body: string) => {
    const { data } = z.object({ error: z.string() }).safeParse(readJson(body))
    return data?.error
  }

  async function askToken(
    form: Record<string, string>,
    secrets: string[],
    signal: AbortSignal,
  ): Promise<Grant> {
    const body = new URLSearchParams(form)
    const reply = await calls.call(`${origin}/token`, { method: 'POST', body, signal, secrets })
    const error = errorOf(reply.body)
    if (error === 'invalid_grant') throw new PlatformFault('token', 'The grant is not valid', { status: 400 })
    calls.requireSuccess(reply, errorOf)
    const { access_token, refresh_token, expires_in, scope } = TokenAnswer.parse(readJson(reply.body))
    return {
      ...{ accessToken: access_token, refreshToken: refresh_token ?? null, refreshExpiresAt: null },
      expiresAt: expires_in === undefined ? null : new Date(now().getTime() + expires_in * 1000),
      scopes: scope?.split(' ') ?? null,
    }
  }
  const known = ({ id: client_id, secret: client_secret }: ClientCredentials) => ({
    client_id,
    client_secret,
  })

  return {
    id,
    capabilities: {
      ...{ connection: 'oauth', publishing: 'automatic', needsApproval: false, costsMoney: false },
      ...{ needsPublicSite: false, canFind: true, canRemove: true, hasFigures: false },
    },
    pace: { atOnce: 5, perMinute: 6_000 },
    authorization: {
      scopes: ['read', 'write'],
      usesPkce: true,
      authorize({ client, redirectUri, state, codeChallenge = '' }) {
        const url = new URL('/authorize', origin)
        const asked = { client_id: client.id, redirect_uri: redirectUri, state, scope: 'read write' }
        const pkce = { code_challenge: codeChallenge, code_challenge_method: 'S256' }
        url.search = String(new URLSearchParams({ ...asked, ...pkce, response_type: 'code' }))
        return url
      },
      exchange: ({ client, redirectUri, code, codeVerifier = '', signal }) =>
        askToken(
          {
            ...{ ...known(client), grant_type: 'authorization_code', code },
            ...{ redirect_uri: redirectUri, code_verifier: codeVerifier },
          },
          [code],
          signal,
        ),
      refresh: ({ client, grant, signal }) =>
        askToken(
          { ...known(client), grant_type: 'refresh_token', refresh_token: grant.refreshToken ?? '' },
          [grant.refreshToken ?? ''],
          signal,
        ),
      async revoke({ client, grant, signal }) {
        const body = new URLSearchParams({ ...known(client), token: grant.accessToken })
        calls.requireSuccess(await calls.call(`${origin}/revoke`, { method: 'POST', body, signal }), errorOf)
      },
    },
    async describeAccount({ accessToken, signal }) {
      const headers = { authorization: `Bearer ${accessToken}` }
      const reply = await calls.call(`${origin}/me`, { headers, signal, secrets: [accessToken] })
      const person = Person.parse(readJson(calls.requireSuccess(reply, errorOf).body))
      const url = `https://platform.example/${person.login}`
      return { externalId: person.id, name: person.login, url, data: { urn: person.id } }
    },
    readQuota: async () => ({ left: 9, total: 10, resetsAt: null }),
  }
}

/** A platform whose accounts are bots with a token that a person pastes. */
export const tokenPlatform: Platform = {
  id: 'telegram',
  capabilities: {
    ...{ connection: 'token', publishing: 'automatic', needsApproval: false, costsMoney: false },
    ...{ needsPublicSite: false, canFind: false, canRemove: true, hasFigures: false },
  },
  pace: { atOnce: 1, perMinute: 6_000 },
  async describeAccount({ accessToken, name }) {
    if (name === 'Nowhere') throw new PlatformFault('refused', 'chat not found', { code: 'account_unknown' })
    if (!/^\d+:[\w-]+$/.test(accessToken)) throw new PlatformFault('token', 'Unauthorized')
    const [bot = ''] = accessToken.split(':')
    return { externalId: bot, name: 'Bot', url: null, data: {} }
  },
}

/** A platform on which people post by hand. */
export const assistedPlatform: Platform = {
  id: 'csdn',
  capabilities: {
    ...{ connection: 'name', publishing: 'assisted', needsApproval: false, costsMoney: false },
    ...{ needsPublicSite: false, canFind: false, canRemove: false, hasFigures: false },
  },
  pace: { atOnce: 1, perMinute: 6_000 },
}
