import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, beforeEach, describe, test } from 'node:test'
import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { tokenPurpose } from '#features/social/accounts/purposes.ts'
import { CalendarPost, PostEvent, SocialPost } from '#features/social/posts/contract.ts'
import { createFiguresStore } from '#features/social/publishing/figures-store.ts'
import { socialAccounts, socialPosts } from '#features/social/table.ts'
import { createEncryption } from '#platform/encryption.ts'
import { startTestApp, type TestApp, testSecret } from '../../../../test/support/build-app.ts'
import { createFakeClock, hours } from '../../../../test/support/clock.ts'
import type { Send } from '../../../../test/support/http-client.ts'
import { insertAccount, insertPosts } from '../../../../test/support/social/publishing-engine.ts'
import { createSimulatedPlatforms } from '../../../../test/support/social/simulated-platforms.ts'
import type { PlatformSimulator } from '../../../../test/support/social/simulator.ts'
import { startTelegramSimulator, telegramChannel } from '../../../../test/support/social/telegram.ts'
import { startThreadsSimulator } from '../../../../test/support/social/threads.ts'
import { startTwitterSimulator } from '../../../../test/support/social/twitter.ts'

const names = ['threads', 'twitter', 'telegram'] as const
type Name = (typeof names)[number]
const cipher = createEncryption({ current: testSecret, earlier: [] }).cipher(tokenPurpose)

let product: TestApp
let editor: Send
let simulators: Record<Name, PlatformSimulator>

before(async () => {
  const [threads, twitter, telegram] = await Promise.all([
    startThreadsSimulator(),
    startTwitterSimulator(),
    startTelegramSimulator(),
  ])
  simulators = { threads, twitter, telegram }
  const clock = createFakeClock()
  const endpoints = {
    ...{ threads: threads.endpoints, twitter: twitter.endpoints, telegram: telegram.endpoints },
  }
  product = await startTestApp({
    ...{ clock, socialPlatforms: createSimulatedPlatforms(endpoints, clock) },
    env: { SOCIAL_TWITTER_CLIENT_ID: twitter.client.id, SOCIAL_TWITTER_CLIENT_SECRET: twitter.client.secret },
  })
  editor = await product.signInAs('editor')
})
after(async () => {
  await product?.close()
  await Promise.all(Object.values(simulators).map((simulator) => simulator.close()))
})
beforeEach(clear)

async function clear(): Promise<void> {
  await product.pool.query('DELETE FROM social_posts; DELETE FROM social_accounts')
  for (const simulator of Object.values(simulators)) simulator.shown.length = 0
}

/** A post that a platform shows, as it is stored once it is published. */
async function publish(name: Name): Promise<string> {
  const { grant, shown } = simulators[name]
  const { accessToken, refreshToken } = grant()
  const accountId = await insertAccount(product.db, name)
  const encrypted = {
    accessToken: cipher.encrypt(accessToken, accountId),
    refreshToken: refreshToken && cipher.encrypt(refreshToken, accountId),
    ...(name === 'telegram' && { externalId: String(telegramChannel.id) }),
  }
  await product.db.update(socialAccounts).set(encrypted).where(eq(socialAccounts.id, accountId))
  const publishedId = String(1_000_000 + shown.length)
  const url = `https://platform.example/${publishedId}`
  const says = { text: 'Hola', title: '', target: {}, files: [] }
  shown.push({ ...says, id: publishedId, url, at: new Date() })
  const dueAt = new Date(product.clock.now().getTime() - hours)
  const [post] = await insertPosts(product.db, [{ accountId, platform: name, dueAt }])
  assert.ok(post)
  await set(post.id, { status: 'published', publishedId, publishedUrl: url, publishedAt: dueAt })
  return post.id
}
const set = (id: string, changes: Partial<typeof socialPosts.$inferInsert>) =>
  product.db.update(socialPosts).set(changes).where(eq(socialPosts.id, id))
const get = async (id: string) => (await editor(`/api/social/posts/${id}`)).read(SocialPost)
const takeDown = (id: string) => editor(`/api/social/posts/${id}/take-down`, { method: 'POST' })
const historyOf = async (id: string) =>
  (await editor(`/api/social/posts/${id}/history`)).read(z.array(PostEvent))
const kindsOf = async (id: string) => (await historyOf(id)).map(({ kind }) => kind)

describe('a published post', () => {
  for (const name of names) {
    test(`is removed from ${name}, and noted with who did it`, async () => {
      const id = await publish(name)
      assert.deepEqual([(await get(id)).is_removable, (await get(id)).removed_at], [true, null])
      const reply = await takeDown(id)
      assert.equal(reply.status, 200, reply.text)
      assert.deepEqual(simulators[name].shown, [])
      const post = reply.read(SocialPost)
      assert.equal(post.removed_at, product.clock.now().toISOString())
      assert.deepEqual([post.status, post.is_removable], ['published', false])
      const events = await historyOf(id)
      assert.deepEqual(
        events.map(({ kind, user }) => [kind, user?.name]),
        [
          ['called', undefined],
          ['removed', 'editor'],
        ],
      )
      const { accessToken } = simulators[name].grant()
      assert.ok(!JSON.stringify(events).includes(accessToken))
    })

    test(`that ${name} no longer has is removed, and doing so again changes nothing`, async () => {
      const id = await publish(name)
      simulators[name].shown.length = 0
      assert.equal((await takeDown(id)).status, 200)
      const before = await get(id)
      product.clock.advance(hours)
      const calls = simulators[name].received.length
      assert.equal((await takeDown(id)).status, 200)
      assert.equal(simulators[name].received.length, calls)
      assert.deepEqual(await get(id), before)
      assert.equal((await kindsOf(id)).filter((kind) => kind === 'removed').length, 1)
    })
  }

  test('is noted once as removed, also when two people press at once', async () => {
    const id = await publish('twitter')
    const replies = await Promise.all([takeDown(id), takeDown(id)])
    assert.deepEqual(
      replies.map(({ status }) => status),
      [200, 200],
    )
    assert.equal((await kindsOf(id)).filter((kind) => kind === 'removed').length, 1)
  })

  test('is told as removed in the calendar and in the audit log', async () => {
    const id = await publish('telegram')
    await takeDown(id)
    const { scheduled_at: from } = await get(id)
    const to = product.clock.now().toISOString()
    const shown = await editor(`/api/social/calendar?${new URLSearchParams({ from, to })}`)
    const [entry] = shown.read(z.array(CalendarPost))
    assert.equal(entry?.removed_at, to)
    const { rows } = await product.pool.query<{ after: Record<string, unknown>; user_id: string | null }>(
      `SELECT after, user_id FROM audit_entries WHERE row_key = $1 AND after ? 'removed_at' ORDER BY id DESC LIMIT 1`,
      [id],
    )
    assert.ok(rows[0]?.after.removed_at)
    assert.ok(rows[0].user_id)
  })

  test('is not asked for its figures any more', async () => {
    const id = await publish('threads')
    const listStale = () => createFiguresStore(product.db).listStale(product.clock.now(), 9)
    assert.equal((await listStale()).length, 1)
    await takeDown(id)
    assert.deepEqual(await listStale(), [])
  })

  test('is removed with a renewed token where the platform refuses the first', async () => {
    const id = await publish('twitter')
    simulators.twitter.expireToken()
    const reply = await takeDown(id)
    assert.equal(reply.status, 200, reply.text)
    assert.deepEqual(simulators.twitter.shown, [])
    assert.equal(simulators.twitter.counts.renewals, 1)
  })
})

describe('nothing is removed', () => {
  test('where there is no such post, or it is not published', async () => {
    assert.equal((await takeDown(randomUUID())).status, 404)
    const id = await publish('twitter')
    for (const status of ['scheduled', 'publishing', 'failed'] as const) {
      await set(id, { status, fault: status === 'failed' ? 'unknown' : null })
      assert.equal((await takeDown(id)).status, 409, status)
      assert.equal((await get(id)).is_removable, false)
    }
    assert.equal(simulators.twitter.shown.length, 1)
  })

  test('where a person has noted the address, the account is disconnected, or the platform has no way', async () => {
    const id = await publish('twitter')
    await set(id, { publishedId: null })
    assert.match((await takeDown(id)).problem().detail ?? '', /en la propia plataforma/)
    await set(id, { publishedId: '1' })
    const { account_id } = await get(id)
    const account = eq(socialAccounts.id, account_id)
    await product.db.update(socialAccounts).set({ disconnectedAt: new Date() }).where(account)
    assert.match((await takeDown(id)).problem().detail ?? '', /desconectada/)
    assert.equal((await get(id)).is_removable, false)
    const [post] = await insertPosts(product.db, [
      {
        ...{ accountId: await insertAccount(product.db, 'instagram'), platform: 'instagram' },
        dueAt: product.clock.now(),
      },
    ])
    await set(post?.id ?? '', { status: 'published', publishedId: '1' })
    assert.equal((await takeDown(post?.id ?? '')).status, 409)
    assert.equal(simulators.twitter.shown.length, 1)
  })

  test('where the platform refuses: its sentence is told and kept', async (t) => {
    const id = await publish('telegram')
    const sentence = 'Bad Request: message can’t be deleted <b>'
    const answer = { ok: false, error_code: 400, description: sentence }
    t.mock.method(globalThis, 'fetch', async () => Response.json(answer, { status: 400 }))
    const reply = await takeDown(id)
    assert.equal(reply.status, 409)
    assert.ok(reply.problem().detail?.includes(sentence), reply.text)
    const event = (await historyOf(id)).at(-1)
    assert.deepEqual([event?.kind, event?.detail, event?.user?.name], ['not_removed', sentence, 'editor'])
    assert.equal((await get(id)).is_removable, true)
  })

  test('where the platform is away, or does not let it be seen why', async (t) => {
    for (const answer of [
      async () => {
        throw new TypeError('fetch failed', { cause: Object.assign(new Error(), { code: 'ECONNRESET' }) })
      },
      async () => new Response('busy', { status: 503 }),
      async () => new Response('slow down', { status: 429 }),
    ])
      for (const name of names) {
        await clear()
        const id = await publish(name)
        const { mock } = t.mock.method(globalThis, 'fetch', answer)
        const reply = await takeDown(id)
        mock.restore()
        assert.equal(reply.status, 502, `${name} ${reply.text}`)
        assert.equal((await get(id)).removed_at, null)
        assert.equal((await kindsOf(id)).at(-1), 'not_removed')
      }
  })

  test('where the platform no longer knows the account', async () => {
    const id = await publish('telegram')
    simulators.telegram.expireToken()
    assert.match((await takeDown(id)).problem().detail ?? '', /volver a conectar/)
    assert.equal((await get(id)).removed_at, null)
  })
})
