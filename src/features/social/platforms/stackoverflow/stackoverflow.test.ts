import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { checkPost } from '#features/social/limits/model.ts'
import type { Platform } from '#features/social/platforms/platform.ts'
import {
  connect,
  openAuthorizationPage,
  publishContext,
  redirectUri,
  requireParts,
} from '../../../../../test/support/social/adapter.ts'
import { faultOf, platformOptions } from '../../../../../test/support/social/protocol/calling.ts'
import { assertNoSecrets } from '../../../../../test/support/social/publishing-tests.ts'
import { startStackoverflowSimulator } from '../../../../../test/support/social/stackoverflow.ts'
import { stackoverflowLimits } from './limits.ts'
import { createStackoverflow } from './stackoverflow.ts'

let stackoverflow: Awaited<ReturnType<typeof startStackoverflowSimulator>>
let platform: Platform
const signal = AbortSignal.timeout(30_000)

beforeEach(async () => {
  stackoverflow = await startStackoverflowSimulator()
  platform = createStackoverflow(platformOptions({ stackoverflow: stackoverflow.endpoints }))
})
afterEach(() => stackoverflow.close())

test('a user is connected for good with PKCE, and described with the reputation', async () => {
  const { grant, account, returned } = await connect(platform, stackoverflow)
  assert.equal(returned.searchParams.get('state'), 'the-state')
  assert.deepEqual([grant.expiresAt, grant.refreshToken, grant.scopes], [null, null, null])
  assert.deepEqual(account, {
    ...{ externalId: '77', name: 'Ana & équipe', url: 'https://stackoverflow.com/users/77/ana' },
    data: { reputation: 1204 },
  })
  const context = publishContext(stackoverflow, account, {})
  assert.deepEqual(await platform.readQuota?.(context), { left: 9_990, total: 10_000, resetsAt: null })
  assertNoSecrets(undefined, context.observed, [context.accessToken, 'application-key-4321'])
})

test('a code is good once', async () => {
  const { authorization } = requireParts(platform)
  const { code, codeVerifier } = await openAuthorizationPage(authorization, stackoverflow)
  const request = { client: stackoverflow.client, redirectUri, code, codeVerifier, signal }
  const foreign = { ...request, codeVerifier: 'another-verifier' }
  assert.equal((await faultOf(authorization.exchange(foreign))).message, 'Error validating code')
  assert.equal((await faultOf(authorization.exchange(request))).kind, 'refused')
})

test('a token is invalidated, and no longer accepted', async () => {
  const { authorization, describeAccount } = requireParts(platform)
  const { grant } = await connect(platform, stackoverflow)
  const { client } = stackoverflow
  await authorization.revoke?.({ client, grant, signal })
  assert.equal(stackoverflow.counts.revocations, 1)
  const fault = await faultOf(describeAccount({ client, accessToken: grant.accessToken, signal }))
  assert.equal(fault.kind, 'token')
  assertNoSecrets(fault, undefined, [grant.accessToken])
})

test('errors have a meaning though all have the status 400', async () => {
  const { describeAccount } = requireParts(platform)
  const { client } = stackoverflow
  const { accessToken } = stackoverflow.grant()
  const describeWith = (changes = {}) => faultOf(describeAccount({ client, accessToken, signal, ...changes }))
  stackoverflow.failNext('limited', 'busy')
  const limited = await describeWith()
  assert.equal(limited.kind, 'limited')
  const wait = (limited.again?.getTime() ?? 0) - Date.now()
  assert.ok(wait > 290_000 && wait <= 300_000, `${wait}`)
  assert.equal((await describeWith()).kind, 'busy')
  const withoutKey = await describeWith({ client: { ...client, key: undefined } })
  assert.deepEqual([withoutKey.kind, withoutKey.message], ['refused', 'key is required'])
})

test('a question is asked by hand, with its title and its tags', () => {
  assert.equal(platform.publishing, undefined)
  const url = new URL(
    platform.composeUrl?.({
      ...{ text: 'Why?', title: 'How do I & why 为什么', target: { tags: 'node.js c++' } },
    }) ?? '',
  )
  assert.equal(url.pathname, '/questions/ask')
  assert.equal(url.searchParams.get('title'), 'How do I & why 为什么')
  assert.equal(url.searchParams.get('tags'), 'node.js c++')
})

test('a question has 15 to 150 letters in its title, and one to five tags', () => {
  const check = (changes: object) => {
    const post = { text: 'a'.repeat(30), title: 'a'.repeat(15), target: { tags: 'c#' }, files: [] }
    return checkPost(stackoverflowLimits, { ...post, ...changes }).map(({ code }) => code)
  }
  assert.deepEqual(check({}), [])
  for (const letter of ['a', '汉', 'ع']) {
    assert.deepEqual(check({ title: letter.repeat(14) }), ['text_too_short'])
    assert.deepEqual(check({ title: letter.repeat(150) }), [])
    assert.deepEqual(check({ title: letter.repeat(151) }), ['text_too_long'])
  }
  assert.deepEqual(check({ target: { tags: 'a b c d e' } }), [])
  assert.deepEqual(check({ target: { tags: 'a b c d e f' } }), ['target_invalid'])
  assert.deepEqual(check({ target: {} }), ['target_required'])
})
