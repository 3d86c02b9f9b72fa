import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { z } from 'zod'
import { realEndpoints } from '#features/social/platforms/endpoints.ts'
import type { PlatformFaultKind } from '#features/social/platforms/fault.ts'
import { createPlatformCalls } from '#features/social/platforms/platform-calls.ts'
import { faultOf } from '../../../../../test/support/social/protocol/calling.ts'
import { startPlatformServer } from '../../../../../test/support/social/simulator.ts'
import { createTiktokApi, tiktokFault } from './api.ts'
import { planChunks } from './upload.ts'

const now = new Date('2026-11-28T12:00:00Z')
const fault = (status: number, error: unknown) =>
  tiktokFault({ status, headers: new Headers(), body: JSON.stringify({ error }) }, now)

describe('errors of TikTok', () => {
  const kinds: [number, string, PlatformFaultKind][] = [
    [401, 'access_token_invalid', 'token'],
    [401, 'scope_not_authorized', 'refused'],
    [429, 'rate_limit_exceeded', 'limited'],
    [403, 'spam_risk_too_many_posts', 'limited'],
    [403, 'reached_active_user_cap', 'limited'],
    [403, 'spam_risk_user_banned_from_posting', 'refused'],
    [403, 'unaudited_client_can_only_post_to_private_accounts', 'refused'],
    [403, 'url_ownership_unverified', 'refused'],
    [400, 'invalid_params', 'refused'],
    [500, 'internal_error', 'busy'],
  ]
  for (const [status, code, kind] of kinds)
    test(`${code} is ${kind}`, () => {
      const read = fault(status, { code, message: 'A sentence' })
      assert.deepEqual([read.kind, read.message], [kind, 'A sentence'])
    })

  test('of tokens, which have another form', () => {
    const body = JSON.stringify({ error: 'invalid_grant', error_description: 'Refresh token is expired.' })
    const read = tiktokFault({ status: 400, headers: new Headers(), body }, now)
    assert.deepEqual([read.kind, read.message], ['token', 'Refresh token is expired.'])
  })

  test('without a sentence are told by their code', () => {
    assert.equal(
      fault(403, { code: 'url_ownership_unverified', message: '' }).message,
      'url_ownership_unverified',
    )
  })

  test('ask for an hour when the quota of a day is used up', () => {
    const again = fault(403, { code: 'spam_risk_too_many_posts', message: '' }).again
    assert.equal(again?.toISOString(), '2026-11-28T13:00:00.000Z')
  })

  test('come with the status of success too', async () => {
    const server = await startPlatformServer((response) => {
      response.end('{"data":{},"error":{"code":"url_ownership_unverified","message":"Verify the domain."}}')
    })
    const api = createTiktokApi({
      calls: createPlatformCalls({ userAgent: 'Test/1.0', now: () => now }),
      endpoints: { ...realEndpoints, tiktok: { site: server.origin, api: server.origin } },
      now: () => now,
    })
    const signal = AbortSignal.timeout(10_000)
    const call = api.call({ accessToken: 'a token', signal }, { path: '/v2/any/' }, z.object({}))
    const read = await faultOf(call)
    await server.close()
    assert.deepEqual([read.kind, read.message], ['refused', 'Verify the domain.'])
  })
})

test('videos are sent whole, or in chunks of which the last takes what is left', () => {
  assert.deepEqual(planChunks(1), { chunkSize: 1, count: 1 })
  assert.deepEqual(planChunks(20_000_000), { chunkSize: 20_000_000, count: 1 })
  assert.deepEqual(planChunks(20_000_001), { chunkSize: 10_000_000, count: 2 })
  assert.deepEqual(planChunks(4_000_000_000), { chunkSize: 10_000_000, count: 400 })
})

test('a token that renews is kept when TikTok gives it again, and is in no fault', async () => {
  const server = await startPlatformServer((response, request) => {
    if (request.url.pathname === '/v2/good/') response.end('{"refresh_token":"the same token"}')
    else response.writeHead(400).end('{"error":"invalid_grant","error_description":"the same token is bad"}')
  })
  const api = createTiktokApi({
    calls: createPlatformCalls({ userAgent: 'Test/1.0', now: () => now }),
    endpoints: { ...realEndpoints, tiktok: { site: server.origin, api: server.origin } },
    now: () => now,
  })
  const options = { secrets: ['the same token'], signal: AbortSignal.timeout(10_000) }
  const Answer = z.object({ refresh_token: z.string() })
  const answer = await api.callForTokens('/v2/good/', {}, options, Answer)
  const refused = await faultOf(api.callForTokens('/v2/bad/', {}, options, Answer))
  await server.close()
  assert.equal(answer.refresh_token, 'the same token')
  assert.deepEqual([refused.kind, refused.message], ['token', '… is bad'])
})
