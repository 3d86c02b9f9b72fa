import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { PostContent } from '#features/social/platforms/platform.ts'
import { faultOf, followAuthorization } from '../protocol/calling.ts'
import { type PlatformSimulator, refusalSentence } from '../simulator.ts'
import type { MediaServer } from './media-server.ts'
import type { PlatformWorld } from './platform-world.ts'

interface TestedPlatform<Simulator extends PlatformSimulator> {
  start(): Promise<PlatformWorld<Simulator>>
  /** A post as the platform takes it. */
  content(media: MediaServer): Partial<PostContent>
  /** The name that the account has. */
  accountName: string
  /** What is told of a post whose publishing ended without an answer. */
  found: { afterEffect: 'published' | 'unknown'; withoutEffect: 'absent' | 'unknown' }
}

const redirectUri = 'https://example.com/api/social/accounts/callback'

/** What every platform does that is connected by OAuth and publishes by its interface. */
export function testPlatform<Simulator extends PlatformSimulator>(tested: TestedPlatform<Simulator>): void {
  let world: PlatformWorld<Simulator>
  before(async () => {
    world = await tested.start()
  })
  after(async () => {
    // Whatever happened above: nobody may read a token in the history of a post.
    const { accessToken, refreshToken } = world.simulator.grant()
    const observed = JSON.stringify(world.observed)
    for (const secret of [accessToken, refreshToken, world.simulator.client.secret])
      assert.ok(secret === null || !observed.includes(secret))
    assert.doesNotMatch(observed, /token-[0-9a-f]{24}|short-[0-9a-f]{24}|code-[0-9a-f]{24}/)
    await world.close()
  })
  testConnecting(() => world, tested.accountName)
  testPublishing(() => world, tested)
}

function testConnecting(getWorld: () => PlatformWorld<PlatformSimulator>, accountName: string): void {
  const signal = AbortSignal.timeout(60_000)

  function authorization() {
    const { platform, simulator } = getWorld()
    assert.ok(platform.authorization)
    return { authorization: platform.authorization, client: simulator.client }
  }

  async function askPerson() {
    const { authorization: flow, client } = authorization()
    const page = flow.authorize({ client, redirectUri, state: 'a state', codeChallenge: undefined })
    const back = await followAuthorization(page)
    assert.equal(back.origin + back.pathname, redirectUri)
    assert.equal(back.searchParams.get('state'), 'a state')
    return back.searchParams.get('code') ?? ''
  }

  describe('connecting', () => {
    test('gives tokens for a code, and describes the account', async () => {
      const { platform, simulator } = getWorld()
      const { authorization: flow, client } = authorization()
      const code = await askPerson()
      const grant = await flow.exchange({ client, redirectUri, code, codeVerifier: undefined, signal })
      assert.equal(grant.accessToken, simulator.grant().accessToken)
      assert.ok(grant.expiresAt && grant.expiresAt > new Date())
      assert.deepEqual(grant.scopes, [...flow.scopes])
      const { accessToken } = grant
      const account = await platform.describeAccount?.({ client, accessToken, signal })
      assert.equal(account?.name, accountName)
      assert.ok(account.url?.includes(accountName))
      assert.deepEqual(account, getWorld().account)
    })

    test('takes a code once, and only with the address it was given to', async () => {
      const { authorization: flow, client } = authorization()
      const exchange = (code: string, uri = redirectUri) =>
        flow.exchange({ client, redirectUri: uri, code, codeVerifier: undefined, signal })
      const code = await askPerson()
      await exchange(code)
      const again = await faultOf(exchange(code))
      assert.equal(again.kind, 'refused')
      assert.ok(!again.message.includes(code))
      const elsewhere = await faultOf(exchange(await askPerson(), 'https://evil.example/'))
      assert.equal(elsewhere.kind, 'refused')
    })

    test('renews tokens, and tells when a person has to connect again', async () => {
      const { platform, simulator } = getWorld()
      const { authorization: flow, client } = authorization()
      const before = simulator.grant()
      const grant = await flow.refresh?.({ client, grant: before, signal })
      assert.ok(grant)
      assert.notEqual(grant.accessToken, before.accessToken)
      assert.equal(grant.accessToken, simulator.grant().accessToken)
      assert.deepEqual(grant.scopes, before.scopes)
      const stale = { client, accessToken: before.accessToken, signal }
      assert.ok(platform.describeAccount)
      const rejected = await faultOf(platform.describeAccount(stale))
      assert.equal(rejected.kind, 'token')
      assert.ok(!rejected.message.includes(before.accessToken))
      const invented = { ...grant, accessToken: 'token-invented', refreshToken: 'token-invented' }
      assert.ok(flow.refresh)
      assert.equal((await faultOf(flow.refresh({ client, grant: invented, signal }))).kind, 'token')
    })
  })
}

function testPublishing<Simulator extends PlatformSimulator>(
  getWorld: () => PlatformWorld<Simulator>,
  { content, found }: TestedPlatform<Simulator>,
): void {
  const contextOf = (text: string) => getWorld().contextOf({ ...content(getWorld().media), text })
  const shownOf = (text: string) => getWorld().simulator.shown.filter((post) => post.text === text)

  /** The fault of publishing when a call goes wrong so. */
  async function fail(text: string, fault: Parameters<PlatformSimulator['failNext']>[0]) {
    const context = contextOf(text)
    const progress = await getWorld().prepare(context)
    const since = getWorld().now()
    getWorld().simulator.failNext(fault)
    const thrown = await faultOf(getWorld().publishing.publish(context, progress))
    assert.ok(!thrown.message.includes(context.accessToken))
    return { thrown, context, progress, since }
  }

  describe('publishing', () => {
    test('is asked to wait, in seconds and until a date', async () => {
      const { simulator } = getWorld()
      simulator.retryAfter = '120'
      const { thrown, context, progress } = await fail('waits', 'limited')
      assert.equal(thrown.kind, 'limited')
      const seconds = ((thrown.again?.getTime() ?? 0) - getWorld().now().getTime()) / 1000
      assert.ok(seconds > 110 && seconds <= 120, String(seconds))
      const date = new Date(Math.ceil(getWorld().now().getTime() / 1000) * 1000 + 300_000)
      simulator.retryAfter = date.toUTCString()
      simulator.failNext('limited')
      const again = await faultOf(getWorld().publishing.publish(context, progress))
      assert.equal(again.kind, 'limited')
      assert.equal(again.again?.getTime(), date.getTime())
      assert.equal(shownOf('waits').length, 0)
      await getWorld().publishing.publish(context, progress)
      assert.equal(shownOf('waits').length, 1)
    })

    test('takes an error of the server for a platform that is busy', async () => {
      const { thrown } = await fail('busy', 'busy')
      assert.equal(thrown.kind, 'busy')
      assert.equal(thrown.status, 503)
    })

    test('tells that a token is no longer accepted, and goes on with the renewed one', async () => {
      const { simulator, platform, publishing } = getWorld()
      const before = simulator.grant()
      const { thrown, context, progress } = await fail('expired', 'expired')
      assert.equal(thrown.kind, 'token')
      const { client } = simulator
      const grant = await platform.authorization?.refresh?.({ client, grant: before, signal: context.signal })
      assert.ok(grant)
      await publishing.publish({ ...context, accessToken: grant.accessToken }, progress)
      assert.equal(shownOf('expired').length, 1)
    })

    test("is refused with the platform's sentence", async () => {
      const { thrown } = await fail('refused', 'refused')
      assert.equal(thrown.kind, 'refused')
      assert.equal(thrown.message, refusalSentence)
      assert.equal(shownOf('refused').length, 0)
    })

    for (const fault of ['lost_after', 'busy_after'] as const)
      test(`looks for a post that was taken without an answer: ${fault}`, async () => {
        const { thrown, context, progress, since } = await fail(fault, fault)
        assert.equal(thrown.kind, fault === 'lost_after' ? 'lost' : 'busy')
        const search = await getWorld().restart().publishing?.find(context, { progress, since })
        assert.equal(search?.state, found.afterEffect)
        assert.equal(shownOf(fault).length, 1)
      })

    test('publishes once a post that the platform did not get', async () => {
      const { thrown, context, progress, since } = await fail('lost before', 'lost_before')
      assert.equal(thrown.kind, 'lost')
      getWorld().advance(60_000)
      const search = await getWorld().restart().publishing?.find(context, { progress, since })
      assert.equal(search?.state, found.withoutEffect)
      if (search?.state !== 'absent') return
      await getWorld().publishing.publish(context, progress)
      assert.equal(shownOf('lost before').length, 1)
    })
  })
}
