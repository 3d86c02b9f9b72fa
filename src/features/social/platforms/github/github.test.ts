import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { checkPost } from '#features/social/limits/model.ts'
import type { Platform } from '#features/social/platforms/platform.ts'
import {
  connect,
  openAuthorizationPage,
  publishContext,
  redirectUri,
  requireParts,
} from '../../../../../test/support/social/adapter.ts'
import { startGithubSimulator } from '../../../../../test/support/social/github.ts'
import {
  faultOf,
  platformOptions,
  prepareFully,
} from '../../../../../test/support/social/protocol/calling.ts'
import {
  assertNoSecrets,
  testFaultsOfPublishing,
} from '../../../../../test/support/social/publishing-tests.ts'
import { createGithub } from './github.ts'
import { githubLimits, markLength } from './limits.ts'
import { markOf } from './mark.ts'

let github: Awaited<ReturnType<typeof startGithubSimulator>>
let platform: Platform
const discussion = { repository: 'acme/site', category: 'DIC_general' }
const release = { repository: 'acme/site', category: 'release' }
const signal = AbortSignal.timeout(30_000)

beforeEach(async () => {
  github = await startGithubSimulator()
  platform = createGithub(platformOptions({ github: github.endpoints }))
})
afterEach(() => github.close().catch(() => undefined))

function publishing() {
  if (!platform.publishing) throw new Error('It publishes nothing.')
  return platform.publishing
}

async function publish(target: typeof discussion, text = 'Hello **world**') {
  const { account } = await connect(platform, github)
  const context = publishContext(github, account, { text, title: 'News', target })
  const progress = await prepareFully(publishing(), context)
  return { context, progress, published: await publishing().publish(context, progress) }
}

describe('connecting', () => {
  test('an account is connected with PKCE, and described', async () => {
    const { grant, account, returned } = await connect(platform, github)
    assert.equal(returned.searchParams.get('state'), 'the-state')
    assert.deepEqual(grant.scopes, ['public_repo'])
    assert.ok(grant.expiresAt && grant.expiresAt.getTime() > Date.now() + 7 * 3_600_000)
    assert.deepEqual(account, { externalId: '4242', name: 'acme', url: 'https://github.com/acme', data: {} })
  })

  test('a code is good once, with its verifier and for its address', async () => {
    const { authorization } = requireParts(platform)
    const { client } = github
    const exchange = async (changes: object) => {
      const { code, codeVerifier } = await openAuthorizationPage(authorization, github)
      const request = { client, redirectUri, code, codeVerifier, signal, ...changes }
      return authorization.exchange(request)
    }
    for (const changes of [
      { codeVerifier: 'another-verifier-another-verifier-another' },
      { redirectUri: 'https://elsewhere.example/' },
      { code: 'foreign' },
      { client: { ...client, secret: 'wrong-secret' } },
    ]) {
      const fault = await faultOf(exchange(changes))
      assert.equal(fault.kind, 'refused')
      assert.match(fault.message, /incorrect/)
    }
    await exchange({})
  })

  test('tokens are renewed once, and revoked', async () => {
    const { authorization } = requireParts(platform)
    const { grant } = await connect(platform, github)
    const request = { client: github.client, signal }
    const renewed = await authorization.refresh?.({ ...request, grant })
    assert.ok(renewed && renewed.accessToken !== grant.accessToken)
    assert.equal(github.counts.renewals, 1)
    const fault = await faultOf(Promise.resolve(authorization.refresh?.({ ...request, grant })))
    assert.deepEqual(
      [fault.kind, fault.message],
      ['token', 'The refresh token passed is incorrect or expired.'],
    )
    await authorization.revoke?.({ ...request, grant: renewed })
    await authorization.revoke?.({ ...request, grant: renewed })
    assert.equal(github.counts.revocations, 1)
  })

  test('a token that is not accepted is told', async () => {
    const { describeAccount } = requireParts(platform)
    const fault = await faultOf(describeAccount({ client: github.client, accessToken: 'old-token', signal }))
    assert.deepEqual([fault.kind, fault.message], ['token', 'Bad credentials'])
  })
})

describe('targets', () => {
  test('public repositories where something can be published, and their categories', async () => {
    const { account } = await connect(platform, github)
    const context = publishContext(github, account, {})
    const repositories = await platform.listTargets?.(context, 'repository', {})
    assert.deepEqual(repositories, [{ id: 'acme/site', name: 'acme/site' }])
    const categories = await platform.listTargets?.(context, 'category', { repository: 'acme/site' })
    assert.deepEqual(
      categories?.map(({ name }) => name),
      ['Release', 'Announcements', 'General'],
    )
    assert.deepEqual(await platform.listTargets?.(context, 'category', {}), [])
    assert.equal((await platform.readQuota?.(context))?.left, 4998)
  })
})

for (const [kind, target] of Object.entries({ discussion, release }))
  describe(`publishing a ${kind}`, () => {
    test('it is shown once, with its address, and can be found, counted and removed', async () => {
      const since = new Date()
      const { context, progress, published } = await publish(target)
      const [shown] = github.shown
      assert.equal(github.shown.length, 1)
      assert.deepEqual(
        [shown?.text, shown?.title, shown?.target, shown?.url],
        ['Hello **world**', 'News', target, published.url],
      )
      assert.deepEqual(await publishing().find(context, { progress, since }), {
        state: 'published',
        published,
      })
      const figures = await publishing().readFigures?.(context, published)
      assert.ok(figures && Object.values(figures).every((figure) => figure > 0))
      assertNoSecrets(undefined, context.observed, [context.accessToken])
      assert.ok(context.observed.length > 0)

      await publishing().remove?.(context, published)
      assert.deepEqual([github.shown.length, github.tags.size], [0, 0])
      await publishing().remove?.(context, published)
    })

    test('a preparation that is stored is not made again', async () => {
      const { account } = await connect(platform, github)
      const context = publishContext(github, account, { target })
      const progress = await prepareFully(publishing(), context)
      const calls = github.received.length
      assert.deepEqual(await publishing().prepare(context, progress), { isReady: true, progress })
      assert.equal(github.received.length, calls)
      assert.equal((await faultOf(publishing().prepare(context, { kind: 'other' }))).kind, 'refused')
    })

    describe('faults', () =>
      testFaultsOfPublishing({
        ...{ simulator: () => github, platform: () => platform, canFind: true },
        content: { target },
      }))
  })

test('a discussion that is not there is absent, among those of others too', async () => {
  const { account } = await connect(platform, github)
  const context = publishContext(github, account, { target: discussion })
  const progress = await prepareFully(publishing(), context)
  const since = new Date()
  await publish(discussion, 'Another text')
  github.failNext('lost_before')
  assert.equal((await faultOf(publishing().publish(context, progress))).kind, 'lost')
  assert.deepEqual(await publishing().find(context, { progress, since }), { state: 'absent' })
  await publishing().publish(context, progress)
  assert.equal((await publishing().find(context, { progress, since })).state, 'published')
  assert.equal(github.shown.length, 2)
})

test('what is no repository is refused before it is asked for', async () => {
  const { account } = await connect(platform, github)
  for (const repository of ['acme', '../user', 'acme/..', 'acme/site/x', 'acme/a?b']) {
    const context = publishContext(github, account, { target: { repository, category: 'DIC_general' } })
    assert.equal((await faultOf(publishing().prepare(context, null))).kind, 'refused')
  }
})

test('a release that was made twice is shown once', async () => {
  const { context, progress, published } = await publish(release)
  assert.deepEqual(await publishing().publish(context, progress), published)
  assert.equal(github.shown.length, 1)
  const other = publishContext(github, context.account, { target: release })
  assert.deepEqual(await publishing().find(other, { progress, since: new Date() }), { state: 'absent' })
})

test('limits of calls are told by 403 and within answers of success too', async () => {
  const { calls, ...options } = platformOptions({ github: github.endpoints })
  const answerWith = (status: number, headers: Record<string, string>, body: string) =>
    createGithub({
      ...options,
      calls: { ...calls, call: async () => ({ status, headers: new Headers(headers), body }) },
    })
  const reset = Math.floor(Date.now() / 1000) + 600
  const usedUp = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(reset) }
  const json = { 'content-type': 'application/json' }
  const context = publishContext(github, { externalId: '1', name: 'a', data: {} }, { target: discussion })
  const publishAt = (one: Platform) => {
    if (!one.publishing) throw new Error('It publishes nothing.')
    return faultOf(one.publishing.publish(context, { kind: 'discussion', repositoryId: 'R_site' }))
  }
  const primary = await publishAt(
    answerWith(
      200,
      { ...json, ...usedUp },
      '{"errors":[{"type":"RATE_LIMITED","message":"API rate limit"}]}',
    ),
  )
  assert.deepEqual(
    [primary.kind, primary.message, primary.again],
    ['limited', 'API rate limit', new Date(reset * 1000)],
  )
  const secondary = await publishAt(
    answerWith(403, json, '{"message":"You have exceeded a secondary rate limit"}'),
  )
  assert.equal(secondary.kind, 'limited')
  assert.equal((await publishAt(answerWith(403, json, '{"message":"Forbidden"}'))).kind, 'refused')
  const broken = await publishAt(
    answerWith(200, json, '{"data":null,"errors":[{"message":"Something went wrong"}]}'),
  )
  assert.equal(broken.kind, 'busy')
  assert.equal((await publishAt(answerWith(200, json, 'no JSON'))).kind, 'lost')
})

test('the longest text fits with its mark', async () => {
  assert.equal(markOf('any key').length, markLength)
  for (const letter of ['a', '😀', '汉', 'ع']) {
    const text = letter.repeat(githubLimits.text.most)
    const post = { title: 'News', target: discussion, files: [] }
    assert.deepEqual(checkPost(githubLimits, { ...post, text }), [])
    assert.equal(checkPost(githubLimits, { ...post, text: text + letter })[0]?.code, 'text_too_long')
    await publish(discussion, text)
  }
  assert.equal(github.shown.length, 4)
})
