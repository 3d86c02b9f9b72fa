import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'drizzle-orm'
import { PlatformFault } from '#features/social/platforms/fault.ts'
import { socialAccounts, socialPosts } from '#features/social/table.ts'
import { createEncryption, DecryptionError } from '#platform/encryption.ts'
import { renewEncryptedRows } from '#platform/secrets/encrypted-rows.ts'
import {
  createPlainPlatform,
  plainPlatformId,
  startPlainSimulator,
} from '../../../../test/support/social/plain-platform.ts'
import {
  engineSecret,
  insertAccount,
  insertPosts,
} from '../../../../test/support/social/publishing-engine.ts'
import { type PublishingTrial, startTrials } from '../../../../test/support/social/publishing-trial.ts'
import { createProgressCipher, postProgress } from './progress-store.ts'

let trial: PublishingTrial
startTrials((started) => {
  trial = started
})

test('what has been prepared is stored encrypted, also under the next secret', async () => {
  const { id } = await trial.schedule()
  await trial.engine.poll()
  const { progress } = await trial.read(id)
  assert.match(String(progress), /^v1\.[\w-]+$/)
  const current = 'n'.repeat(40)
  const both = createEncryption({ current, earlier: [engineSecret] })
  const renewal = await renewEncryptedRows(trial.db, both, [postProgress])
  assert.deepEqual(renewal, { renewed: 1, unreadable: 0 })
  const renewed = createProgressCipher(createEncryption({ current, earlier: [] }))
  const prepared = renewed.decrypt((await trial.read(id)).progress, id)
  assert.match(JSON.stringify(prepared), /^{"container":/)
  assert.throws(() => renewed.decrypt(progress, id), DecryptionError)
})

describe('a post that is due', () => {
  test('is published once, and what happened is told', async () => {
    const { id, key } = await trial.schedule('Prueba, no moneda')
    await trial.engine.poll()
    await trial.engine.poll()
    const post = await trial.read(id)
    assert.deepEqual([post.status, post.publishedUrl], ['published', `${trial.platform.origin}/p/${key}`])
    assert.deepEqual(
      trial.platform.state.shown.map(({ text }) => text),
      ['Prueba, no moneda'],
    )
    assert.deepEqual(await trial.kindsOf(id), ['called', 'prepared', 'armed', 'called', 'published'])
    assert.deepEqual(trial.announced(), [['post.published', { ...trial.idsOf(id), url: post.publishedUrl }]])
  })

  test('is not published before its time', async () => {
    const { id } = await trial.schedule('x', new Date(trial.clock.now().getTime() + 60_000))
    await trial.engine.poll()
    assert.equal((await trial.read(id)).status, 'scheduled')
    trial.clock.advance(60_000)
    await trial.engine.poll()
    assert.equal((await trial.read(id)).status, 'published')
  })

  test('waits as long as the platform asks, in seconds or until a date, and so do others of its account', async () => {
    trial.platform.state.failNext('limited')
    trial.platform.state.retryAfter = '600'
    const first = await trial.schedule('one')
    await trial.engine.poll()
    const second = await trial.schedule('two')
    await trial.engine.poll()
    assert.equal(trial.platform.state.shown.length, 0)
    const { dueAt, failures } = await trial.read(first.id)
    assert.ok(Math.abs(dueAt.getTime() - Date.now() - 600_000) < 60_000, 'it is tried after ten minutes')
    assert.equal(failures, 1)
    trial.clock.advance(dueAt.getTime() - trial.clock.now().getTime() + 1_000)
    await trial.engine.poll()
    assert.deepEqual(
      [(await trial.read(first.id)).status, (await trial.read(second.id)).status],
      ['published', 'published'],
    )
    assert.equal(trial.platform.state.shown.length, 2)
  })

  test('goes to a person with the sentence of the platform when that refuses it', async () => {
    trial.platform.state.failNext('refused')
    const { id } = await trial.schedule()
    const post = await trial.publish(id)
    assert.deepEqual(
      [post.status, post.fault, post.errorMessage],
      ['failed', 'refused', 'Words of this kind are not allowed here.'],
    )
    assert.deepEqual(
      trial.engine.told.map(({ type, data }) => [type.name, data]),
      [['social.failed', { post_id: id, account: 'Firmeza' }]],
    )
    assert.deepEqual(trial.announced(), [['post.failed', { ...trial.idsOf(id), fault: 'refused' }]])
    await trial.engine.poll()
    assert.equal(trial.platform.state.shown.length, 0)
  })

  test('is tried five times while the platform cannot be reached, and then a person decides', async () => {
    await trial.platform.close()
    const { id } = await trial.schedule()
    const post = await trial.publish(id)
    assert.deepEqual([post.status, post.fault], ['failed', 'retries'])
    assert.equal((await trial.kindsOf(id)).filter((kind) => kind === 'postponed').length, 4)
  })

  test('renews a token that the platform no longer accepts, once', async () => {
    trial.platform.state.failNext('expired')
    const { id } = await trial.schedule()
    assert.equal((await trial.publish(id)).status, 'published')
    assert.equal(trial.platform.state.counts.renewals, 1)
    assert.equal(trial.platform.state.shown.length, 1)
    trial.platform.state.failNext('expired', 'expired')
    const other = await trial.schedule()
    const failed = await trial.publish(other.id)
    assert.deepEqual([failed.status, failed.fault], ['failed', 'account'])
    assert.equal(trial.platform.state.counts.renewals, 2)
  })

  test('is told to be out once its platform shows it', async () => {
    const { publishing, ...plain } = createPlainPlatform(trial.platform.origin)
    assert.ok(publishing)
    let looks = 0
    await trial.restart({
      platforms: [
        {
          ...plain,
          publishing: {
            ...publishing,
            publish: async (context, progress) => ({
              ...(await publishing.publish(context, progress)),
              ...{ url: null, isPending: true },
            }),
            settle: async (_context, _progress, { id }) => ({ id, url: null, isPending: ++looks < 2 }),
          },
        },
      ],
    })
    const { id } = await trial.schedule()
    await trial.engine.poll()
    assert.deepEqual([(await trial.read(id)).stage, trial.announced()], ['settling', []])
    assert.equal((await trial.publish(id)).status, 'published')
    assert.equal(looks, 2)
    assert.deepEqual(trial.announced(), [['post.published', { ...trial.idsOf(id), url: null }]])
  })

  test('says what the account lacks', async () => {
    await trial.restart({
      accounts: {
        ...trial.accounts,
        open: async () => {
          throw new PlatformFault('token', 'The account was closed.')
        },
      },
    })
    const { id } = await trial.schedule()
    const post = await trial.publish(id)
    assert.deepEqual([post.fault, post.errorMessage], ['account', 'The account was closed.'])
  })

  test('that does not fit its platform is not sent', async () => {
    const { id } = await trial.schedule('x'.repeat(501))
    const post = await trial.publish(id)
    assert.deepEqual([post.status, post.fault], ['failed', 'limits'])
    assert.equal(trial.platform.received.length, 0)
  })

  test('that was due a day ago goes to a person', async () => {
    const { id } = await trial.schedule('x', new Date(trial.clock.now().getTime() - 25 * 3_600_000))
    assert.equal((await trial.publish(id)).fault, 'late')
    assert.equal(trial.platform.received.length, 0)
  })

  test('of an account without an interface is handed to a person', async () => {
    await trial.db.update(socialAccounts).set({ mode: 'assisted' })
    const { id } = await trial.schedule()
    await trial.engine.poll()
    await trial.engine.poll()
    const post = await trial.read(id)
    assert.deepEqual([post.status, post.stage], ['publishing', 'handed_over'])
    assert.deepEqual(
      trial.engine.told.map(({ type }) => type.name),
      ['social.due'],
    )
  })
})

describe('a post whose answer was lost', () => {
  for (const fault of ['lost_after', 'busy_after'] as const)
    test(`is found at the platform, and not sent again (${fault})`, async () => {
      trial.platform.state.failNext(fault)
      const { id } = await trial.schedule()
      const post = await trial.publish(id)
      assert.equal(post.status, 'published')
      assert.equal(trial.platform.state.shown.length, 1)
      assert.ok((await trial.kindsOf(id)).includes('searched_published'))
    })

  for (const fault of ['lost_before', 'busy'] as const)
    test(`is sent again when the platform does not have it (${fault})`, async () => {
      trial.platform.state.failNext(fault)
      const { id } = await trial.schedule()
      const post = await trial.publish(id)
      assert.equal(post.status, 'published')
      assert.equal(trial.platform.state.shown.length, 1)
      assert.ok((await trial.kindsOf(id)).includes('searched_absent'))
    })

  test('is handed to nobody who would post it by hand, as long as it may be out', async () => {
    trial.platform.state.failNext('lost_after')
    const { id } = await trial.schedule()
    await trial.engine.poll()
    await trial.db.update(socialAccounts).set({ mode: 'assisted' })
    assert.equal((await trial.publish(id)).status, 'published')
    const other = await trial.schedule()
    await trial.db.update(socialPosts).set({ stage: 'armed', status: 'publishing' })
    await trial.restart({ platforms: [] })
    const post = await trial.publish(other.id)
    assert.deepEqual([post.status, post.fault], ['failed', 'unknown'])
  })

  test('is not sent again while a process that was stopped could still send it', async () => {
    await trial.restart({ armedFor: 3_600_000 })
    trial.platform.state.failNext('lost_before')
    const { id } = await trial.schedule()
    await trial.engine.poll()
    trial.clock.advance(10_000)
    await trial.engine.poll()
    const post = await trial.read(id)
    assert.deepEqual([post.status, post.stage, post.failures], ['publishing', 'armed', 0])
    assert.equal(trial.platform.state.shown.length, 0)
  })

  test('goes to a person where the platform cannot be asked', async () => {
    trial.platform.hideList()
    trial.platform.state.failNext('lost_after')
    const { id } = await trial.schedule()
    const post = await trial.publish(id)
    assert.deepEqual([post.status, post.fault, post.stage], ['failed', 'unknown', 'armed'])
    await trial.engine.poll()
    assert.equal(trial.platform.state.shown.length, 1)
  })
})

describe('a process that has lost its lease', () => {
  test('can write nothing more, and sends nothing', async () => {
    await trial.restart({ leaseSeconds: 20 })
    trial.platform.setDelay(600)
    const { id } = await trial.schedule()
    await trial.engine.start()
    // Another process takes the post while this one waits for the trial.platform.
    for (;;) {
      const { stage } = await trial.read(id)
      if (stage === 'armed') break
      await new Promise((done) => setTimeout(done, 10))
    }
    await trial.db.execute(sql`UPDATE social_posts SET fence = fence + 1 WHERE id = ${id}`)
    await trial.engine.poll()
    const post = await trial.read(id)
    assert.deepEqual([post.status, post.stage, post.publishedUrl], ['publishing', 'armed', null])
    assert.deepEqual(trial.announced(), [])
    // Whoever takes it next asks first.
    trial.platform.setDelay(0)
    await trial.db.execute(sql`UPDATE social_posts SET leased_until = NULL WHERE id = ${id}`)
    assert.equal((await trial.publish(id)).status, 'published')
    assert.equal(trial.platform.state.shown.length, 1)
  })
})

test('several processes publish each post once', async () => {
  const others = [trial.start(), trial.start()]
  const posts = await insertPosts(
    trial.db,
    Array.from({ length: 60 }, () => ({
      accountId: trial.accountId,
      platform: plainPlatformId,
      dueAt: trial.clock.now(),
    })),
  )
  await Promise.all([trial.engine, ...others].map((one) => one.poll()))
  await Promise.all(others.map((one) => one.close()))
  const effects = trial.platform.countEffects()
  assert.equal(effects.size, posts.length)
  for (const { key } of posts) assert.equal(effects.get(key)?.length, 1)
})

test('all processes together begin no more posts of a platform within a minute than it takes', async (context) => {
  const platforms = [{ ...createPlainPlatform(trial.platform.origin), pace: { atOnce: 1, perMinute: 3 } }]
  await trial.restart({ platforms })
  const other = trial.start({ platforms })
  context.after(() => other.close())
  for (let count = 0; count < 5; count++) await trial.schedule()
  const countShown = async () => {
    await trial.engine.poll()
    await other.poll()
    return trial.platform.state.shown.length
  }
  assert.equal(await countShown(), 3)
  await trial.db.execute(sql`UPDATE social_posts SET taken_at = taken_at - interval '1 minute'`)
  assert.equal(await countShown(), 5)
})

test('a slow platform does not delay the others', async (context) => {
  const slow = await startPlainSimulator()
  context.after(() => slow.close())
  slow.setDelay(1_000)
  const other = { ...createPlainPlatform(slow.origin), id: 'reddit' as const }
  const accounts = trial.accounts
  await trial.restart({
    platforms: [createPlainPlatform(trial.platform.origin), other],
    accounts: {
      ...accounts,
      open: async (id, signal) =>
        id === trial.accountId
          ? accounts.open(id, signal)
          : { ...(await accounts.open(id, signal)), accessToken: slow.state.tokens().accessToken },
    },
  })
  const slowAccount = await insertAccount(trial.db, 'reddit')
  await insertPosts(
    trial.db,
    ['a', 'b'].map((content) => ({
      accountId: slowAccount,
      platform: 'reddit',
      dueAt: trial.clock.now(),
      content,
    })),
  )
  const { id } = await trial.schedule()
  await trial.engine.start()
  while ((await trial.read(id)).status !== 'published') await new Promise((done) => setTimeout(done, 20))
  assert.equal(slow.state.shown.length, 0)
})
