import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { z } from 'zod'
import { Comment } from '#features/comments/contract.ts'
import { documents } from '#features/documents/table.ts'
import { tellOfLead } from '#features/early-adopters/notifications.ts'
import { tellOfJob } from '#features/jobs/records.ts'
import { SignedInUser } from '#shared/user.ts'
import { insertLeads } from '../../../test/support/badges.ts'
import { confirmPassword, startTestApp, type TestApp } from '../../../test/support/build-app.ts'
import { days } from '../../../test/support/clock.ts'
import { documentOf } from '../../../test/support/factories.ts'
import type { Send } from '../../../test/support/http-client.ts'
import { insertAccount } from '../../../test/support/social/publishing-engine.ts'
import { Bell, Choices, Notification, ReadResult } from './contract.ts'
import { createNotificationRecords } from './records.ts'

const minute = 60_000
const path = '/api/notifications'
const { notify } = createNotificationRecords()
let app: TestApp
let admin: Send
let editor: Send
let viewer: Send
let tasksAtFirst: string[]

before(async () => {
  app = await startTestApp()
  app.clock.advance(minute)
  tasksAtFirst = (await bellOf(await app.signIn())).tasks.map(({ name }) => name)
  // One task is left to be done.
  await app.db.insert(documents).values(documentOf())
  await insertAccount(app.db, 'telegram')
  ;[admin, editor, viewer] = await Promise.all([app.signIn(), app.signInAs('editor'), app.signInAs('viewer')])
})
beforeEach(async () => {
  await app.pool.query('DELETE FROM notifications')
  // Each test begins with a group of its own.
  app.clock.advance(10 * minute)
})
after(() => app.close())

const bellOf = async (send: Send, language = 'en') =>
  (await send(`${path}/bell`, { headers: { 'accept-language': language } })).read(Bell)
const listOf = async (send: Send, query = '') =>
  (await send(`${path}${query}`, { headers: { 'accept-language': 'en' } })).read(z.array(Notification))
const titlesOf = async (send: Send, query = '') => (await listOf(send, query)).map(({ title }) => title)
const post = (send: Send, what: string, json: object) => send(`${path}/${what}`, { method: 'POST', json })
const tellJob = (job: string) => notify(app.db, [tellOfJob(job, app.clock.now())])
async function addLead(name: string): Promise<string> {
  const [id = ''] = await insertLeads(app, 1, { name })
  return id
}
async function tellLead(name: string): Promise<string> {
  const id = await addLead(name)
  await notify(app.db, [tellOfLead(id, 'adopter', app.clock.now())])
  return id
}

describe('tasks', () => {
  test('of a fresh installation are what its features need once', () => {
    assert.deepEqual(tasksAtFirst.toSorted(), ['documents.upload', 'seo.verify', 'social.connect'])
  })

  test('count until they are done, in the language of the reader', async () => {
    const fresh = await bellOf(admin, 'es')
    assert.equal(fresh.unread, 1)
    assert.deepEqual(fresh.tasks[0], {
      name: 'seo.verify',
      title: 'Verifica el sitio en un buscador',
      text: fresh.tasks[0]?.text,
      path: '/admin/seo/verification',
      is_dismissed: false,
    })
    await confirmPassword(admin)
    const set = (value: string, version: number) =>
      admin('/api/settings', {
        method: 'PATCH',
        json: { changes: [{ key: 'googleVerification', value, version }] },
      })
    assert.equal((await set('code', 0)).status, 200)
    assert.deepEqual(await bellOf(admin), { unread: 0, tasks: [], latest: [] })
    await set('', 1)
    assert.equal((await bellOf(admin)).unread, 1)
  })

  test('are for those who can do them', async () => {
    assert.deepEqual(await bellOf(viewer), { unread: 0, tasks: [], latest: [] })
    assert.equal((await bellOf(editor)).unread, 0)
  })

  test('are put aside by one user for themselves, and taken up again', async () => {
    const other = await app.signInAs('admin')
    const dismiss = (send: Send, name: string, isDismissed: unknown) =>
      send(`${path}/tasks/${name}`, { method: 'PUT', json: { is_dismissed: isDismissed } })
    assert.equal((await dismiss(other, 'seo.verify', true)).status, 204)
    assert.equal((await dismiss(other, 'seo.verify', true)).status, 204)
    const bell = await bellOf(other)
    assert.deepEqual([bell.unread, bell.tasks[0]?.is_dismissed], [0, true])
    assert.equal((await bellOf(admin)).unread, 1)
    await dismiss(other, 'seo.verify', false)
    assert.equal((await bellOf(other)).unread, 1)

    assert.equal((await dismiss(other, 'seo.unknown', true)).status, 404)
    assert.equal((await dismiss(viewer, 'seo.verify', true)).status, 404)
    assert.equal((await dismiss(other, 'seo.verify', 'yes')).status, 422)
  })
})

describe('notifications', () => {
  test('lead to what they are about, and say so in the language of the reader', async () => {
    const id = await tellLead('Ana')
    const [told] = (await bellOf(viewer, 'es')).latest
    assert.equal(told?.title, 'Ana se ha apuntado al programa')
    assert.equal(told?.path, `/admin/early-adopters/${id}`)
    assert.deepEqual(await titlesOf(viewer), ['Ana has joined the programme'])
  })

  test('of one kind and a few minutes are one, which grows and is unread again', async () => {
    await tellLead('Ana')
    const [first] = await listOf(viewer)
    await post(viewer, 'read', { ids: [first?.id] })
    assert.equal((await bellOf(viewer)).unread, 0)
    await tellJob('between')
    await tellLead('Ben')
    const ids = await Promise.all(['Cleo', 'Dani'].map(addLead))
    await notify(
      app.db,
      ids.map((id) => tellOfLead(id, 'adopter', app.clock.now())),
    )
    assert.deepEqual(await titlesOf(viewer), ['4 people have joined the programme'])
    assert.equal((await bellOf(viewer)).unread, 1)
    // Being new, it comes before what was told meanwhile.
    assert.equal((await listOf(admin))[0]?.id, first?.id)
    assert.equal((await listOf(viewer))[0]?.path, '/admin/early-adopters')

    app.clock.advance(5 * minute)
    await tellLead('Eva')
    assert.deepEqual(await titlesOf(viewer), [
      'Eva has joined the programme',
      '4 people have joined the programme',
    ])
  })

  test('told at once by many transactions are all counted', async () => {
    const ids = await Promise.all(Array.from({ length: 20 }, (_, index) => addLead(`L${index}`)))
    await Promise.all(ids.map((id) => notify(app.db, [tellOfLead(id, 'adopter', app.clock.now())])))
    assert.deepEqual(await titlesOf(viewer), ['20 people have joined the programme'])
  })

  test('are not told when what they tell of is undone', async () => {
    await assert.rejects(
      app.db.transaction(async (transaction) => {
        await notify(transaction, [tellOfJob('x', app.clock.now())])
        throw new Error('undone')
      }),
    )
    assert.deepEqual(await listOf(admin), [])
  })

  test('are seen by those whose role allows it, and marked as read by each for themselves', async () => {
    await tellJob('audit-check')
    const [told] = await listOf(admin)
    assert.deepEqual([told?.is_alarming, told?.is_read], [true, false])
    assert.deepEqual(await listOf(editor), [])
    assert.equal((await post(editor, 'read', { ids: [told?.id] })).status, 200)
    assert.equal((await listOf(admin))[0]?.is_read, false)
    await post(admin, 'read', { ids: [told?.id] })
    assert.equal((await listOf(admin))[0]?.is_read, true)
    assert.equal((await listOf(await app.signInAs('admin')))[0]?.is_read, false)
  })

  test('are marked as read until a moment, which can be undone', async () => {
    await tellJob('one')
    const [one] = await listOf(admin)
    app.clock.advance(1_000)
    await tellJob('two')
    const before = (await bellOf(admin)).unread
    const { read_at } = (await post(admin, 'read', { until: one?.at })).read(ReadResult)
    assert.deepEqual(
      (await listOf(admin)).map(({ is_read: isRead }) => isRead),
      [false, true],
    )
    assert.equal((await listOf(admin, '?unread=true')).length, 1)
    assert.equal((await post(admin, 'unread', { read_at })).status, 204)
    assert.equal((await bellOf(admin)).unread, before)
    await post(admin, 'read', { ids: [one?.id] })
    await post(admin, 'unread', { ids: [one?.id] })
    assert.equal((await bellOf(admin)).unread, before)
  })

  test('are listed by kind and page by page', async () => {
    for (const job of ['a', 'b', 'c']) await tellJob(job)
    await tellLead('Ana')
    const page = await admin(`${path}?type=jobs.failed&limit=2&offset=1`)
    assert.equal(page.headers['x-total-count'], '3')
    assert.deepEqual(
      page.read(z.array(Notification)).map(({ type }) => type),
      ['jobs.failed', 'jobs.failed'],
    )
    assert.deepEqual(await listOf(admin, '?type=nothing.known'), [])
  })

  test('bad requests are refused and change nothing', async () => {
    await tellJob('a')
    const beyond = '9999-12-31T23:59:59-23:59'
    for (const json of [{}, { ids: [] }, { ids: ['x'] }, { until: 'soon' }, { ids: [], until: 'x' }, []])
      assert.equal((await post(admin, 'read', json)).status, 422, JSON.stringify(json))
    assert.equal((await post(admin, 'read', { until: beyond })).status, 422)
    for (const read_at of [1, beyond]) assert.equal((await post(admin, 'unread', { read_at })).status, 422)
    assert.equal((await admin(`${path}?type=${'x'.repeat(80)}`)).status, 422)
    assert.equal((await listOf(admin))[0]?.is_read, false)
  })

  test('from long before somebody joined are not theirs', async () => {
    await notify(app.db, [tellOfJob('old', new Date(app.clock.now().getTime() - 2 * days))])
    assert.deepEqual(await listOf(await app.signInAs('admin')), [])
  })

  test('that cannot be described are shown by their kind, beside all others', async () => {
    await tellJob('fine')
    await app.pool.query(
      `INSERT INTO notifications (type, data, count, at) VALUES ('jobs.failed', '{"job": 1}', 1, $1)`,
      [app.clock.now()],
    )
    assert.deepEqual(await titlesOf(admin), ['Background jobs that fail', 'Background jobs that fail'])
    await tellLead('Ana')
    assert.equal((await titlesOf(admin))[0], 'Ana has joined the programme')
  })

  test('about a lead go with them; what tells of several names nobody', async () => {
    const id = await tellLead('Ana')
    app.clock.advance(6 * minute)
    const other = await tellLead('Ben')
    await tellLead('Cleo')
    await confirmPassword(admin)
    const erased = await admin('/api/early-adopters/erase', { json: { ids: [id, other] } })
    assert.equal(erased.status, 200)
    assert.deepEqual(await titlesOf(viewer), ['2 people have joined the programme'])
    const { rows } = await app.pool.query('SELECT data, person_id FROM notifications')
    assert.deepEqual(rows, [{ data: null, person_id: null }])
  })
})

describe('comments', () => {
  const say = async (send: Send, body: string, askedId: string | null) =>
    (
      await send('/api/comments', {
        json: { key: 'home-hero', language: 'es', body, asked_id: askedId },
      })
    ).read(Comment)
  const idOf = async (send: Send) => (await send('/api/auth/me')).read(SignedInUser).id

  test('tell who is asked, and then who has asked of the answer; nobody else', async () => {
    const question = await say(admin, 'Is this right?', await idOf(editor))
    assert.match((await titlesOf(editor))[0] ?? '', /asks you to look at “.+” \(Español\)/)
    assert.equal((await listOf(editor))[0]?.path, '/admin/content/home-hero?language=es')
    assert.deepEqual([await listOf(admin), await listOf(viewer)], [[], []])

    await say(editor, 'It is.', null)
    assert.match((await titlesOf(admin))[0] ?? '', /has answered you/)
    assert.equal((await listOf(editor)).length, 1)

    await admin(`/api/comments/${question.id}`, { method: 'PUT', json: { resolved: true } })
    await say(editor, 'Thank you.', null)
    assert.equal((await listOf(admin)).length, 1)
  })

  test('that somebody addresses to themselves tell nobody', async () => {
    await say(editor, 'Later.', await idOf(editor))
    assert.deepEqual(await listOf(editor), [])
  })
})

describe('what comes by mail', () => {
  const choicesOf = async (send: Send) =>
    (await send(`${path}/choices`, { headers: { 'accept-language': 'en' } })).read(Choices)
  const choose = (send: Send, type: string, mail: string) =>
    send(`${path}/choices/${type}`, { method: 'PUT', json: { mail } })

  test('is chosen for each kind that the user is told of', async () => {
    const { choices, can_send: canSend } = await choicesOf(viewer)
    assert.equal(canSend, false)
    assert.deepEqual(
      choices.map(({ type, mail }) => `${type} ${mail}`),
      [
        'leads.joined daily',
        'leads.asked never',
        'signatures.activated daily',
        'campaigns.done never',
        'releases.live never',
        'comments.asked at_once',
        'comments.answered at_once',
      ],
    )
    assert.equal((await choose(viewer, 'leads.joined', 'at_once')).status, 204)
    assert.equal((await choicesOf(viewer)).choices[0]?.mail, 'at_once')
    assert.equal((await choicesOf(editor)).choices[0]?.mail, 'daily')
    assert.ok((await choicesOf(admin)).choices.some(({ type }) => type === 'audit.broken'))
  })

  test('cannot be chosen of what the user may not see, nor otherwise than offered', async () => {
    assert.equal((await choose(viewer, 'audit.broken', 'daily')).status, 404)
    assert.equal((await choose(viewer, 'x', 'daily')).status, 404)
    assert.equal((await choose(viewer, 'leads.joined', 'hourly')).status, 422)
  })
})
