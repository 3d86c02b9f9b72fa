import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { testMeta } from '../../../../../test/support/social/meta/meta-tests.ts'
import { metaUserName } from '../../../../../test/support/social/meta/protocol.ts'
import { startThreadsSimulator } from '../../../../../test/support/social/threads.ts'
import { testPlatform } from '../../../../../test/support/social/trials/platform-tests.ts'
import { startPlatformWorld } from '../../../../../test/support/social/trials/platform-world.ts'
import { createThreads } from './threads.ts'

const start = () =>
  startPlatformWorld({
    start: startThreadsSimulator,
    create: createThreads,
    endpoints: ({ endpoints }) => ({ threads: endpoints }),
  })

testPlatform({
  ...{ start, accountName: metaUserName, content: () => ({}) },
  found: { afterEffect: 'published', withoutEffect: 'absent' },
})

const figures = ['views', 'likes', 'replies', 'reposts', 'quotes', 'shares']
testMeta({ start, figures, quota: 250 })

describe('a post of text', () => {
  let world: Awaited<ReturnType<typeof start>>
  before(async () => {
    world = await start()
  })
  after(() => world.close())

  test('is published with its link, and can be removed', async () => {
    const { simulator, publishing } = world
    const text = 'مرحبا 👋🏽\n你好 https://example.com/a?b=c&d=é'
    const context = world.contextOf({ text })
    const published = await world.publish(context)
    assert.equal(simulator.shown.length, 1)
    assert.equal(simulator.shown[0]?.text, text)
    assert.deepEqual(published, { id: simulator.shown[0]?.id, url: simulator.shown[0]?.url })
    await publishing.remove?.(context, published)
    assert.equal(simulator.shown.length, 0)
  })

  test('describes an account by an id of more digits than a number keeps', () => {
    assert.equal(world.account.externalId, world.simulator.userId)
    assert.equal(world.account.externalId.length, 17)
  })
})
