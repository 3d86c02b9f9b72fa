import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { auditNotifications } from '#features/audit/notifications.ts'
import { createLeadNotifications, tellOfLead } from '#features/early-adopters/notifications.ts'
import { jobNotifications } from '#features/jobs/notifications.ts'
import { tellOfJob } from '#features/jobs/records.ts'
import { createMailRecords } from '#features/mail/records.ts'
import { createChoiceStore } from '#features/notifications/choice-store.ts'
import { createDescriptions } from '#features/notifications/descriptions.ts'
import { createNotificationRecords } from '#features/notifications/records.ts'
import { createNotificationStore } from '#features/notifications/store.ts'
import { loadCatalogues } from '#platform/catalogues.ts'
import { createLog } from '#platform/log.ts'
import { connectPostgres, type Postgres } from '#platform/postgres.ts'
import type { Recipient } from '#shared/notifications/recipient.ts'
import { createFakeClock, days, hours } from '../../../../test/support/clock.ts'
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.ts'
import { pollIfDue } from '../../../../test/support/poll.ts'
import { createMailing } from './mailing.ts'

const minute = 60_000
const log = createLog('silent')
const { translator } = await loadCatalogues()
const { notify } = createNotificationRecords()
// Noon in the zone of the recipients.
const clock = createFakeClock(new Date('2026-11-25T12:00:00Z'))
const sources = [
  ...createLeadNotifications({ findNames: async () => new Map(), translator }),
  ...jobNotifications,
  ...auditNotifications,
]

let database: TestDatabase
let postgres: Postgres
let people: Recipient[]

before(async () => {
  database = await createTestDatabase()
  postgres = connectPostgres(database.url, { log, max: 6 })
})
beforeEach(async () => {
  await postgres.pool.query('DELETE FROM notifications; DELETE FROM mails; DELETE FROM users')
  people = [await addUser('admin'), await addUser('viewer')]
})
after(async () => {
  await postgres.close()
  await database.drop()
})

async function addUser(role: Recipient['role']): Promise<Recipient> {
  const id = crypto.randomUUID()
  await postgres.pool.query(
    'INSERT INTO users (id, username, username_key, name, role) VALUES ($1, $2, $2, $2, $3)',
    [id, id, role],
  )
  return {
    ...{ id, role, name: 'Ñ', email: `${role}@example.org`, languages: null, language: 'en' },
    ...{ timeZone: 'UTC', createdAt: new Date(clock.now().getTime() - days) },
  }
}

/** One process that sends what is due. */
function poll(canReach = true): Promise<void> {
  const { db } = postgres
  const { poller } = createMailing({
    choiceStore: createChoiceStore(db),
    ...{ db, clock, translator, publicUrl: 'https://site.example', listSources: () => sources },
    describe: createDescriptions({ log, translator, listSources: () => sources }),
    listRecipients: async () => people,
    post: canReach
      ? createMailRecords({ db, clock }).post
      : async () => {
          throw new Error('away')
        },
  })
  return pollIfDue(poller, { db, now: clock.now() })
}

interface Sent {
  to: string
  news: string
  list: string
  url: string
}

/** The mails that were ordered since the last call. */
async function takeMails(): Promise<Sent[]> {
  const { rows } = await postgres.pool.query<{ email: string; variables: Sent; url: string }>(
    `DELETE FROM mails RETURNING to_email AS email, variables, action_url AS url`,
  )
  return rows
    .map(({ email, variables: { news, list }, url }) => ({ to: email, news, list, url }))
    .toSorted((a, b) => a.to.localeCompare(b.to))
}

const tellJob = (job: string) => notify(postgres.db, [tellOfJob(job, clock.now())])
const tellLead = () => notify(postgres.db, [tellOfLead(crypto.randomUUID(), 'adopter', clock.now())])
const [admin, viewer] = ['admin@example.org', 'viewer@example.org']

async function choose(person: Recipient | undefined, type: string, mail: 'never' | 'daily' | 'at_once') {
  await createChoiceStore(postgres.db).setChoice(person?.id ?? '', type, mail)
}

describe('mails about notifications', () => {
  test('one that comes at once is sent to those who may see it, and leads to its thing', async () => {
    await tellJob('audit-check')
    await poll()
    await poll()
    assert.deepEqual(await takeMails(), [
      {
        to: admin,
        news: 'A background job has failed: audit-check',
        list: '• A background job has failed: audit-check',
        url: 'https://site.example/admin/jobs',
      },
    ])
  })

  test('what happens in the ten minutes after comes in one mail', async () => {
    await tellJob('one')
    await poll()
    await takeMails()
    for (let count = 0; count < 20; count++) await tellJob(`job-${count}`)
    clock.advance(9 * minute)
    await poll()
    assert.deepEqual(await takeMails(), [])
    clock.advance(minute)
    await poll()
    const [mail, ...others] = await takeMails()
    assert.deepEqual(others, [])
    assert.equal(mail?.news, '20 unread notifications')
    const lines = mail?.list.split('\n') ?? []
    assert.deepEqual(
      [lines.length, lines[0], lines.at(-1)],
      [16, '• A background job has failed: job-19', 'and 5 more'],
    )
    assert.equal(mail?.url, 'https://site.example/admin/notifications')
  })

  test('what was read in the panel is not sent', async () => {
    await tellJob('one')
    const store = createNotificationStore(postgres.db)
    const scope = { userId: people[0]?.id ?? '', types: ['jobs.failed'], since: new Date(0) }
    await store.markAllRead(scope, clock.now(), clock.now())
    await poll()
    assert.deepEqual(await takeMails(), [])
  })

  test('a daily one waits for the morning of its reader, and names no lead', async () => {
    await tellLead()
    await poll()
    assert.deepEqual(await takeMails(), [])
    const east = people[1]
    if (east) people[1] = { ...east, timeZone: 'Asia/Tokyo' }
    await postgres.pool.query('DELETE FROM notification_mailing')
    await poll()
    // Eight in the morning in Tokyo.
    clock.advance(11 * hours)
    await poll()
    assert.deepEqual(await takeMails(), [
      {
        to: viewer,
        news: 'Somebody has joined the programme',
        list: '• Somebody has joined the programme',
        url: (await lastPath()) ?? '',
      },
    ])
    // And in London.
    clock.advance(9 * hours)
    await tellLead()
    await poll()
    const [mail] = await takeMails()
    assert.equal(mail?.to, admin)
    // What is still growing comes with the next one.
    assert.equal(mail?.list, '• Somebody has joined the programme')
    clock.advance(24 * hours)
    await poll()
    assert.deepEqual(
      (await takeMails()).map(({ to }) => to),
      [admin, viewer],
    )
  })

  async function lastPath(): Promise<string | undefined> {
    const { rows } = await postgres.pool.query<{ id: string }>(
      `SELECT data->>'lead_id' AS id FROM notifications ORDER BY number LIMIT 1`,
    )
    return rows[0] && `https://site.example/admin/early-adopters/${rows[0].id}`
  }

  test('what many do within minutes is sent once, when they are over', async () => {
    await choose(people[1], 'leads.joined', 'at_once')
    await tellLead()
    await tellLead()
    await poll()
    assert.deepEqual(await takeMails(), [])
    clock.advance(5 * minute)
    await poll()
    assert.deepEqual(
      (await takeMails()).map(({ to, news }) => `${to}: ${news}`),
      [`${viewer}: 2 people have joined the programme`],
    )
  })

  test('who has chosen never, or has no address, gets none', async () => {
    await choose(people[0], 'jobs.failed', 'never')
    const other = await addUser('admin')
    people.push({ ...other, email: null })
    await tellJob('x')
    await poll()
    assert.deepEqual(await takeMails(), [])
  })

  test('several processes send each mail once', async () => {
    for (let round = 0; round < 5; round++) {
      await tellJob('x')
      await Promise.all([poll(), poll(), poll(), poll()])
      assert.equal((await takeMails()).length, 1)
      clock.advance(11 * minute)
    }
  })

  test('a mail that could not be ordered is ordered later', async () => {
    await tellJob('x')
    await assert.rejects(poll(false))
    await poll()
    assert.equal((await takeMails()).length, 1)
  })

  test('nothing is sent of what happened days ago', async () => {
    await tellJob('x')
    clock.advance(3 * days)
    await poll()
    assert.deepEqual(await takeMails(), [])
  })
})
