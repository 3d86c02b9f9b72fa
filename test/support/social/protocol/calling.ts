import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { type PlatformEndpoints, realEndpoints } from '#features/social/platforms/endpoints.ts'
import { PlatformFault } from '#features/social/platforms/fault.ts'
import type { PlatformOptions } from '#features/social/platforms/options.ts'
import type {
  AccountDescription,
  ClientCredentials,
  Json,
  Platform,
  PostContent,
  PublishContext,
} from '#features/social/platforms/platform.ts'
import { createPlatformCalls, type ObservedCall } from '#features/social/platforms/platform-calls.ts'
import type { PlatformSimulator } from '../simulator.ts'

/** What a platform is made with in tests: other endpoints, and perhaps another clock. */
export function platformOptions(
  endpoints: Partial<PlatformEndpoints>,
  now: () => Date = () => new Date(),
): PlatformOptions {
  return {
    calls: createPlatformCalls({ userAgent: 'web:sales-test:1.0', now }),
    endpoints: { ...realEndpoints, ...endpoints },
    now,
  }
}

/** The context of calls for the account of a simulated platform; `observed` gathers the history. */
export function createContexts(simulator: PlatformSimulator, account: AccountDescription) {
  const observed: ObservedCall[] = []
  return {
    observed,
    context: (content: Partial<PostContent> = {}): PublishContext => ({
      client: simulator.client,
      accessToken: simulator.grant().accessToken,
      account,
      signal: AbortSignal.timeout(30_000),
      observe: (call) => observed.push(call),
      content: { text: '', title: '', target: {}, files: [], ...content },
      idempotencyKey: 'f0b1c7a2-0000-4000-8000-000000000000',
    }),
    /** Nothing in the history or in a message is a secret. */
    assertNoSecrets(...messages: string[]) {
      const { accessToken, refreshToken } = simulator.grant()
      const written = JSON.stringify([observed, messages])
      for (const secret of [accessToken, refreshToken, simulator.client.secret])
        if (secret) assert.ok(!written.includes(secret), 'a secret was written')
      assert.ok(!written.includes('token-'), 'a token was written')
    },
  }
}

/** Prepares a post until it is ready, as the publisher does; what is stored in between is JSON. */
export async function prepareFully(platform: Platform, context: PublishContext): Promise<Json> {
  assert.ok(platform.publishing)
  let progress: Json | null = null
  for (let round = 0; round < 100; round++) {
    const preparation = await platform.publishing.prepare(context, progress)
    progress = JSON.parse(JSON.stringify(preparation.progress)) as Json
    if (preparation.isReady) return progress
  }
  throw new Error('it never gets ready')
}

/** The fault with which something ends. */
export async function faultOf(doing: Promise<unknown>): Promise<PlatformFault> {
  const error = await doing.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  assert.ok(error instanceof PlatformFault, `no fault of a platform: ${String(error)}`)
  return error
}

const redirectUri = 'https://sales.example/api/social/accounts/callback/platform'

/** Lets a person agree on the platform's page: the code that comes back. */
export async function askPerson(
  { authorization }: Platform,
  client: ClientCredentials,
  codeVerifier?: string,
): Promise<string> {
  assert.ok(authorization)
  const codeChallenge =
    codeVerifier === undefined ? undefined : createHash('sha256').update(codeVerifier).digest('base64url')
  const page = authorization.authorize({ client, redirectUri, state: 'a-state', codeChallenge })
  const answer = await fetch(page, { redirect: 'manual' })
  assert.equal(answer.status, 302, await answer.text())
  const back = new URL(answer.headers.get('location') ?? '')
  assert.equal(`${back.origin}${back.pathname}`, redirectUri)
  assert.equal(back.searchParams.get('state'), 'a-state')
  return back.searchParams.get('code') ?? ''
}

/** Connecting, renewing and revoking, as for every platform that follows the standards of OAuth. */
export async function testStandardOAuth(platform: Platform, simulator: PlatformSimulator): Promise<void> {
  const { authorization } = platform
  assert.ok(authorization?.refresh && authorization.revoke)
  const { client } = simulator
  const signal = AbortSignal.timeout(30_000)
  const codeVerifier = authorization.usesPkce ? 'v'.repeat(43) : undefined
  const exchange = (code: string, changed = {}) =>
    authorization.exchange({ client, redirectUri, code, codeVerifier, signal, ...changed })

  const code = await askPerson(platform, client, codeVerifier)
  const grant = await exchange(code)
  assert.equal(grant.accessToken, simulator.grant().accessToken)
  assert.equal(grant.refreshToken, simulator.grant().refreshToken)
  assert.deepEqual(grant.scopes, [...authorization.scopes])
  assert.ok(grant.expiresAt && grant.expiresAt > new Date())

  const foreign = { ...client, secret: 'another/secret-with+signs' }
  const ask = () => askPerson(platform, client, codeVerifier)
  const wrong = [
    () => exchange(code),
    () => exchange('invented-code'),
    async () => await exchange(await ask(), { redirectUri: 'https://evil.example/' }),
    async () => await exchange(await ask(), { client: foreign }),
    ...(codeVerifier ? [async () => await exchange(await ask(), { codeVerifier: 'w'.repeat(43) })] : []),
  ]
  for (const attempt of wrong) {
    const fault = await faultOf(attempt())
    assert.equal(fault.kind, 'refused')
    assert.doesNotMatch(fault.message, /code-|token-|secret|wwww/)
  }

  const renewed = await authorization.refresh({ client, grant, signal })
  assert.equal(renewed.accessToken, simulator.grant().accessToken)
  assert.notEqual(renewed.accessToken, grant.accessToken)
  assert.equal(renewed.refreshToken, simulator.grant().refreshToken)
  assert.deepEqual(renewed.scopes, grant.scopes)
  const stale = await faultOf(
    authorization.refresh({ client, grant: { ...grant, refreshToken: 'token-stale-one' }, signal }),
  )
  assert.equal(stale.kind, 'token')
  assert.doesNotMatch(stale.message, /token-stale/)
  // The operator's mistake is no reason to connect every account again.
  assert.equal(
    (await faultOf(authorization.refresh({ client: foreign, grant: renewed, signal }))).kind,
    'refused',
  )
  assert.equal(simulator.counts.renewals, 1)

  await authorization.revoke({ client, grant: renewed, signal })
  assert.ok(simulator.counts.revocations > 0)
  assert.equal((await faultOf(authorization.refresh({ client, grant: renewed, signal }))).kind, 'token')
  assert.notEqual(simulator.grant().accessToken, renewed.accessToken)
}
