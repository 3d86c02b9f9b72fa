import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { z } from 'zod'
import { readShown } from '#features/analytics/admin/parts/shown.ts'
import { VisitFigures } from '#features/analytics/contract.ts'
import { DashboardMetrics } from '#features/dashboard/contract.ts'
import { createMailRecords } from '#features/mail/records.ts'
import { mostReportMails, ReportMail, ReportMails } from '#features/reports/contract.ts'
import { loadCatalogues } from '#platform/catalogues.ts'
import { createLog } from '#platform/log.ts'
import type { Recipient } from '#shared/notifications/recipient.ts'
import { SignedInUser } from '#shared/user.ts'
import { browser } from '../../../../test/support/analytics/browser.ts'
import { startTestApp, type TestApp } from '../../../../test/support/build-app.ts'
import { createFakeClock } from '../../../../test/support/clock.ts'
import { registrationOf } from '../../../../test/support/factories.ts'
import type { Send } from '../../../../test/support/http-client.ts'
import { pollIfDue } from '../../../../test/support/poll.ts'
import { createReportMails } from './report-mails.ts'

const path = '/api/reports/mails'
const day = 24 * 3_600_000
// A Wednesday.
const start = new Date('2026-11-18T12:00:00Z')
const clock = createFakeClock(start)
const { translator } = await loadCatalogues()
let app: TestApp
let admin: Send
let user: Send
let userId: string

before(async () => {
  app = await startTestApp({ clock, env: { SMTP_URL: 'smtp://127.0.0.1:9', TRUST_PROXY: 'loopback' } })
})
beforeEach(async () => {
  clock.advance(start.getTime() - clock.now().getTime())
  await app.pool.query('DELETE FROM report_mails; DELETE FROM mails')
  admin = await app.signIn()
  user = await app.signInAs('viewer')
  userId = (await user('/api/auth/me')).read(SignedInUser).id
  await app.pool.query(
    `UPDATE users SET email = $2, email_key = $2, language = 'en', time_zone = 'Europe/Madrid' WHERE id = $1`,
    [userId, `${userId}@example.org`],
  )
})
after(() => app.close())

const list = async (send = user) => (await send(path)).read(ReportMails)
const make = async (json: object, send = user): Promise<ReportMail> => {
  const reply = await send(path, { json })
  assert.equal(reply.status, 201, reply.text)
  return reply.read(ReportMail)
}

interface ProcessOptions {
  people?: Recipient[]
  /** What happens instead of reading the visits. */
  readVisits?: () => Promise<VisitFigures>
}

/** What a running process does, with the figures as the API gives them. */
function createProcess({ people, readVisits }: ProcessOptions = {}) {
  const query = (values: object) =>
    new URLSearchParams(Object.entries(values).filter(([, value]) => value !== undefined)).toString()
  return createReportMails({
    ...{ db: app.db, clock, log: createLog('silent'), translator, publicUrl: 'https://site.example' },
    ...{ timeZone: () => 'Europe/Madrid', canSend: true, post: createMailRecords(app).post },
    listRecipients: async () =>
      people ?? [
        {
          ...{ id: userId, name: 'Ñ', email: `${userId}@example.org`, role: 'viewer', languages: null },
          ...{ language: 'en', timeZone: 'Europe/Madrid', createdAt: start },
        },
      ],
    readVisits:
      readVisits ??
      (async (wanted) => (await admin(`/api/analytics/visits?${query(wanted)}`)).read(VisitFigures)),
    readMetrics: async (wanted) =>
      (await admin(`/api/admin/metrics/dashboard?${query(wanted)}`)).read(DashboardMetrics),
  })
}
const poll = (options?: ProcessOptions) =>
  pollIfDue(createProcess(options).poller, { db: app.db, now: clock.now() })

const Sent = z.object({
  variables: z.record(z.string(), z.string()),
  language: z.string(),
  action_url: z.string(),
  recipient: z.string(),
})
async function sent() {
  const { rows } = await app.pool.query(
    `SELECT variables, language, action_url, to_email AS recipient FROM mails WHERE kind = 'figure_report' ORDER BY created_at`,
  )
  return rows.map((row) => Sent.parse(row))
}

/** When reports are due, even after the user’s session has ended. */
async function dueTimes(): Promise<number[]> {
  const { rows } = await app.pool.query<{ due_at: Date }>('SELECT due_at FROM report_mails')
  return rows.map(({ due_at }) => due_at.getTime())
}

describe('a report', () => {
  test('is sent on the first morning after its week, once by all processes, with the figures of the API', async () => {
    await app.pool.query('TRUNCATE analytics_queue, analytics_views, analytics_visits, analytics_counts')
    for (const [from, page, days] of [
      ['193.144.4.1', '/', 0],
      ['193.144.4.1', '/about', 0],
      ['193.144.4.2', '/', 1],
      ['193.144.4.3', '/', 0],
    ] as const) {
      clock.advance(days * day)
      const headers = { 'user-agent': browser, 'x-forwarded-for': from }
      await app.send('/api/visits', { json: { page, language: 'es', referrer: '' }, headers })
    }
    await app.send('/api/early-adopters', { json: registrationOf() })
    const { due_at } = await make({ cadence: 'weekly', filters: {} })
    assert.equal(due_at, '2026-11-23T07:00:00.000Z')

    clock.advance(Date.parse(due_at) - clock.now().getTime() - 1)
    await poll()
    assert.deepEqual(await sent(), [])
    clock.advance(1)
    await Promise.all([poll(), poll(), poll()])
    await poll()
    const [mail, ...others] = await sent()
    assert.deepEqual(others, [])
    assert.ok(mail)
    assert.equal(mail.recipient, `${userId}@example.org`)
    assert.equal(mail.variables.period, 'Nov 16\u2009–\u200922, 2026')
    const { figures = '' } = mail.variables
    for (const line of [
      '• Visits: 3 (0 before)',
      '• Page views: 4 (0 before)',
      '• Registrations: 1 (0 before)',
    ])
      assert.ok(figures.includes(line), figures)
    assert.match(figures, /Pages\n• \/: 3\n• \/about: 1/)
    assert.match(figures, /Countries\n• Spain: 3/)
    const shown = readShown(new URL(mail.action_url).searchParams)
    assert.deepEqual(shown.range, { from: '2026-11-16', to: '2026-11-22' })
    assert.ok(shown.isCompared)
    assert.deepEqual(await dueTimes(), [Date.parse('2026-11-30T07:00:00Z')])
  })

  test('narrowed to a page leaves out people, whom it does not narrow', async () => {
    const { id } = await make({ cadence: 'monthly', filters: { page: '/about', country: 'ES' } })
    await createProcess().send(id, userId)
    const [mail] = await sent()
    const figures = mail?.variables.figures ?? ''
    assert.match(figures, /^Page: \/about\nCountry: Spain\n/)
    assert.ok(!figures.includes('Registrations'))
    assert.equal(mail?.variables.period, 'Oct 1\u2009–\u200931, 2026')
    const shown = readShown(new URL(mail?.action_url ?? '').searchParams)
    assert.deepEqual(shown.filters, { page: '/about', country: 'ES' })
  })

  test('is sent by hand once a minute, to an address only', async () => {
    const { id } = await make({ cadence: 'weekly', filters: {} })
    const press = () => user(`${path}/${id}/send`, { method: 'POST' })
    const statuses = (await Promise.all([press(), press(), press()])).map(({ status }) => status)
    assert.deepEqual(statuses, [204, 204, 204])
    assert.equal((await sent()).length, 1)
    clock.advance(60_000)
    await press()
    assert.equal((await sent()).length, 2)
    await app.pool.query('UPDATE users SET email = NULL, email_key = NULL WHERE id = $1', [userId])
    const refused = await press()
    assert.equal(refused.status, 409)
    assert.match(refused.problem().detail ?? '', /dirección de correo/)
    assert.equal((await list()).email, null)
  })

  test('that cannot be written waits an hour and keeps no other waiting', async () => {
    await make({ cadence: 'weekly', filters: { page: '/about' } })
    await make({ cadence: 'weekly', filters: {} })
    clock.advance(7 * day)
    // The session before has ended meanwhile.
    admin = await app.signIn()
    let calls = 0
    await poll({
      async readVisits() {
        calls++
        throw new Error('too slow')
      },
    })
    assert.equal(calls, 2)
    const dueIn = async () => (await dueTimes()).map((time) => time - clock.now().getTime())
    assert.deepEqual(await dueIn(), [3_600_000, 3_600_000])
    clock.advance(3_600_000)
    await poll()
    assert.equal((await sent()).length, 2)
    assert.ok((await dueIn()).every((wait) => wait > day))
  })

  test('of somebody who has no address any more, or who was disabled, is not sent and waits for its next turn', async () => {
    const { due_at } = await make({ cadence: 'weekly', filters: {} })
    clock.advance(Date.parse(due_at) - clock.now().getTime())
    await poll({ people: [] })
    assert.deepEqual(await sent(), [])
    assert.deepEqual(await dueTimes(), [Date.parse('2026-11-30T07:00:00Z')])
  })
})

describe('the reports of a user', () => {
  test('are their own', async () => {
    const { id } = await make({ cadence: 'weekly', filters: {} })
    const stranger = await app.signInAs('admin')
    assert.deepEqual((await list(stranger)).reports, [])
    assert.equal((await stranger(`${path}/${id}`, { method: 'DELETE' })).status, 404)
    assert.equal((await stranger(`${path}/${id}/send`, { method: 'POST' })).status, 404)
    assert.equal((await user(`${path}/${id}`, { method: 'DELETE' })).status, 204)
    assert.equal((await user(`${path}/${id}`, { method: 'DELETE' })).status, 404)
  })

  test('are bounded and checked', async () => {
    const json = { cadence: 'weekly', filters: {} }
    await Promise.all(Array.from({ length: mostReportMails + 3 }, () => user(path, { json })))
    assert.equal((await list()).reports.length, mostReportMails)
    assert.equal((await user(path, { json })).status, 409)
    for (const bad of [
      { cadence: 'daily', filters: {} },
      { cadence: 'weekly' },
      { cadence: 'weekly', filters: { page: 'about' } },
      { cadence: 'weekly', filters: { country: 'Spain' } },
      { cadence: 'weekly', filters: { colour: 'red' } },
      { cadence: 'weekly', filters: { utm_term: 'x' } },
    ])
      assert.equal((await admin(path, { json: bad })).status, 422, JSON.stringify(bad))
  })

  test('go with the user', async () => {
    await make({ cadence: 'weekly', filters: {} })
    await app.pool.query('DELETE FROM users WHERE id = $1', [userId])
    const { rows } = await app.pool.query('SELECT FROM report_mails')
    assert.equal(rows.length, 0)
  })
})
