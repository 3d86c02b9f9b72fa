import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Grant } from '#features/social/platforms/platform.ts'
import { createPlatformCalls } from '#features/social/platforms/platform-calls.ts'
import { faultOf } from '../../../../../test/support/social/protocol/calling.ts'
import {
  type PlatformHandler,
  sendJson,
  startPlatformServer,
} from '../../../../../test/support/social/simulator.ts'
import { createGraph } from './graph.ts'
import { createMetaTokens } from './tokens.ts'

describe('tokens of Meta', () => {
  const now = () => new Date('2026-11-28T12:00:00Z')
  const signal = AbortSignal.timeout(30_000)
  const client = { id: 'an id', secret: 'a client secret' }
  const grant: Grant = {
    ...{ accessToken: 'the same token', refreshToken: null, expiresAt: null, refreshExpiresAt: null },
    scopes: ['a scope'],
  }
  let answer: PlatformHandler
  let server: Awaited<ReturnType<typeof startPlatformServer>>
  before(async () => {
    server = await startPlatformServer((response, request) => answer(response, request))
  })
  after(() => server.close())

  const tokens = () => {
    const graph = createGraph({ calls: createPlatformCalls({ userAgent: 'Test/1.0', now }), now })
    return createMetaTokens({ graph, now, base: server.origin, prefix: 'th' })
  }

  test('are kept when the same one lasts longer', async () => {
    answer = (response) => sendJson(response, 200, { access_token: 'the same token', expires_in: 60 })
    const expiresAt = new Date('2026-11-28T12:01:00Z')
    assert.deepEqual(await tokens().refresh({ grant, signal }), {
      ...{ accessToken: 'the same token', refreshToken: null, expiresAt, refreshExpiresAt: expiresAt },
      scopes: ['a scope'],
    })
    const longer = await tokens().lengthen({ client, signal }, 'the same token', null)
    assert.equal(longer.accessToken, 'the same token')
  })

  test('are in no fault', async () => {
    answer = (response) =>
      sendJson(response, 400, { error: { message: 'Bad token: the same token', code: 190 } })
    const refused = await faultOf(tokens().refresh({ grant, signal }))
    assert.deepEqual([refused.kind, refused.message], ['token', 'Bad token: …'])
    answer = (response) => sendJson(response, 200, { access_token: 'a new token' })
    const unreadable = await faultOf(tokens().refresh({ grant, signal }))
    assert.equal(unreadable.kind, 'lost')
    assert.doesNotMatch(unreadable.message, /token/)
  })
})
