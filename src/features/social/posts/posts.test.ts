import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, beforeEach, describe, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { createCsdn } from '#features/social/platforms/csdn/csdn.ts'
import { socialAttempts, socialFiles, socialPosts } from '#features/social/table.ts'
import { startTestApp, type TestApp } from '../../../../test/support/build-app.ts'
import { hours } from '../../../../test/support/clock.ts'
import type { Send } from '../../../../test/support/http-client.ts'
import { formWith } from '../../../../test/support/social/forms.ts'
import { insertAccount } from '../../../../test/support/social/publishing-engine.ts'
import { CalendarPost, PostEvent, SocialDraft, SocialPost } from './contract.ts'

let product: TestApp
let editor: Send
let threads: string
let linkedin: string

before(async () => {
  product = await startTestApp({ env: { PUBLIC_URL: 'https://site.example' } })
  editor = await product.signInAs('editor')
})
after(() => product?.close())
beforeEach(async () => {
  await product.pool.query('DELETE FROM social_posts; DELETE FROM social_accounts')
  threads = await insertAccount(product.db, 'threads')
  linkedin = await insertAccount(product.db, 'linkedin')
})

/** A time on the clock of Madrid, some hours from now. */
const madrid = (ahead: number) =>
  new Date(product.clock.now().getTime() + ahead * hours)
    .toLocaleString('sv-SE', { timeZone: 'Europe/Madrid' })
    .replace(' ', 'T')
    .slice(0, 16)

const wishOf = (posts: object[], more = {}) => ({
  json: { wall_time: madrid(3), time_zone: 'Europe/Madrid', posts, ...more },
})
const schedule = (posts: object[], more = {}, headers = {}) =>
  editor('/api/social/posts', { ...wishOf(posts, more), headers })

async function scheduleOne(content = 'Prueba, no moneda', more = {}): Promise<SocialPost> {
  const reply = await schedule([{ account_id: threads, content }], more)
  assert.equal(reply.status, 201, reply.text)
  const [post] = reply.read(z.array(SocialPost))
  assert.ok(post)
  return post
}
const get = async (id: string) => (await editor(`/api/social/posts/${id}`)).read(SocialPost)
const set = (id: string, changes: Partial<typeof socialPosts.$inferInsert>) =>
  product.db.update(socialPosts).set(changes).where(eq(socialPosts.id, id))
const countPosts = () => product.db.$count(socialPosts)

describe('posts', () => {
  test('are scheduled together, one for each account, with what each says', async () => {
    const reply = await schedule([
      { account_id: threads, content: 'Corto 🙂' },
      { account_id: linkedin, content: 'Más largo\r\ncon dos líneas' },
    ])
    assert.equal(reply.status, 201, reply.text)
    const [one, other] = reply.read(z.array(SocialPost))
    assert.deepEqual([one?.platform, one?.content, one?.status], ['threads', 'Corto 🙂', 'scheduled'])
    assert.deepEqual([other?.platform, other?.content], ['linkedin', 'Más largo\ncon dos líneas'])
    assert.equal(one?.group_id, other?.group_id)
    assert.equal(one?.created_by?.name, 'editor')
    assert.equal(one?.wall_time, madrid(3))
    const distance = Date.parse(one?.scheduled_at ?? '') - product.clock.now().getTime() - 3 * hours
    assert.ok(distance <= 0 && distance > -60_000)
  })

  test('that a platform would not take are refused with a sentence for each, and none is stored', async () => {
    const reply = await schedule([
      { account_id: threads, content: 'x'.repeat(501) },
      { account_id: linkedin, content: '' },
    ])
    assert.equal(reply.status, 422)
    const { errors } = reply.problem()
    assert.deepEqual(
      errors?.map(({ field }) => field),
      ['posts.0.content', 'posts.1.content'],
    )
    assert.match(errors?.[0]?.message ?? '', /500/)
    assert.equal(await countPosts(), 0)
  })

  test('whose file is deleted at that moment are refused', async () => {
    const [file] = await product.db
      .insert(socialFiles)
      .values({
        ...{ kind: 'image', type: 'image/png', name: 'foto.png', path: 'social/foto.png', size: 9 },
        ...{ width: 400, height: 400, createdAt: new Date() },
      })
      .returning()
    const files = [{ id: file?.id }]
    const deleting = await product.pool.connect()
    await deleting.query('BEGIN')
    await deleting.query('DELETE FROM social_files WHERE id = $1', [file?.id])
    const reply = schedule([{ account_id: threads, content: 'x', files }])
    while ((await product.pool.query('SELECT FROM pg_locks WHERE NOT granted')).rowCount === 0)
      await setTimeout(10)
    await deleting.query('COMMIT')
    deleting.release()
    const problem = (await reply).problem()
    assert.deepEqual([problem.status, problem.errors?.[0]?.field], [422, 'posts.0.files.0'])
    assert.equal(await countPosts(), 0)
  })

  test('count the letters that links to the site get', async () => {
    const link = 'https://site.example/es/'
    const room = 500 - link.length - 1
    assert.equal(
      (await schedule([{ account_id: threads, content: `${'x'.repeat(room)} ${link}` }])).status,
      422,
    )
    const plain = await schedule([{ account_id: threads, content: `${'x'.repeat(room)} ${link}` }], {
      tracks_links: false,
    })
    assert.equal(plain.status, 201, plain.text)
  })

  test('are neither scheduled for the past nor for years ahead, nor for accounts that are not there', async () => {
    const fieldsOf = async (posts: object[], more = {}) =>
      (await schedule(posts, more)).problem().errors?.map(({ field }) => field)
    const post = { account_id: threads, content: 'x' }
    assert.deepEqual(await fieldsOf([post], { wall_time: madrid(-1) }), ['wall_time'])
    assert.deepEqual(await fieldsOf([post], { wall_time: madrid(24 * 400) }), ['wall_time'])
    assert.deepEqual(await fieldsOf([post], { wall_time: '2027-02-30T09:00' }), ['wall_time'])
    assert.deepEqual(await fieldsOf([post], { time_zone: 'Europe/Atlantis' }), ['time_zone'])
    assert.deepEqual(await fieldsOf([{ ...post, account_id: randomUUID() }]), ['posts.0.account_id'])
    assert.deepEqual(await fieldsOf([{ ...post, files: [{ id: randomUUID() }] }]), ['posts.0.files.0'])
    assert.equal(await countPosts(), 0)
  })

  test('without a time are due now', async () => {
    const post = await scheduleOne('ahora', { wall_time: null })
    assert.equal(post.scheduled_at, product.clock.now().toISOString())
  })

  test('are scheduled once for one key, also when it is sent twice at once', async () => {
    const headers = { 'idempotency-key': randomUUID() }
    const send = (content: string) => schedule([{ account_id: threads, content }], {}, headers)
    const replies = await Promise.all([send('uno'), send('uno'), send('uno')])
    const ids = replies.map((reply) => reply.read(z.array(SocialPost))[0]?.id)
    assert.equal(new Set(ids).size, 1)
    assert.equal(await countPosts(), 1)
    assert.equal((await send('otro')).status, 422)
    assert.equal(await countPosts(), 1)
    // Whoever has not got the answer may ask hours later, when the time is past and the account is gone.
    const wish = wishOf([{ account_id: threads, content: 'dos' }])
    const ask = () => editor('/api/social/posts', { ...wish, headers: { 'idempotency-key': 'two' } })
    const first = await ask()
    await product.pool.query('UPDATE social_accounts SET disconnected_at = now()')
    product.clock.advance(4 * hours)
    const again = await ask()
    assert.deepEqual([again.status, again.text], [first.status, first.text])
    const invalid = await schedule([{ account_id: threads, content: 'x' }], {}, { 'idempotency-key': 'a b' })
    assert.equal(invalid.status, 400)
  })
})

describe('a form of a program', () => {
  const send = (fields: Record<string, string>, file?: { name: string; bytes: Buffer }, headers = {}) => {
    const form = formWith(fields, file)
    return editor('/api/social/schedule', { ...form, headers: { ...form.headers, ...headers } })
  }
  const moment = () =>
    new Date(Math.ceil(product.clock.now().getTime() / 60_000) * 60_000 + hours).toISOString()

  test('schedules one post; the account may be left out where there is one', async () => {
    const reply = await send({ platform: 'threads', content: 'Hola', scheduled_at: moment() })
    assert.equal(reply.status, 201, reply.text)
    const post = reply.read(SocialPost)
    assert.deepEqual([post.account_id, post.scheduled_at, post.time_zone], [threads, moment(), 'UTC'])
    await insertAccount(product.db, 'threads')
    const unclear = await send({ platform: 'threads', content: 'Hola', scheduled_at: moment() })
    assert.deepEqual(
      unclear.problem().errors?.map(({ field }) => field),
      ['account_id'],
    )
  })

  test('takes a time on the clock of a zone, and a moment that it shows twice', async () => {
    const post = { platform: 'threads', content: 'Hola', time_zone: 'America/Bogota' }
    const reply = await send({ ...post, scheduled_at: `${madrid(30)}:00` })
    assert.equal(reply.read(SocialPost).wall_time, madrid(30))
  })

  test('says what is missing, and stores nothing of a broken one', async () => {
    const missing = await send({ platform: 'myspace', content: '' })
    assert.deepEqual(
      missing.problem().errors?.map(({ field }) => field),
      ['platform', 'scheduled_at'],
    )
    const foreign = await send({
      platform: 'linkedin',
      account_id: threads,
      content: 'x',
      scheduled_at: moment(),
    })
    assert.equal(foreign.status, 422)
    assert.equal(await countPosts(), 0)
  })

  test('is scheduled once for one key, though its file is sent twice', async () => {
    const { drawPicture } = await import('../../../../test/support/social/pictures.ts')
    const file = { name: 'foto.png', bytes: await drawPicture() }
    const fields = { platform: 'threads', content: 'Hola', scheduled_at: moment() }
    const headers = { 'idempotency-key': randomUUID() }
    const [one, other] = await Promise.all([send(fields, file, headers), send(fields, file, headers)])
    assert.equal(one.read(SocialPost).id, other.read(SocialPost).id)
    assert.equal(one.read(SocialPost).media.length, 1)
    await insertAccount(product.db, 'threads')
    assert.equal((await send(fields, file, headers)).read(SocialPost).id, one.read(SocialPost).id)
    assert.equal(await countPosts(), 1)
  })
})

describe('a post that waits', () => {
  test('is changed and moved by whoever has read its newest version', async () => {
    const post = await scheduleOne()
    const change = { content: 'Otra cosa', wall_time: madrid(5), time_zone: 'Europe/Madrid' }
    const path = `/api/social/posts/${post.id}`
    const changed = await editor(path, { method: 'PUT', json: { ...change, version: post.version } })
    assert.equal(changed.read(SocialPost).content, 'Otra cosa')
    const stale = await editor(`${path}/move`, {
      json: { wall_time: madrid(6), time_zone: 'Europe/Madrid', version: post.version },
    })
    assert.equal(stale.status, 409)
    assert.equal(stale.problem().current_version, post.version + 1)
    const moved = await editor(`${path}/move`, {
      json: { wall_time: madrid(6), time_zone: 'Europe/Madrid', version: post.version + 1 },
    })
    assert.equal(moved.read(SocialPost).wall_time, madrid(6))
    const kinds = (await editor(`${path}/history`)).read(z.array(PostEvent)).map(({ kind }) => kind)
    assert.deepEqual(kinds, ['scheduled', 'edited', 'moved'])
  })

  test('is withdrawn; one that is being published or is out is not', async () => {
    const waiting = await scheduleOne()
    assert.equal((await editor(`/api/social/posts/${waiting.id}`, { method: 'DELETE' })).status, 204)
    assert.equal((await editor(`/api/social/posts/${waiting.id}`)).status, 404)
    const codes = []
    for (const state of [
      { status: 'publishing', stage: 'armed' },
      { status: 'publishing', leasedUntil: new Date(Date.now() + hours) },
      { status: 'published' },
      { status: 'failed', fault: 'unknown', stage: 'armed' },
    ] as const) {
      const { id } = await scheduleOne()
      await set(id, state)
      codes.push((await editor(`/api/social/posts/${id}`, { method: 'DELETE' })).status)
    }
    assert.deepEqual(codes, [409, 409, 409, 409])
  })

  test('is in the calendar and found by its words', async () => {
    const post = await scheduleOne('El sello de la institución')
    const now = product.clock.now().getTime()
    const span = `from=${new Date(now).toISOString()}&to=${new Date(now + 24 * hours).toISOString()}`
    const list = async (more = '') =>
      (await editor(`/api/social/calendar?${span}${more}`)).read(z.array(CalendarPost)).map(({ id }) => id)
    assert.deepEqual(await list(), [post.id])
    assert.deepEqual(await list('&search=INSTITUCION'), [post.id])
    assert.deepEqual(await list('&search=otra'), [])
    assert.deepEqual(await list(`&account=${linkedin}`), [])
    const years = `from=2026-01-01T00:00:00Z&to=2028-01-01T00:00:00Z`
    assert.equal((await editor(`/api/social/calendar?${years}`)).status, 422)
    assert.equal((await editor('/api/social/posts?status=scheduled')).read(z.array(SocialPost)).length, 1)
  })
})

test('posts are found in the search box, also with a typo', async () => {
  const post = await scheduleOne('El registro de la cooperativa, paso a paso')
  const find = async (query: string) => {
    const reply = await editor(`/api/search?search=${encodeURIComponent(query)}`)
    assert.equal(reply.status, 200, reply.text)
    return reply.text
  }
  assert.match(await find('cooperativa registro'), new RegExp(`/admin/social/posts/${post.id}`))
  assert.match(await find('coperativa'), new RegExp(post.id))
})

describe('a post that has failed', () => {
  const fail = async (changes: Partial<typeof socialPosts.$inferInsert> = {}) => {
    const { id } = await scheduleOne()
    await set(id, { status: 'failed', fault: 'refused', errorMessage: 'No.', ...changes })
    return id
  }
  const decide = (id: string, what: string, json: object = {}) =>
    editor(`/api/social/posts/${id}/${what}`, { json })

  test('is listed with its reason, and tried again', async () => {
    const id = await fail()
    const [listed] = (await editor('/api/social/posts/failed')).read(z.array(SocialPost))
    assert.deepEqual([listed?.id, listed?.fault, listed?.error_message], [id, 'refused', 'No.'])
    const again = (await decide(id, 'retry')).read(SocialPost)
    assert.deepEqual([again.status, again.fault], ['scheduled', null])
    assert.equal((await decide(id, 'retry')).status, 409)
  })

  test('about which nobody knows is looked for first, unless a person has looked', async () => {
    const armedAt = new Date()
    const id = await fail({ fault: 'unknown', stage: 'armed', armedAt })
    await decide(id, 'retry')
    const [looked] = await product.db.select().from(socialPosts).where(eq(socialPosts.id, id))
    assert.deepEqual([looked?.status, looked?.stage, looked?.armedAt], ['publishing', 'armed', armedAt])
    await set(id, { status: 'failed', fault: 'unknown' })
    await decide(id, 'retry', { is_absent: true })
    const [absent] = await product.db.select().from(socialPosts).where(eq(socialPosts.id, id))
    assert.deepEqual([absent?.status, absent?.stage, absent?.armedAt], ['scheduled', 'preparing', null])
  })

  test('is published when a person says where', async () => {
    const id = await fail()
    assert.equal((await decide(id, 'published', { url: 'javascript:alert(1)' })).status, 422)
    const url = 'https://threads.example/@firmeza/1'
    const post = (await decide(id, 'published', { url })).read(SocialPost)
    assert.deepEqual([post.status, post.published_url], ['published', url])
    const [event] = await product.db.select().from(socialAttempts).where(eq(socialAttempts.kind, 'decided'))
    assert.equal(event?.detail, url)
  })

  test('tells what has happened last, however much has', async () => {
    const id = await fail()
    await product.db
      .insert(socialAttempts)
      .values(Array.from({ length: 510 }, () => ({ postId: id, kind: 'called' as const, at: new Date() })))
    await decide(id, 'retry')
    const events = (await editor(`/api/social/posts/${id}/history`)).read(z.array(PostEvent))
    assert.deepEqual([events.length, events.at(-1)?.kind], [500, 'retried'])
  })

  test('is told with what a person posts by hand, while they are to', async () => {
    const question = await insertAccount(product.db, 'stackoverflow', { mode: 'assisted' })
    const says = { title: '¿Cómo se firma un PDF?', target: { tags: 'pdf signature' } }
    const content = 'Sin moneda ni cadena: https://site.example/es/'
    const reply = await schedule([{ account_id: question, content, ...says }])
    const [post] = reply.read(z.array(SocialPost))
    assert.equal(post?.hand_posting, null)
    const id = post?.id ?? ''
    await set(id, { status: 'publishing', stage: 'handed_over' })
    const { text = '', compose_url } = (await get(id)).hand_posting ?? {}
    assert.match(text, /^Sin moneda ni cadena: https:\/\/site\.example\/es\/\?utm_source=stackoverflow&/)
    const page = new URL(compose_url ?? '')
    assert.equal(page.origin + page.pathname, 'https://stackoverflow.com/questions/ask')
    assert.deepEqual(
      [page.searchParams.get('title'), page.searchParams.get('tags')],
      [says.title, says.target.tags],
    )
    await decide(id, 'published', { url: 'https://stackoverflow.com/q/1' })
    assert.equal((await get(id)).hand_posting, null)
  })

  test('is what remains of an account that was disconnected; programs are told of it, and of what is noted', async () => {
    const admin = await product.signIn()
    const events = ['post.published', 'post.failed']
    const json = { url: 'https://crm.example/hook', description: '', events, is_enabled: true }
    assert.equal((await admin('/api/webhooks', { json })).status, 201)
    const { id } = await scheduleOne()
    assert.equal((await admin(`/api/social/accounts/${threads}/disconnect`, { method: 'POST' })).status, 200)
    const post = await get(id)
    assert.deepEqual([post.status, post.fault], ['failed', 'account'])
    const history = (await editor(`/api/social/posts/${id}/history`)).read(z.array(PostEvent))
    assert.deepEqual(
      history.map(({ kind }) => kind),
      ['scheduled', 'failed'],
    )
    const url = 'https://threads.example/@firmeza/2'
    await decide(id, 'published', { url })
    const { rows } = await product.pool.query('SELECT type, data FROM webhook_messages ORDER BY at, type')
    const ids = { post_id: id, account_id: threads, platform: 'threads' }
    assert.deepEqual(
      new Set(rows),
      new Set([
        { type: 'post.failed', data: { ...ids, fault: 'account' } },
        { type: 'post.published', data: { ...ids, url } },
      ]),
    )
  })
})

test('nothing is left waiting for an account that is disconnected', async () => {
  const admin = await product.signIn()
  const failed = await scheduleOne('Falla con la cuenta')
  const replies = await Promise.all([
    ...Array.from({ length: 4 }, () => schedule([{ account_id: threads, content: 'x' }])),
    admin(`/api/social/accounts/${threads}/disconnect`, { method: 'POST' }),
    ...Array.from({ length: 8 }, () => schedule([{ account_id: threads, content: 'x' }])),
  ])
  assert.ok(replies.every(({ status }) => status < 500))
  assert.equal(await product.db.$count(socialPosts, eq(socialPosts.status, 'scheduled')), 0)
  const { version } = await get(failed.id)
  const move = { wall_time: madrid(6), time_zone: 'Europe/Madrid', version }
  assert.equal((await editor(`/api/social/posts/${failed.id}/move`, { json: move })).status, 409)
})

test('a platform that does not answer in time is no fault of ours', async () => {
  const { createTargets } = await import('./targets.ts')
  const platform = { ...createCsdn(), listTargets: async () => [] }
  const targets = createTargets({
    db: product.db,
    platforms: new Map([['threads', platform]]),
    async open() {
      throw new DOMException('The operation was aborted due to timeout', 'TimeoutError')
    },
  })
  await assert.rejects(targets.list(threads, 'repository', {}), { status: 502 })
})

test('drafts are their author’s, and are not overwritten by an older window', async () => {
  const saved = (await editor('/api/social/drafts', { json: { content: { text: 'a' } } })).read(SocialDraft)
  const path = `/api/social/drafts/${saved.id}`
  const next = (await editor(path, { method: 'PUT', json: { version: 1, content: { text: 'b' } } })).read(
    SocialDraft,
  )
  assert.equal(next.version, 2)
  assert.equal((await editor(path, { method: 'PUT', json: { version: 1, content: {} } })).status, 409)
  const admin = await product.signIn()
  assert.deepEqual((await admin('/api/social/drafts')).read(z.array(SocialDraft)), [])
  assert.equal((await admin(path, { method: 'PUT', json: { version: 2, content: {} } })).status, 404)
  await admin(path, { method: 'DELETE' })
  assert.equal((await editor('/api/social/drafts')).read(z.array(SocialDraft)).length, 1)
  const long = await editor(path, {
    method: 'PUT',
    json: { version: 2, content: { text: 'x'.repeat(300_000) } },
  })
  assert.equal(long.status, 422)
  assert.equal((await editor(path, { method: 'DELETE' })).status, 204)
})
