import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, describe, test } from 'node:test'
import { eq, sql } from 'drizzle-orm'
import { PlatformFault } from '#features/social/platforms/fault.ts'
import type { Publishing } from '#features/social/platforms/platform.ts'
import { socialAccounts, socialAttempts, socialPosts } from '#features/social/table.ts'
import { createEncryption, DecryptionError } from '#platform/encryption.ts'
import type { Postgres } from '#platform/postgres.ts'
import { renewEncryptedRows } from '#platform/secrets/encrypted-rows.ts'
import { createFakeClock, days, type FakeClock, hours } from '../../../../test/support/clock.ts'
import { connectTestDatabase } from '../../../../test/support/database.ts'
import {
  createPlainPlatform,
  type PlainSimulator,
  plainPlatformId,
  startPlainSimulator,
} from '../../../../test/support/social/plain-platform.ts'
import {
  engineSecret,
  insertAccount,
  insertPosts,
  plainAccounts,
  startPublishingEngine,
} from '../../../../test/support/social/publishing-engine.ts'
import { createProgressCipher, postProgress } from './progress-store.ts'

let database: Postgres & { url: string }
let platform: PlainSimulator
let clock: FakeClock
let engine: ReturnType<typeof startPublishingEngine>
let accountId: string

before(async () => {
  database = await connectTestDatabase()
})
after(() => database.close())
beforeEach(async () => {
  platform = await startPlainSimulator()
  clock = createFakeClock()
  engine = start()
  accountId = await insertAccount(database.db, plainPlatformId)
})
afterEach(async () => {
  await engine.close()
  await platform.close()
  await database.db.delete(socialPosts)
  await database.db.delete(socialAccounts)
})

const tokens = () => ({
  get: () => platform.state.tokens().accessToken,
  renew: () => {
    platform.state.counts.renewals += 1
    return platform.state.tokens().accessToken
  },
})

function start(more: Partial<Parameters<typeof startPublishingEngine>[0]> = {}) {
  return startPublishingEngine({
    ...{ databaseUrl: database.url, clock, platforms: [createPlainPlatform(platform.origin)] },
    ...{ accounts: plainAccounts(tokens()), armedFor: 0, ...more },
  })
}

const schedule = async (content?: string, dueAt = clock.now()) => {
  const [post] = await insertPosts(database.db, [
    { accountId, platform: plainPlatformId, dueAt, ...(content !== undefined && { content }) },
  ])
  assert.ok(post)
  return post
}
const read = async (id: string) => {
  const [post] = await database.db.select().from(socialPosts).where(eq(socialPosts.id, id))
  assert.ok(post)
  return post
}
const kindsOf = async (id: string) =>
  (
    await database.db
      .select()
      .from(socialAttempts)
      .where(eq(socialAttempts.postId, id))
      .orderBy(socialAttempts.number)
  ).map(({ kind }) => kind)

/** What programs of others were told. */
const announced = () => engine.announced.map(({ type, data }) => [type, data])
const idsOf = (id: string) => ({ post_id: id, account_id: accountId, platform: plainPlatformId })

/** Lets time pass until the post is published or a person has to decide. */
async function publish(id: string, most = 12) {
  for (let round = 0; round < most; round++) {
    await engine.poll()
    const post = await read(id)
    if (post.status === 'published' || post.status === 'failed') return post
    clock.advance(Math.max(0, post.dueAt.getTime() - clock.now().getTime()))
  }
  return read(id)
}

test('what has been prepared is stored encrypted, also under the next secret', async () => {
  const { id } = await schedule()
  await engine.poll()
  const { progress } = await read(id)
  assert.match(String(progress), /^v1\.[\w-]+$/)
  const current = 'n'.repeat(40)
  const both = createEncryption({ current, earlier: [engineSecret] })
  const renewal = await renewEncryptedRows(database.db, both, [postProgress])
  assert.deepEqual(renewal, { renewed: 1, unreadable: 0 })
  const renewed = createProgressCipher(createEncryption({ current, earlier: [] }))
  const prepared = renewed.decrypt((await read(id)).progress, id)
  assert.match(JSON.stringify(prepared), /^{"container":/)
  assert.throws(() => renewed.decrypt(progress, id), DecryptionError)
})

describe('a post that is due', () => {
  test('is published once, and what happened is told', async () => {
    const { id, key } = await schedule('Prueba, no moneda')
    await engine.poll()
    await engine.poll()
    const post = await read(id)
    assert.deepEqual([post.status, post.publishedUrl], ['published', `${platform.origin}/p/${key}`])
    assert.deepEqual(
      platform.state.shown.map(({ text }) => text),
      ['Prueba, no moneda'],
    )
    assert.deepEqual(await kindsOf(id), ['called', 'prepared', 'armed', 'called', 'published'])
    assert.deepEqual(announced(), [['post.published', { ...idsOf(id), url: post.publishedUrl }]])
  })

  test('is not published before its time', async () => {
    const { id } = await schedule('x', new Date(clock.now().getTime() + 60_000))
    await engine.poll()
    assert.equal((await read(id)).status, 'scheduled')
    clock.advance(60_000)
    await engine.poll()
    assert.equal((await read(id)).status, 'published')
  })

  test('waits as long as the platform asks, in seconds or until a date, and so do others of its account', async () => {
    platform.state.failNext('limited')
    platform.state.retryAfter = '600'
    const first = await schedule('one')
    await engine.poll()
    const second = await schedule('two')
    await engine.poll()
    assert.equal(platform.state.shown.length, 0)
    const { dueAt, failures } = await read(first.id)
    assert.ok(Math.abs(dueAt.getTime() - Date.now() - 600_000) < 60_000, 'it is tried after ten minutes')
    assert.equal(failures, 1)
    clock.advance(dueAt.getTime() - clock.now().getTime() + 1_000)
    await engine.poll()
    assert.deepEqual(
      [(await read(first.id)).status, (await read(second.id)).status],
      ['published', 'published'],
    )
    assert.equal(platform.state.shown.length, 2)
  })

  test('goes to a person with the sentence of the platform when that refuses it', async () => {
    platform.state.failNext('refused')
    const { id } = await schedule()
    const post = await publish(id)
    assert.deepEqual(
      [post.status, post.fault, post.errorMessage],
      ['failed', 'refused', 'Words of this kind are not allowed here.'],
    )
    assert.deepEqual(
      engine.told.map(({ type, data }) => [type.name, data]),
      [['social.failed', { post_id: id, account: 'Firmeza' }]],
    )
    assert.deepEqual(announced(), [['post.failed', { ...idsOf(id), fault: 'refused' }]])
    await engine.poll()
    assert.equal(platform.state.shown.length, 0)
  })

  test('is tried five times while the platform cannot be reached, and then a person decides', async () => {
    await platform.close()
    const { id } = await schedule()
    const post = await publish(id)
    assert.deepEqual([post.status, post.fault], ['failed', 'retries'])
    assert.equal((await kindsOf(id)).filter((kind) => kind === 'postponed').length, 4)
    platform = await startPlainSimulator()
  })

  test('renews a token that the platform no longer accepts, once', async () => {
    platform.state.failNext('expired')
    const { id } = await schedule()
    assert.equal((await publish(id)).status, 'published')
    assert.equal(platform.state.counts.renewals, 1)
    assert.equal(platform.state.shown.length, 1)
    platform.state.failNext('expired', 'expired')
    const other = await schedule()
    const failed = await publish(other.id)
    assert.deepEqual([failed.status, failed.fault], ['failed', 'account'])
    assert.equal(platform.state.counts.renewals, 2)
  })

  test('is told to be out once its platform shows it', async () => {
    await engine.close()
    const { publishing, ...plain } = createPlainPlatform(platform.origin)
    assert.ok(publishing)
    let looks = 0
    engine = start({
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
    const { id } = await schedule()
    await engine.poll()
    assert.deepEqual([(await read(id)).stage, announced()], ['settling', []])
    assert.equal((await publish(id)).status, 'published')
    assert.equal(looks, 2)
    assert.deepEqual(announced(), [['post.published', { ...idsOf(id), url: null }]])
  })

  test('says what the account lacks', async () => {
    await engine.close()
    engine = start({
      accounts: {
        ...plainAccounts(tokens()),
        open: async () => {
          throw new PlatformFault('token', 'The account was closed.')
        },
      },
    })
    const { id } = await schedule()
    const post = await publish(id)
    assert.deepEqual([post.fault, post.errorMessage], ['account', 'The account was closed.'])
  })

  test('that does not fit its platform is not sent', async () => {
    const { id } = await schedule('x'.repeat(501))
    const post = await publish(id)
    assert.deepEqual([post.status, post.fault], ['failed', 'limits'])
    assert.equal(platform.received.length, 0)
  })

  test('that was due a day ago goes to a person', async () => {
    const { id } = await schedule('x', new Date(clock.now().getTime() - 25 * 3_600_000))
    assert.equal((await publish(id)).fault, 'late')
    assert.equal(platform.received.length, 0)
  })

  test('of an account without an interface is handed to a person', async () => {
    await database.db.update(socialAccounts).set({ mode: 'assisted' })
    const { id } = await schedule()
    await engine.poll()
    await engine.poll()
    const post = await read(id)
    assert.deepEqual([post.status, post.stage], ['publishing', 'handed_over'])
    assert.deepEqual(
      engine.told.map(({ type }) => type.name),
      ['social.due'],
    )
  })
})

describe('a post whose answer was lost', () => {
  for (const fault of ['lost_after', 'busy_after'] as const)
    test(`is found at the platform, and not sent again (${fault})`, async () => {
      platform.state.failNext(fault)
      const { id } = await schedule()
      const post = await publish(id)
      assert.equal(post.status, 'published')
      assert.equal(platform.state.shown.length, 1)
      assert.ok((await kindsOf(id)).includes('searched_published'))
    })

  for (const fault of ['lost_before', 'busy'] as const)
    test(`is sent again when the platform does not have it (${fault})`, async () => {
      platform.state.failNext(fault)
      const { id } = await schedule()
      const post = await publish(id)
      assert.equal(post.status, 'published')
      assert.equal(platform.state.shown.length, 1)
      assert.ok((await kindsOf(id)).includes('searched_absent'))
    })

  test('is handed to nobody who would post it by hand, as long as it may be out', async () => {
    platform.state.failNext('lost_after')
    const { id } = await schedule()
    await engine.poll()
    await database.db.update(socialAccounts).set({ mode: 'assisted' })
    assert.equal((await publish(id)).status, 'published')
    const other = await schedule()
    await database.db.update(socialPosts).set({ stage: 'armed', status: 'publishing' })
    await engine.close()
    engine = start({ platforms: [] })
    const post = await publish(other.id)
    assert.deepEqual([post.status, post.fault], ['failed', 'unknown'])
  })

  test('is not sent again while a process that was stopped could still send it', async () => {
    await engine.close()
    engine = start({ armedFor: 3_600_000 })
    platform.state.failNext('lost_before')
    const { id } = await schedule()
    await engine.poll()
    clock.advance(10_000)
    await engine.poll()
    const post = await read(id)
    assert.deepEqual([post.status, post.stage, post.failures], ['publishing', 'armed', 0])
    assert.equal(platform.state.shown.length, 0)
  })

  test('goes to a person where the platform cannot be asked', async () => {
    platform.hideList()
    platform.state.failNext('lost_after')
    const { id } = await schedule()
    const post = await publish(id)
    assert.deepEqual([post.status, post.fault, post.stage], ['failed', 'unknown', 'armed'])
    await engine.poll()
    assert.equal(platform.state.shown.length, 1)
  })
})

/** Starts anew with a platform some of whose functions are others. */
async function restart(
  publishing: Partial<Publishing>,
  more: Partial<Parameters<typeof startPublishingEngine>[0]> = {},
) {
  await engine.close()
  const plain = createPlainPlatform(platform.origin)
  assert.ok(plain.publishing)
  engine = start({
    platforms: [{ ...plain, publishing: { ...plain.publishing, ...publishing } }],
    ...more,
  })
}

test('a post that was not there when its platform was asked, and is refused then, is known not to be there', async () => {
  platform.state.failNext('lost_before', 'refused')
  const { id } = await schedule()
  const post = await publish(id)
  assert.deepEqual([post.fault, post.stage], ['refused', 'preparing'])
})

test('a platform may say what no database stores', async () => {
  await restart({
    async publish() {
      throw new PlatformFault('refused', 'No\0more \ud800.')
    },
  })
  const { id } = await schedule()
  const post = await publish(id)
  assert.deepEqual([post.fault, post.errorMessage], ['refused', 'No more \ufffd.'])
  await restart({ publish: async () => ({ id: 'one', url: 'javascript:alert(1)' }) })
  const other = await schedule()
  const { status, publishedUrl } = await publish(other.id)
  assert.deepEqual([status, publishedUrl], ['published', null])
})

test('a platform that asks to wait for years is asked again the next day', async () => {
  for (const again of [new Date(clock.now().getTime() + 400 * days), new Date(Number.NaN)]) {
    const { id } = await schedule()
    let isAsked = false
    await restart({
      async prepare() {
        if (isAsked) return { isReady: true, progress: null }
        isAsked = true
        throw new PlatformFault('limited', 'Slow down.', { again })
      },
    })
    await engine.poll()
    assert.equal((await read(id)).failures, 1)
    clock.advance(24 * hours)
    await engine.poll()
    assert.equal((await read(id)).status, 'published')
  }
})

test('a step of preparing that asks to wait for years is done again within the hour', async () => {
  const waits = [1e12, -1_000, 0]
  await restart({
    async prepare() {
      const wait = waits.shift()
      return wait === undefined ? { isReady: true, progress: null } : { isReady: false, progress: {}, wait }
    },
  })
  const { id } = await schedule()
  await engine.poll()
  clock.advance(hours)
  await engine.poll()
  assert.equal((await read(id)).status, 'published')
})

describe('a post that its platform has and does not show yet', () => {
  const taken = { id: 'one', url: null, isPending: true }

  test('may be shown as late as others, however long ago it was to be published', async () => {
    let looks = 0
    await restart({
      publish: async () => taken,
      settle: async () => (++looks < 2 ? taken : { id: 'one', url: 'https://threads.example/one' }),
    })
    const { id } = await schedule()
    await database.db.update(socialPosts).set({ scheduledAt: new Date(clock.now().getTime() - 3 * days) })
    const post = await publish(id)
    assert.deepEqual([post.publishedUrl, looks], ['https://threads.example/one', 2])
  })

  test('is refused when the platform says that it will not show it', async () => {
    await restart({
      publish: async () => taken,
      async settle() {
        throw new PlatformFault('refused', 'The picture cannot be processed.')
      },
    })
    const { id } = await schedule()
    const post = await publish(id)
    assert.deepEqual(
      [post.fault, post.errorMessage, post.publishedId, post.publishedAt],
      ['refused', 'The picture cannot be processed.', null, null],
    )
  })

  test('is never sent again because the account was disconnected', async () => {
    const plain = plainAccounts(tokens())
    let isConnected = true
    await restart(
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
    const { id } = await schedule()
    await engine.poll()
    isConnected = false
    const post = await publish(id)
    assert.deepEqual([post.status, post.fault, post.publishedId], ['failed', 'unknown', 'one'])
  })

  test('is looked for again when the platform refuses the question, and a person is asked after a day', async () => {
    await restart({
      publish: async () => taken,
      async settle() {
        throw new PlatformFault('refused', 'There is no such field.', { status: 400 })
      },
    })
    const { id } = await schedule()
    await engine.poll()
    assert.equal((await publish(id, 3)).stage, 'settling')
    clock.advance(24 * hours)
    const post = await publish(id, 3)
    assert.deepEqual([post.status, post.fault], ['failed', 'unknown'])
  })
})

describe('a process that has lost its lease', () => {
  test('can write nothing more, and sends nothing', async () => {
    await engine.close()
    engine = start({ leaseSeconds: 20 })
    platform.setDelay(600)
    const { id } = await schedule()
    await engine.start()
    // Another process takes the post while this one waits for the platform.
    for (;;) {
      const { stage } = await read(id)
      if (stage === 'armed') break
      await new Promise((done) => setTimeout(done, 10))
    }
    await database.db.execute(sql`UPDATE social_posts SET fence = fence + 1 WHERE id = ${id}`)
    await engine.poll()
    const post = await read(id)
    assert.deepEqual([post.status, post.stage, post.publishedUrl], ['publishing', 'armed', null])
    assert.deepEqual(announced(), [])
    // Whoever takes it next asks first.
    platform.setDelay(0)
    await database.db.execute(sql`UPDATE social_posts SET leased_until = NULL WHERE id = ${id}`)
    assert.equal((await publish(id)).status, 'published')
    assert.equal(platform.state.shown.length, 1)
  })
})

test('several processes publish each post once', async () => {
  const others = [start(), start()]
  const posts = await insertPosts(
    database.db,
    Array.from({ length: 60 }, () => ({ accountId, platform: plainPlatformId, dueAt: clock.now() })),
  )
  await Promise.all([engine, ...others].map((one) => one.poll()))
  await Promise.all(others.map((one) => one.close()))
  const effects = platform.countEffects()
  assert.equal(effects.size, posts.length)
  for (const { key } of posts) assert.equal(effects.get(key)?.length, 1)
})

test('all processes together begin no more posts of a platform within a minute than it takes', async (context) => {
  await engine.close()
  const platforms = [{ ...createPlainPlatform(platform.origin), pace: { atOnce: 1, perMinute: 3 } }]
  engine = start({ platforms })
  const other = start({ platforms })
  context.after(() => other.close())
  for (let count = 0; count < 5; count++) await schedule()
  const countShown = async () => {
    await engine.poll()
    await other.poll()
    return platform.state.shown.length
  }
  assert.equal(await countShown(), 3)
  await database.db.execute(sql`UPDATE social_posts SET taken_at = taken_at - interval '1 minute'`)
  assert.equal(await countShown(), 5)
})

test('a slow platform does not delay the others', async (context) => {
  const slow = await startPlainSimulator()
  context.after(() => slow.close())
  slow.setDelay(1_000)
  await engine.close()
  const other = { ...createPlainPlatform(slow.origin), id: 'reddit' as const }
  const accounts = plainAccounts(tokens())
  engine = start({
    platforms: [createPlainPlatform(platform.origin), other],
    accounts: {
      ...accounts,
      open: async (id, signal) =>
        id === accountId
          ? accounts.open(id, signal)
          : { ...(await accounts.open(id, signal)), accessToken: slow.state.tokens().accessToken },
    },
  })
  const slowAccount = await insertAccount(database.db, 'reddit')
  await insertPosts(
    database.db,
    ['a', 'b'].map((content) => ({
      accountId: slowAccount,
      platform: 'reddit',
      dueAt: clock.now(),
      content,
    })),
  )
  const { id } = await schedule()
  await engine.start()
  while ((await read(id)).status !== 'published') await new Promise((done) => setTimeout(done, 20))
  assert.equal(slow.state.shown.length, 0)
})
