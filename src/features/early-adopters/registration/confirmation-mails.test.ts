import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { createNoteEvents } from '#features/early-adopters/records/events.ts'
import { createRightsLinks } from '#features/early-adopters/records/rights-links.ts'
import type { MailOrder } from '#features/mail/model.ts'
import { createNotificationRecords } from '#features/notifications/records.ts'
import { startTestApp, type TestApp } from '../../../../test/support/build-app.ts'
import { days, hours } from '../../../../test/support/clock.ts'
import { registrationOf } from '../../../../test/support/factories.ts'
import { pollIfDue } from '../../../../test/support/poll.ts'
import { until } from '../../../../test/support/until.ts'
import { confirmationMailPoller } from './confirmation-mails.ts'
import { createTeamMails } from './team-mails.ts'

let app: TestApp
let posted: MailOrder[]

before(async () => {
  app = await startTestApp()
})
beforeEach(async () => {
  posted = []
  await app.pool.query('DELETE FROM confirmation_queue; DELETE FROM early_adopters')
})
after(() => app.close())

function sendConfirmations(post = async (orders: MailOrder[]) => void posted.push(...orders)) {
  const { db, clock } = app
  const links = createRightsLinks({
    secrets: { current: 'x'.repeat(32), earlier: [] },
    publicUrl: 'https://site.example',
  })
  const noteEvents = createNoteEvents(clock)
  const poller = confirmationMailPoller({
    ...{ db, clock, links, noteEvents, publicUrl: 'https://site.example' },
    post: (_, orders) => post(orders),
    announce: async () => {},
    welcome: async () => {},
    notify: createNotificationRecords().notify,
    writeTeamMail: createTeamMails({
      translator: (language) => (key) => `${language} ${key}`,
      ...{ publicUrl: 'https://site.example', siteName: () => 'Site', mailbox: () => 'team@site.example' },
    }),
  })
  return pollIfDue(poller, { db, now: clock.now() })
}

async function register(email: string, language = 'es', changes: Parameters<typeof registrationOf>[0] = {}) {
  const reply = await app.send('/api/early-adopters', {
    json: registrationOf({ ...changes, email }),
    headers: { 'accept-language': language },
  })
  assert.equal(reply.status, 201)
}

/** Registers an address again and waits until that is recorded, which happens after the response. */
async function repeat(email: string, changes: Parameters<typeof registrationOf>[0] = {}) {
  await register(email, 'es', changes)
  await untilRepeatsAreRecorded()
}

/** Repeats are recorded in their order: once that of a lead of its own is, those before it are. */
async function untilRepeatsAreRecorded() {
  const marker = `${crypto.randomUUID()}@example.org`
  await register(marker)
  await register(marker)
  await until(async () => {
    const { rows } = await app.pool.query(
      'SELECT FROM early_adopters WHERE email = $1 AND repeated_at IS NOT NULL',
      [marker],
    )
    return rows.length > 0
  }, 'the repeated sign-up is recorded')
  await app.pool.query('DELETE FROM early_adopters WHERE email = $1', [marker])
}

const causes = () => posted.map(({ kind, to }) => `${kind} ${to.email} ${to.language}`)
const events = async () =>
  (await app.pool.query('SELECT kind FROM lead_events ORDER BY at')).rows.map(({ kind }) => kind)

describe('a new lead', () => {
  test('is sent one confirmation mail in their language, which is recorded', async () => {
    await register('ana@example.org', 'ar')
    await sendConfirmations()
    await sendConfirmations()
    assert.deepEqual(causes(), ['confirmation ana@example.org ar'])
    assert.equal(posted[0]?.actionUrl, 'https://site.example/ar/register')
    assert.deepEqual(await events(), ['registered'])
  })

  test('is sent one mail when two processes poll at once, and none is left out', async () => {
    await Promise.all(Array.from({ length: 250 }, (_, number) => register(`lead${number}@example.org`)))
    await sendConfirmations()
    assert.equal(posted.length, 20, 'few while others still sign up')
    app.clock.advance(10_000)
    await Promise.all([sendConfirmations(), sendConfirmations()])
    await sendConfirmations()
    assert.equal(posted.length, 250)
    assert.equal(new Set(posted.map(({ cause }) => cause)).size, 250)
  })

  test('is sent a mail later when ordering fails halfway', async () => {
    await register('ana@example.org')
    await assert.rejects(sendConfirmations(async () => Promise.reject(new Error('the database is away'))))
    assert.deepEqual(await events(), [])
    await sendConfirmations()
    assert.deepEqual(causes(), ['confirmation ana@example.org es'])
  })

  test('who is erased before the mail is ordered is sent none, and leaves the queue', async () => {
    await register('ana@example.org')
    await app.pool.query('DELETE FROM early_adopters')
    await sendConfirmations()
    await register('bob@example.org')
    await sendConfirmations()
    assert.deepEqual(causes(), ['confirmation bob@example.org es'])
    const { rows } = await app.pool.query('SELECT FROM confirmation_queue')
    assert.equal(rows.length, 0)
  })
})

describe('somebody who asks for something else', () => {
  test('is told that the team has it, and the team is told once what it is', async () => {
    await register('ana@example.org', 'ar', { kind: 'investor', message: 'One\ntwo', page: '/' })
    await sendConfirmations()
    await sendConfirmations()
    assert.deepEqual(causes(), ['enquiry_received ana@example.org ar', 'enquiry team@site.example es'])
    assert.match(posted[0]?.actionUrl ?? '', /^https:\/\/site\.example\/ar\/rights\/[\w-]{40,}$/)
    const { rows } = await app.pool.query('SELECT id FROM early_adopters')
    assert.deepEqual(posted[1], {
      cause: `enquiry:${rows[0]?.id}`,
      kind: 'enquiry',
      to: { email: 'team@site.example', name: 'Site', language: 'es', leadId: rows[0]?.id },
      variables: {
        kind: 'es leads:leads.kinds.investor',
        ...{
          person: 'Ana Ñandú',
          email: 'ana@example.org',
          company: 'Taller Uno',
          page: '/',
          message: 'One\ntwo',
        },
      },
      actionUrl: `https://site.example/admin/early-adopters/${rows[0]?.id}`,
    })
  })

  test('later keeps what they had asked before; the team is told of each message', async () => {
    await register('ana@example.org', 'es', { message: 'First' })
    await sendConfirmations()
    posted = []
    await register('ANA@example.org', 'es', { kind: 'demo', message: 'Second', page: '/use-cases/identity' })
    await register('ana@example.org', 'es', { message: 'Third' })
    await register('ana@example.org', 'es')
    await untilRepeatsAreRecorded()
    await sendConfirmations()
    await sendConfirmations()
    assert.deepEqual(
      posted.filter(({ kind }) => kind === 'enquiry').map(({ variables }) => variables.message),
      ['Second', 'Third'],
    )
    const leads = await app.pool.query('SELECT kind, message, page FROM early_adopters')
    assert.deepEqual(leads.rows, [{ kind: 'adopter', message: 'First', page: null }])
    const later = await app.pool.query(
      'SELECT kind, message, page FROM lead_enquiries ORDER BY sent_at, message',
    )
    assert.deepEqual(later.rows, [
      { kind: 'demo', message: 'Second', page: '/use-cases/identity' },
      { kind: 'adopter', message: 'Third', page: null },
    ])
  })

  test('and later for early access is not told that they had it, and the team is told', async () => {
    await register('ana@example.org', 'es', { kind: 'contact', message: 'First' })
    await sendConfirmations()
    posted = []
    await register('ana@example.org', 'es', { kind: 'contact' })
    await register('ana@example.org', 'es')
    await untilRepeatsAreRecorded()
    await sendConfirmations()
    assert.deepEqual(causes(), ['enquiry_received ana@example.org es', 'enquiry team@site.example es'])
    assert.equal(posted[1]?.variables.kind, 'es leads:leads.kinds.adopter')
    const { rows } = await app.pool.query('SELECT kind FROM lead_enquiries')
    assert.deepEqual(rows, [{ kind: 'adopter' }])
  })

  test('twice at once loses neither message', async () => {
    await Promise.all(
      ['One', 'Two'].map((message) => register('ana@example.org', 'es', { kind: 'contact', message })),
    )
    await sendConfirmations()
    const told = posted.filter(({ kind }) => kind === 'enquiry').map(({ variables }) => variables.message)
    assert.deepEqual(told.sort(), ['One', 'Two'])
  })
})

describe('an address that registers again', () => {
  test('is sent a notice, at most once a day, in the language of its lead', async () => {
    await register('ana@example.org', 'fr')
    await sendConfirmations()
    posted = []
    for (let times = 0; times < 3; times++) {
      app.clock.advance(hours)
      await repeat('ANA@example.org')
      await sendConfirmations()
    }
    assert.deepEqual(causes(), ['already_registered ana@example.org fr'])
    app.clock.advance(days)
    await repeat('ana@example.org')
    await sendConfirmations()
    assert.equal(posted.length, 2)
    assert.notEqual(posted[0]?.cause, posted[1]?.cause)
    assert.deepEqual(await events(), ['registered', 'registered_again', 'registered_again'])
  })

  test('changes no other data of the lead', async () => {
    await register('ana@example.org')
    await sendConfirmations()
    const read = async () =>
      (await app.pool.query('SELECT name, company, segment, consented_at, consent_text FROM early_adopters'))
        .rows
    const before = await read()
    app.clock.advance(hours)
    await repeat('ana@example.org', { name: 'Otra', segment: 'academic' })
    const { rows } = await app.pool.query('SELECT repeated_at FROM early_adopters')
    assert.deepEqual(rows, [{ repeated_at: app.clock.now() }])
    assert.deepEqual(await read(), before)
  })
})
