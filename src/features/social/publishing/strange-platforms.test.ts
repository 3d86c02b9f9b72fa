import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { PlatformFault } from '#features/social/platforms/fault.ts'
import { socialPosts } from '#features/social/table.ts'
import { days, hours } from '../../../../test/support/clock.ts'
import { type PublishingTrial, startTrials } from '../../../../test/support/social/publishing-trial.ts'

let trial: PublishingTrial
startTrials((started) => {
  trial = started
})

test('a post that was not there when its platform was asked, and is refused then, is known not to be there', async () => {
  trial.platform.state.failNext('lost_before', 'refused')
  const { id } = await trial.schedule()
  const post = await trial.publish(id)
  assert.deepEqual([post.fault, post.stage], ['refused', 'preparing'])
})

test('a platform may say what no database stores', async () => {
  await trial.restartWith({
    async publish() {
      throw new PlatformFault('refused', 'No\0more \ud800.')
    },
  })
  const { id } = await trial.schedule()
  const post = await trial.publish(id)
  assert.deepEqual([post.fault, post.errorMessage], ['refused', 'No more \ufffd.'])
  await trial.restartWith({ publish: async () => ({ id: 'one', url: 'javascript:alert(1)' }) })
  const other = await trial.schedule()
  const { status, publishedUrl } = await trial.publish(other.id)
  assert.deepEqual([status, publishedUrl], ['published', null])
})

test('a platform that asks to wait for years is asked again the next day', async () => {
  for (const again of [new Date(trial.clock.now().getTime() + 400 * days), new Date(Number.NaN)]) {
    const { id } = await trial.schedule()
    let isAsked = false
    await trial.restartWith({
      async prepare() {
        if (isAsked) return { isReady: true, progress: null }
        isAsked = true
        throw new PlatformFault('limited', 'Slow down.', { again })
      },
    })
    await trial.engine.poll()
    assert.equal((await trial.read(id)).failures, 1)
    trial.clock.advance(24 * hours)
    await trial.engine.poll()
    assert.equal((await trial.read(id)).status, 'published')
  }
})

test('a step of preparing that asks to wait for years is done again within the hour', async () => {
  const waits = [1e12, -1_000, 0]
  await trial.restartWith({
    async prepare() {
      const wait = waits.shift()
      return wait === undefined ? { isReady: true, progress: null } : { isReady: false, progress: {}, wait }
    },
  })
  const { id } = await trial.schedule()
  await trial.engine.poll()
  trial.clock.advance(hours)
  await trial.engine.poll()
  assert.equal((await trial.read(id)).status, 'published')
})

describe('a post that its platform has and does not show yet', () => {
  const taken = { id: 'one', url: null, isPending: true }

  test('may be shown as late as others, however long ago it was to be published', async () => {
    let looks = 0
    await trial.restartWith({
      publish: async () => taken,
      settle: async () => (++looks < 2 ? taken : { id: 'one', url: 'https://threads.example/one' }),
    })
    const { id } = await trial.schedule()
    await trial.db.update(socialPosts).set({ scheduledAt: new Date(trial.clock.now().getTime() - 3 * days) })
    const post = await trial.publish(id)
    assert.deepEqual([post.publishedUrl, looks], ['https://threads.example/one', 2])
  })

  test('is refused when the platform says that it will not show it', async () => {
    await trial.restartWith({
      publish: async () => taken,
      settle: async () => ({ rejection: 'The picture cannot be processed.' }),
    })
    const { id } = await trial.schedule()
    const post = await trial.publish(id)
    assert.deepEqual(
      [post.fault, post.errorMessage, post.publishedId, post.publishedAt],
      ['refused', 'The picture cannot be processed.', null, null],
    )
  })

  test('is never sent again because the account was disconnected', async () => {
    const plain = trial.accounts
    let isConnected = true
    await trial.restartWith(
      { publish: async () => taken, settle: async () => taken },
      {
        accounts: {
          ...plain,
          async open(...account) {
            if (isConnected) return plain.open(...account)
            throw new PlatformFault('token', 'disconnected')
          },
        },
      },
    )
    const { id } = await trial.schedule()
    await trial.engine.poll()
    isConnected = false
    const post = await trial.publish(id)
    assert.deepEqual([post.status, post.fault, post.publishedId], ['failed', 'unknown', 'one'])
  })

  test('leaves it to a person after a day', async () => {
    await trial.restartWith({ publish: async () => taken, settle: async () => taken })
    const { id } = await trial.schedule()
    await trial.engine.poll()
    assert.equal((await trial.publish(id, 3)).stage, 'settling')
    trial.clock.advance(24 * hours)
    const post = await trial.publish(id, 3)
    assert.deepEqual([post.status, post.fault, post.publishedId], ['failed', 'unknown', 'one'])
    assert.deepEqual(trial.announced(), [['post.failed', { ...trial.idsOf(id), fault: 'unknown' }]])
  })

  test('is looked for again when the platform refuses the question, and a person is asked after a day', async () => {
    await trial.restartWith({
      publish: async () => taken,
      async settle() {
        throw new PlatformFault('refused', 'unreadable stored data')
      },
    })
    const { id } = await trial.schedule()
    await trial.engine.poll()
    assert.equal((await trial.publish(id, 3)).stage, 'settling')
    trial.clock.advance(24 * hours)
    const post = await trial.publish(id, 3)
    assert.deepEqual([post.status, post.fault], ['failed', 'unknown'])
  })
})
