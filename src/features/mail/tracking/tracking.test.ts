import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { mailPaths } from '#features/mail/model.ts'
import { mails } from '#features/mail/table.ts'
import { startTestApp, type TestApp } from '../../../../test/support/build-app.ts'
import { createFakeClock, days } from '../../../../test/support/clock.ts'
import { insertMail, mailLinks } from '../../../../test/support/mails.ts'
import { hiddenLink } from './links.ts'

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const gmail = 'Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)'
const links = ['https://example.org/uno?a=1&b=2', 'https://example.org/dos', 'https://example.org/%C3%B1']
const clock = createFakeClock(new Date('2026-03-01T10:00:00Z'))
let app: TestApp
let id: string

before(async () => {
  app = await startTestApp({ clock })
})
after(() => app.close())
beforeEach(async () => {
  await app.pool.query('TRUNCATE mails, mail_counts CASCADE')
  id = await insertMail(app, { links })
  clock.advance(600_000)
})

const address = (purpose: 'open' | 'click', index = 0, mailId = id) =>
  `${mailPaths[purpose]}${mailLinks.signLink(purpose, mailId, index)}`
const fetchPixel = (agent = firefox) => app.send(address('open'), { headers: { 'user-agent': agent } })
const follow = (index = 0, agent = firefox) =>
  app.send(address('click', index), { headers: { 'user-agent': agent } })

async function readMail() {
  const [mail] = await app.db.select().from(mails)
  assert.ok(mail)
  return mail
}

async function readCounts(): Promise<Record<string, number>> {
  const { rows } = await app.pool.query<{ event: string; total: number }>(
    'SELECT event, sum(total)::int AS total FROM mail_counts GROUP BY event HAVING sum(total) <> 0',
  )
  return Object.fromEntries(rows.map(({ event, total }) => [event, total]))
}

describe('the pixel', () => {
  test('is 43 bytes, not cached, not indexed, and sets no cookie', async () => {
    const reply = await fetchPixel()
    assert.equal(reply.status, 200)
    assert.equal(reply.bytes.length, 43)
    assert.equal(reply.headers['content-type'], 'image/gif')
    assert.equal(reply.headers['cache-control'], 'no-store')
    assert.equal(reply.headers['x-robots-tag'], 'noindex, nofollow')
    assert.equal(reply.headers['cross-origin-resource-policy'], 'cross-origin')
    assert.equal(reply.headers['set-cookie'], undefined)
  })

  test('records when the mail was opened and the verdict, without address and browser', async () => {
    await fetchPixel(gmail)
    const mail = await readMail()
    assert.deepEqual([mail.openedAt, mail.openVerdict], [clock.now(), 'privacy_proxy'])
    const { rows } = await app.pool.query<{ row: string }>(
      'SELECT row_to_json(h)::text AS row FROM mail_hits h',
    )
    assert.equal(rows.length, 1)
    assert.doesNotMatch(rows[0]?.row ?? '', /127\.0\.0\.1|Mozilla|Google/)
    assert.match(rows[0]?.row ?? '', /image_proxy/)
  })

  test('counts a mail once, with its best verdict', async () => {
    await fetchPixel(gmail)
    await fetchPixel(gmail)
    assert.deepEqual(await readCounts(), { 'open:privacy_proxy': 1 })
    clock.advance(2 * days)
    await fetchPixel()
    assert.deepEqual(await readCounts(), { 'open:human': 1 })
    const { rows } = await app.pool.query('SELECT day::text, total FROM mail_counts WHERE total > 0')
    assert.deepEqual(rows, [{ day: clock.now().toISOString().slice(0, 10), total: 1 }])
  })

  test('is also sent for an unknown mail and an invalid token', async () => {
    const before = await readCounts()
    for (const path of [
      address('open', 0, crypto.randomUUID()),
      `${mailPaths.open}x`,
      address('open').slice(0, -2),
    ]) {
      assert.equal((await app.send(path)).bytes.length, 43)
    }
    assert.deepEqual(await readCounts(), before)
  })

  test('records nothing for mails that are not tracked', async () => {
    await app.pool.query("UPDATE mails SET kind = 'password_reset'")
    await fetchPixel()
    assert.equal((await readMail()).openedAt, null)
    assert.deepEqual(await readCounts(), {})
  })

  test('requested by HEAD counts as a scanner', async () => {
    const reply = await app.send(address('open'), { method: 'HEAD', headers: { 'user-agent': firefox } })
    assert.equal(reply.status, 200)
    assert.equal((await readMail()).openVerdict, 'scanner')
  })

  test('fetched 300 times at once counts as one open', { timeout: 60_000 }, async () => {
    await Promise.all(Array.from({ length: 300 }, () => fetchPixel()))
    assert.deepEqual(await readCounts(), { 'open:human': 1 })
    const { rows } = await app.pool.query<{ count: number }>('SELECT count(*)::int AS count FROM mail_hits')
    assert.ok(rows[0] && rows[0].count <= 200, `${rows[0]?.count} rows`)
  })
})

describe('a tracked link', () => {
  test('redirects to its target and records the click', async () => {
    const reply = await follow(0)
    assert.equal(reply.status, 302)
    assert.equal(reply.headers.location, links[0])
    assert.equal(reply.headers['referrer-policy'], 'no-referrer')
    assert.equal(reply.headers['set-cookie'], undefined)
    const mail = await readMail()
    assert.deepEqual([mail.clickedAt, mail.clickVerdict], [clock.now(), 'human'])
    assert.deepEqual(await readCounts(), { 'open:human': 1, 'click:human': 1 })
  })

  test('redirects nowhere else, neither for a link that the mail does not have nor for another token', async () => {
    const stranger = mailLinks.signLink('open', id, 0)
    const paths = [
      address('click', 3),
      address('click', 0, crypto.randomUUID()),
      `${mailPaths.click}${stranger}`,
      `${address('click')}?url=https://evil.example`,
      `${mailPaths.click}https:%2F%2Fevil.example`,
    ]
    const replies = await Promise.all(
      paths.map((path) => app.send(path, { headers: { accept: 'text/html' } })),
    )
    assert.deepEqual(
      replies.map(({ status }) => status),
      [404, 404, 404, 302, 404],
    )
    assert.equal(replies[3]?.headers.location, links[0])
    assert.match(replies[0]?.text ?? '', /<h1/)
  })

  test('followed with all the others within seconds counts as a scanner, and so does the open before', async () => {
    await fetchPixel()
    assert.deepEqual(await readCounts(), { 'open:human': 1 })
    for (const index of [0, 1, 2]) await follow(index)
    assert.deepEqual(await readCounts(), { 'open:scanner': 1, 'click:scanner': 1 })
    assert.equal((await readMail()).clickVerdict, 'scanner')
    clock.advance(60_000)
    await follow(1)
    assert.deepEqual(await readCounts(), { 'open:human': 1, 'click:human': 1 })
  })

  test('followed at the same moment as all the others counts as a scanner', async () => {
    await Promise.all([0, 1, 2, 0, 1, 2].map((index) => follow(index)))
    assert.deepEqual(await readCounts(), { 'click:scanner': 1 })
  })

  test('that is hidden reveals a scanner when it is followed', async () => {
    await follow(0)
    const reply = await follow(hiddenLink)
    assert.equal(reply.headers.location, 'http://localhost:3000/')
    assert.deepEqual(await readCounts(), { 'click:scanner': 1 })
  })

  test('followed right after delivery does not count as human', async () => {
    await app.pool.query('UPDATE mails SET sent_at = $1', [clock.now()])
    await follow(0)
    assert.equal((await readMail()).clickVerdict, 'scanner')
  })

  test('still redirects when the click cannot be stored', async () => {
    await app.pool.query('ALTER TABLE mail_hits RENAME TO away')
    try {
      assert.equal((await follow(1)).headers.location, links[1])
    } finally {
      await app.pool.query('ALTER TABLE away RENAME TO mail_hits')
    }
  })
})
