import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import type { PlatformFault } from '#features/social/platforms/fault.ts'
import type { PostContent } from '#features/social/platforms/platform.ts'
import { connect, publishContext, requireParts } from './adapter.ts'
import { faultOf, prepareFully } from './protocol/calling.ts'
import { type PlatformSimulator, refusalSentence, type SimulatedFault } from './simulator.ts'

interface Setup {
  simulator(): PlatformSimulator
  platform(): Parameters<typeof connect>[0]
  content: Partial<PostContent>
  /** Whether `find` can know what has been published. */
  canFind: boolean
}

/** What every platform that publishes does when something goes wrong with the call that publishes. */
export function testFaultsOfPublishing({ simulator, platform, content, canFind }: Setup): void {
  async function start() {
    const { account } = await connect(platform(), simulator())
    const { publishing } = requireParts(platform())
    if (!publishing) throw new Error('The platform publishes nothing.')
    const context = publishContext(simulator(), account, content)
    const progress = await prepareFully(publishing, context)
    return { publishing, context, progress, secrets: [context.accessToken, context.client.secret] }
  }

  async function publishWith(fault: SimulatedFault) {
    const started = await start()
    const since = new Date()
    simulator().failNext(fault)
    const refusal = await faultOf(started.publishing.publish(started.context, started.progress))
    assertNoSecrets(refusal, started.context.observed, started.secrets)
    return { ...started, refusal, since }
  }

  test('429 is told with the moment to come again, in seconds or as a date', async () => {
    simulator().retryAfter = '7'
    const before = Date.now()
    const inSeconds = await publishWith('limited')
    assert.equal(inSeconds.refusal.kind, 'limited')
    const wait = (inSeconds.refusal.again?.getTime() ?? 0) - before
    assert.ok(wait >= 7_000 && wait < 12_000, `${wait}`)

    const date = new Date(Math.floor(Date.now() / 1000) * 1000 + 90_000)
    simulator().retryAfter = date.toUTCString()
    const asDate = await publishWith('limited')
    assert.deepEqual([asDate.refusal.kind, asDate.refusal.again], ['limited', date])
    assert.equal(simulator().shown.length, 0)
  })

  test('5xx is busy, 401 is the token, a documented refusal has its sentence', async () => {
    assert.equal((await publishWith('busy')).refusal.kind, 'busy')
    const refused = (await publishWith('refused')).refusal
    assert.equal(refused.kind, 'refused')
    assert.ok(refused.message.includes(refusalSentence), refused.message)
    assert.equal((await publishWith('expired')).refusal.kind, 'token')
    assert.equal(simulator().shown.length, 0)
  })

  for (const fault of ['lost_after', 'busy_after'] as const)
    test(`a post whose answer got lost is looked for: ${fault}`, async () => {
      const { refusal, publishing, context, progress, since } = await publishWith(fault)
      assert.equal(refusal.kind, fault === 'lost_after' ? 'lost' : 'busy')
      const search = await publishing.find(context, { progress, since })
      const [shown] = simulator().shown
      assert.equal(simulator().shown.length, 1)
      if (!canFind) return assert.deepEqual(search, { state: 'unknown' })
      assert.ok(search.state === 'published')
      assert.equal(search.published.url, shown?.url)
    })

  test('a platform that is not there has not been reached', async () => {
    const { publishing, context, progress } = await start()
    await simulator().close()
    // The closed connections are noticed.
    await setTimeout(20)
    assert.equal((await faultOf(publishing.publish(context, progress))).kind, 'unreachable')
  })
}

/** Nothing that is shown or stored holds a secret. */
export function assertNoSecrets(fault: PlatformFault | undefined, observed: unknown, secrets: string[]) {
  const written = JSON.stringify([fault?.message, observed])
  for (const secret of secrets) assert.ok(!written.includes(secret), 'a secret is shown')
}
