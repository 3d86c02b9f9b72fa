import assert from 'node:assert/strict'
import type { Platform } from '#features/social/platforms/platform.ts'
import { openAuthorizationPage, redirectUri, requireParts } from '../adapter.ts'
import type { PlatformSimulator } from '../simulator.ts'
import { faultOf } from './calling.ts'

/** Connecting, renewing and revoking, as for every platform that follows the standards of OAuth. */
export async function testStandardOAuth(platform: Platform, simulator: PlatformSimulator): Promise<void> {
  const { authorization } = requireParts(platform)
  assert.ok(authorization.refresh && authorization.revoke)
  const { client } = simulator
  const signal = AbortSignal.timeout(30_000)
  async function ask() {
    const { location, code, codeVerifier } = await openAuthorizationPage(authorization, simulator)
    assert.equal(location.origin + location.pathname, redirectUri)
    assert.equal(location.searchParams.get('state'), 'the-state')
    return { code, codeVerifier }
  }
  type Asked = Awaited<ReturnType<typeof ask>>
  const exchange = (asked: Asked, changed = {}) =>
    authorization.exchange({ client, redirectUri, ...asked, signal, ...changed })

  const agreed = await ask()
  const grant = await exchange(agreed)
  assert.equal(grant.accessToken, simulator.grant().accessToken)
  assert.equal(grant.refreshToken, simulator.grant().refreshToken)
  assert.deepEqual(grant.scopes, [...authorization.scopes])
  assert.ok(grant.expiresAt && grant.expiresAt > new Date())

  const foreign = { ...client, secret: 'another/secret-with+signs' }
  const wrong = [
    () => exchange(agreed),
    () => exchange({ ...agreed, code: 'invented-code' }),
    async () => await exchange(await ask(), { redirectUri: 'https://evil.example/' }),
    async () => await exchange(await ask(), { client: foreign }),
    ...(authorization.usesPkce
      ? [async () => await exchange(await ask(), { codeVerifier: 'w'.repeat(43) })]
      : []),
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
