import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { eq } from 'drizzle-orm'
import { mails } from '#features/mail/table.ts'
import { createMailLinks } from '#features/mail/tracking/links.ts'
import { loadCatalogues } from '#platform/catalogues.ts'
import { startTestApp, type TestApp } from '../../../test/support/build-app.ts'
import { hours } from '../../../test/support/clock.ts'
import type { Reply, Send } from '../../../test/support/http-client.ts'

const password = 'correct horse battery'
const t = (await loadCatalogues()).translator('en')
const address = 'admin@example.org'
// Nothing listens there: what is ordered stays in the queue.
const env = { SMTP_URL: 'smtp://127.0.0.1:9', ADMIN_EMAIL: address, TRUST_PROXY: 'loopback' }
let app: TestApp
/** A second process on the same database. */
let other: TestApp

before(async () => {
  app = await startTestApp({ env })
  other = await startTestApp({ env, databaseUrl: app.databaseUrl, clock: app.clock })
})
after(async () => {
  await other.close()
  await app.close()
})
beforeEach(async () => {
  await app.pool.query('TRUNCATE mails, password_resets, login_attempts CASCADE')
  app.clock.advance(2 * hours)
})

const ask = (username: string, { from = '198.51.100.7', at = app, language = 'es' } = {}): Promise<Reply> =>
  at.send('/api/auth/forgot', {
    json: { username },
    headers: { 'x-forwarded-for': from, 'accept-language': language },
  })
const choose = (token: string, chosen = 'another long phrase', at = app) =>
  at.send('/api/auth/reset', { json: { token, password: chosen } })

async function readMails() {
  return app.db
    .select()
    .from(mails)
    .where(eq(mails.kind, 'password_reset'))
    .orderBy(mails.createdAt, mails.id)
}

/** Asks for a link and reads its token out of the mail. */
async function takeToken(): Promise<string> {
  await app.pool.query('TRUNCATE mails CASCADE')
  assert.equal((await ask('admin')).status, 202)
  const [mail] = await readMails()
  const token = mail?.actionUrl?.match(/^http:\/\/localhost:3000\/reset-password\/([\w-]{43})$/)?.[1]
  assert.ok(token, mail?.actionUrl ?? 'no link')
  return token
}

async function setPasswordBack(): Promise<void> {
  assert.equal((await choose(await takeToken(), password)).status, 204)
}

describe('asking for a link to a new password', () => {
  test('sends it to the address of the user with that name or address, in the language of the request', async () => {
    for (const [index, name] of ['admin', ' ADMIN@Example.org '].entries()) {
      assert.equal((await ask(name, { language: index ? 'ar' : 'es' })).status, 202)
    }
    const sent = await readMails()
    assert.deepEqual(
      sent.map(({ kind, toEmail, language, status }) => [kind, toEmail, language, status]).sort(),
      [
        ['password_reset', address, 'ar', 'queued'],
        ['password_reset', address, 'es', 'queued'],
      ],
    )
    assert.ok(sent.every(({ userId, leadId }) => userId && !leadId))
  })

  test('answers the same for an unknown user, in the same time', async () => {
    const answers = []
    for (const name of ['admin', 'nobody', 'nobody@example.org', "' OR 1=1 --"]) {
      const start = performance.now()
      const reply = await ask(name)
      answers.push({ status: reply.status, text: reply.text, time: performance.now() - start })
    }
    assert.equal((await readMails()).length, 1)
    for (const { status, text, time } of answers) {
      assert.deepEqual([status, text], [202, '{"status":"accepted"}'])
      assert.ok(time >= 400 && time < 1_000, `${time} ms`)
    }
  })

  test('sends nothing to a user without an address', async () => {
    await app.signInAs('editor')
    const { rows } = await app.pool.query<{ username: string }>(
      'SELECT username FROM users WHERE email IS NULL',
    )
    assert.equal((await ask(rows[0]?.username ?? '')).status, 202)
    assert.deepEqual(await readMails(), [])
  })

  test('stores only a hash of its token', async () => {
    const token = await takeToken()
    const { rows } = await app.pool.query<{ row: string }>(
      'SELECT row_to_json(r)::text AS row FROM password_resets r',
    )
    assert.equal(rows.length, 1)
    assert.ok(!rows[0]?.row.includes(token))
    const [mail] = await readMails()
    assert.ok(!mail?.cause.includes(token))
  })

  test('sends three a day at most, and the newest goes on working', async () => {
    for (let number = 0; number < 5; number++) {
      assert.equal(
        (await ask('admin', { from: `203.0.113.${number}`, at: number % 2 ? app : other })).status,
        202,
      )
    }
    const sent = await readMails()
    assert.equal(sent.length, 3)
    const works = []
    for (const { actionUrl } of sent) works.push((await choose(actionUrl?.slice(-43) ?? '')).status)
    assert.deepEqual(works.filter((status) => status === 204).length, 1)
    for (const [later, total] of [
      [hours + 1, 3],
      [24 * hours, 4],
    ] as const) {
      app.clock.advance(later)
      assert.equal((await ask('admin', { from: `203.0.113.${90 + total}` })).status, 202)
      assert.equal((await readMails()).length, total)
    }
    await setPasswordBack()
  })

  test('at once from everywhere sends no more than that', async () => {
    await Promise.all(
      Array.from({ length: 12 }, (_, number) =>
        ask('admin', { from: `203.0.113.${number}`, at: number % 2 ? app : other }),
      ),
    )
    assert.equal((await readMails()).length, 3)
  })

  test('too often from one network is refused, whether or not there is such a user', async () => {
    for (const name of ['admin', 'nobody']) {
      for (let number = 0; number < 5; number++) assert.equal((await ask(name)).status, 202)
      const refused = await ask(name)
      assert.equal(refused.status, 429)
      assert.ok(Number(refused.headers['retry-after']) > 800)
    }
    // Signing in is counted apart.
    assert.equal((await app.send('/api/auth/login', { form: { username: 'admin', password } })).status, 200)
  })

  test('is refused where no mail can be sent, whether or not there is such a user', async () => {
    const silent = await startTestApp({ env: { SMTP_URL: '' }, databaseUrl: app.databaseUrl })
    try {
      const [known, unknown] = await Promise.all([
        ask('admin', { at: silent }),
        ask('nobody', { at: silent }),
      ])
      assert.equal(known.status, 409)
      assert.match(known.problem().detail, /no puede enviar enlaces\. Pide una contraseña nueva a quien/)
      assert.deepEqual(unknown.problem(), known.problem())
      assert.doesNotMatch((await silent.send('/login')).text, /data-can-recover/)
      assert.match((await app.send('/login')).text, /data-can-recover/)
    } finally {
      await silent.close()
    }
  })
})

describe('the link', () => {
  test('sets a password once and ends every session', async () => {
    const sessions: Send[] = [await app.signIn(), await other.signIn()]
    const token = await takeToken()
    assert.equal((await choose(token)).status, 204)
    for (const send of sessions) assert.equal((await send('/api/auth/me')).status, 401)
    assert.equal((await app.send('/api/auth/login', { form: { username: 'admin', password } })).status, 401)
    await app.signIn({ username: 'admin', password: 'another long phrase' })
    const [notice] = await app.db.select().from(mails).where(eq(mails.kind, 'account_notice'))
    assert.deepEqual(
      [notice?.toEmail, notice?.variables.change],
      [address, t('mail:accountChanges.password_changed_by_link')],
    )
    const again = await choose(token, 'yet another phrase')
    assert.equal(again.status, 410)
    assert.match(again.problem().detail, /enlace/)
    await setPasswordBack()
  })

  test('sets no password that is easily guessed, and works on', async () => {
    const token = await takeToken()
    for (const easy of ['Password1', 'Firmeza2026', 'admin123']) {
      const reply = await choose(token, easy)
      assert.equal(reply.status, 422)
      assert.equal(reply.problem().errors?.[0]?.field, 'password')
    }
    assert.equal((await choose(token)).status, 204)
    await setPasswordBack()
  })

  test('is not used up by looking at it, however often and by whatever', async () => {
    const token = await takeToken()
    const state = async () =>
      (await app.pool.query('SELECT * FROM password_resets, users WHERE users.id = user_id')).rows
    const before = await state()
    for (const method of ['GET', 'HEAD', 'GET']) {
      const page = await app.send(`/reset-password/${token}`, { method })
      assert.equal(page.status, 200)
      assert.equal(page.headers['cache-control'], 'no-store')
      assert.equal(page.headers['referrer-policy'], 'no-referrer')
      assert.equal(page.headers['x-robots-tag'], 'noindex')
    }
    for (const path of [
      `/api/auth/reset?token=${token}`,
      `/api/auth/reset/${token}`,
      '/api/auth/forgot?username=admin',
    ]) {
      assert.ok((await app.send(path)).status >= 400)
    }
    assert.deepEqual(await state(), before)
    assert.equal((await choose(token)).status, 204)
    await setPasswordBack()
  })

  test('works for an hour', async () => {
    const token = await takeToken()
    app.clock.advance(hours - 1)
    assert.equal((await choose(token, 'short')).status, 422)
    app.clock.advance(1)
    assert.equal((await choose(token)).status, 410)
  })

  test('is invalid once another was requested, or the password was changed', async () => {
    const [first, second] = [await takeToken(), await takeToken()]
    assert.equal((await choose(first)).status, 410)
    const send = await app.signIn()
    const json = { current: password, password: 'a third long phrase' }
    assert.equal((await send('/api/auth/password', { method: 'PUT', json })).status, 200)
    assert.equal((await choose(second)).status, 410)
    await setPasswordBack()
  })

  test('used twice at once sets one password', async () => {
    const token = await takeToken()
    const replies = await Promise.all(
      Array.from({ length: 6 }, (_, number) =>
        choose(token, `long phrase ${number}`, number % 2 ? app : other),
      ),
    )
    assert.equal(replies.filter(({ status }) => status === 204).length, 1)
    assert.equal(replies.filter(({ status }) => status === 410).length, 5)
    await setPasswordBack()
  })

  test('cannot be guessed, forged or taken from another user', async () => {
    const stranger = createMailLinks({
      current: 'a secret that only the tests know of',
      earlier: [],
    }).signLink('open', crypto.randomUUID())
    for (const token of ['', 'x', 'x'.repeat(43), stranger, "' OR 1=1 --", '🎉'.repeat(20)]) {
      const { status } = await choose(token)
      assert.ok(status === 410 || status === 422, `${token}: ${status}`)
    }
    const long = await choose('x'.repeat(500))
    assert.equal(long.status, 422)
  })

  test('is deleted a day after it expired', async () => {
    await takeToken()
    const { forgetEndedJob } = await import('./jobs.ts')
    const { createAddressStore } = await import('#features/accounts/profile/address-store.ts')
    const { createResetStore } = await import('./reset-store.ts')
    const { createSessionStore } = await import('./session-store.ts')
    const { db, clock } = app
    const sessions = createSessionStore(db)
    const resets = createResetStore(db)
    const job = forgetEndedJob({
      ...{ sessions, resets, addresses: createAddressStore(db), clock },
      forgetFactors: async () => {},
    })
    const count = async () => (await app.pool.query('SELECT FROM password_resets')).rowCount
    await job.work({})
    assert.equal(await count(), 1)
    app.clock.advance(26 * hours)
    await job.work({})
    assert.equal(await count(), 0)
  })
})
