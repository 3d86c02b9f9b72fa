import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { eq } from 'drizzle-orm'
import { LoginResponse, Profile } from '#features/accounts/contract.ts'
import { ConfirmedEmail } from '#features/accounts/profile/contract.ts'
import { users } from '#features/accounts/table.ts'
import { mails } from '#features/mail/table.ts'
import { loadCatalogues } from '#platform/catalogues.ts'
import type { Language } from '#shared/languages.ts'
import { startTestApp, type TestApp } from '../../../../test/support/build-app.ts'
import { hours } from '../../../../test/support/clock.ts'
import { createHttpClient, type Send } from '../../../../test/support/http-client.ts'

// Nothing listens there: what is ordered stays in the queue.
const env = { SMTP_URL: 'smtp://127.0.0.1:9' }
const password = 'correct horse battery'
const catalogues = await loadCatalogues()
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
  await app.pool.query('TRUNCATE mails, login_attempts CASCADE')
  app.clock.advance(2 * hours)
})

interface Person {
  send: Send
  id: string
  username: string
}

let count = 0
/** A user with an address that counts, which is their name too when they were invited by mail. */
async function addPerson({
  email,
  isName = false,
}: {
  email?: string
  isName?: boolean
} = {}): Promise<Person> {
  count += 1
  const viewer = await app.signInAs('viewer')
  const { id } = (await viewer('/api/auth/profile')).read(Profile)
  const address = email ?? `person-${count}@example.org`
  const username = isName ? address : `person ${count}`
  await app.db
    .update(users)
    .set({ username, usernameKey: username, name: 'Ana', email: address, emailKey: address })
    .where(eq(users.id, id))
  return { send: viewer, id, username }
}

const change = (send: Send, email: string | null, more = {}) =>
  send('/api/auth/profile', { method: 'PUT', json: { name: 'Ana', email, password, ...more } })
const confirm = (token: string, at = app) => at.send('/api/auth/email/confirm', { json: { token } })
const read = async (send: Send) => (await send('/api/auth/profile')).read(Profile)

async function mailsTo(address: string) {
  return app.db.select().from(mails).where(eq(mails.toEmail, address)).orderBy(mails.createdAt, mails.id)
}

/** Asks for another address and reads the token out of the mail to it. */
async function takeToken({ send, id }: Person, email: string): Promise<string> {
  const reply = await change(send, email)
  assert.equal(reply.status, 200, reply.text)
  return readToken(email, id)
}

async function readToken(email: string, userId: string): Promise<string> {
  const mail = (await mailsTo(email)).filter((one) => one.userId === userId).at(-1)
  assert.equal(mail?.kind, 'user_email_change')
  const token = mail?.actionUrl?.match(/^http:\/\/localhost:3000\/confirm-email\/([\w-]{43})$/)?.[1]
  assert.ok(token, mail?.actionUrl ?? 'no link')
  return token
}

describe('a new address', () => {
  test('counts once it is confirmed by the link, which goes to it alone; the old one is told', async () => {
    const person = await addPerson({ email: 'old@example.org' })
    const token = await takeToken(person, 'new@example.org')
    const waiting = await read(person.send)
    assert.deepEqual(
      [waiting.email, waiting.pending_email?.email, waiting.confirms_email],
      ['old@example.org', 'new@example.org', true],
    )
    assert.deepEqual(await mailsTo('old@example.org'), [])

    const reply = await confirm(token, other)
    assert.equal(reply.read(ConfirmedEmail).email, 'new@example.org')
    assert.equal(reply.headers['cache-control'], 'no-store')
    const { email, pending_email, username } = await read(person.send)
    assert.deepEqual([email, pending_email, username], ['new@example.org', null, person.username])
    const [notice, ...more] = await mailsTo('old@example.org')
    assert.equal(more.length, 0)
    assert.equal(notice?.kind, 'account_notice')
    assert.equal(notice?.actionUrl, 'http://localhost:3000/admin/profile')
    assert.equal(notice?.variables.change, catalogues.translator('en')('mail:accountChanges.address_changed'))
    assert.equal((await mailsTo('new@example.org')).length, 1)
  })

  test('is told of in the language and the time zone of the user', async () => {
    const person = await addPerson({ email: 'tells@example.org' })
    const json = { language: 'es' satisfies Language, time_zone: 'Asia/Tokyo' }
    await person.send('/api/auth/preferences', { method: 'PATCH', json })
    await confirm(await takeToken(person, 'tells-too@example.org'))
    const [mail] = await mailsTo('tells-too@example.org')
    const [notice] = await mailsTo('tells@example.org')
    assert.deepEqual([mail?.language, notice?.language], ['es', 'es'])
    assert.equal(notice?.variables.change, catalogues.translator('es')('mail:accountChanges.address_changed'))
    assert.match(String(notice?.variables.when), /GMT\+9/)
    assert.ok(notice?.variables.device)
  })

  test('works with a link once, also when it is followed twice at once', async () => {
    const person = await addPerson()
    const token = await takeToken(person, 'once@example.org')
    const replies = await Promise.all(
      Array.from({ length: 6 }, (_, number) => confirm(token, number % 2 ? app : other)),
    )
    assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 410, 410, 410, 410, 410])
    assert.match((await confirm(token)).problem().detail, /\S/)
  })

  test('has a link that works for a day, and only the last one', async () => {
    const person = await addPerson()
    const first = await takeToken(person, 'first@example.org')
    const second = await takeToken(person, 'second@example.org')
    assert.equal((await confirm(first)).status, 410)
    app.clock.advance(24 * hours - 1)
    assert.equal((await read(person.send)).pending_email?.email, 'second@example.org')
    app.clock.advance(1)
    assert.equal((await confirm(second)).status, 410)
    const { email, pending_email } = await read(person.send)
    assert.notEqual(email, 'second@example.org')
    // It is shown still, so that the link can be sent again.
    assert.equal(pending_email?.email, 'second@example.org')
    assert.equal((await person.send('/api/auth/email/pending', { method: 'POST' })).status, 200)
    assert.equal((await confirm(await readToken('second@example.org', person.id))).status, 200)
  })

  test('cannot be confirmed by a link that was made up', async () => {
    for (const token of ['', 'x', 'x'.repeat(43), "' OR 1=1 --", '🎉'.repeat(20), 'x'.repeat(500)]) {
      const { status } = await confirm(token)
      assert.ok(status === 410 || status === 422, `${token}: ${status}`)
    }
  })

  test('is sent a link by mail three times an hour at most, whatever the address, also at once', async () => {
    const person = await addPerson()
    const replies = await Promise.all(
      Array.from({ length: 8 }, (_, number) => change(person.send, `many-${number}@example.org`)),
    )
    assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 200, 200, 429, 429, 429, 429, 429])
    const refused = replies.find(({ status }) => status === 429)
    assert.match(refused?.problem().detail ?? '', /\S/)
    assert.ok(Number(refused?.headers['retry-after']) > 3000)
    const again = () => person.send('/api/auth/email/pending', { method: 'POST' })
    assert.equal((await again()).status, 429)
    assert.equal((await app.db.select().from(mails)).length, 3)
    app.clock.advance(hours + 1)
    assert.equal((await again()).status, 200)
  })

  test('can be forgotten, and its link with it', async () => {
    const person = await addPerson()
    const token = await takeToken(person, 'forgotten@example.org')
    const forget = () => person.send('/api/auth/email/pending', { method: 'DELETE' })
    assert.equal((await forget()).read(Profile).pending_email, null)
    assert.equal((await confirm(token)).status, 410)
    assert.equal((await forget()).status, 404)
    assert.equal((await person.send('/api/auth/email/pending', { method: 'POST' })).status, 404)
  })

  test('needs the password, and waits for nobody else', async () => {
    const [one, two] = [await addPerson(), await addPerson()]
    const refused = await change(one.send, 'wanted@example.org', { password: 'wrong' })
    assert.equal(refused.problem().errors?.[0]?.field, 'password')
    const tokens = [await takeToken(one, 'wanted@example.org'), await takeToken(two, 'wanted@example.org')]
    const replies = await Promise.all(tokens.map((token, number) => confirm(token, number ? other : app)))
    assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 409])
    assert.equal(replies.find(({ status }) => status === 409)?.problem().errors?.[0]?.field, 'email')
  })

  test('cannot be what somebody else signs in with, now or meanwhile', async () => {
    const [one, two] = [await addPerson(), await addPerson()]
    const named = await addPerson({ email: 'named@example.org', isName: true })
    assert.equal((await change(named.send, null)).status, 200)
    assert.equal((await change(one.send, 'NAMED@example.org')).status, 409)
    const token = await takeToken(one, 'later@example.org')
    await app.db
      .update(users)
      .set({ username: 'Later@example.org', usernameKey: 'later@example.org' })
      .where(eq(users.id, two.id))
    assert.equal((await confirm(token)).status, 409)
  })

  test('is the name too of somebody whose name was the old one', async () => {
    const person = await addPerson({ email: 'invited@example.org', isName: true })
    await confirm(await takeToken(person, 'Moved@Example.org'))
    const { username, email } = await read(person.send)
    assert.deepEqual([username, email], ['Moved@Example.org', 'Moved@Example.org'])
    const form = (name: string) => ({ form: { username: name, password } })
    assert.equal((await app.send('/api/auth/login', form('moved@example.org'))).status, 200)
    assert.equal((await app.send('/api/auth/login', form('invited@example.org'))).status, 401)
  })

  test('may have a name in punycode, and not in Arabic letters', async () => {
    const person = await addPerson()
    const refused = await change(person.send, 'ana@مثال.إختبار')
    assert.equal(refused.status, 422)
    assert.equal(refused.problem().errors?.[0]?.field, 'email')
    const token = await takeToken(person, 'ana@xn--mgbh0fb.xn--kgbechtv')
    assert.equal((await confirm(token)).read(ConfirmedEmail).email, 'ana@xn--mgbh0fb.xn--kgbechtv')
  })

  test('does not count for somebody who was disabled or deleted meanwhile', async () => {
    const [one, two] = [await addPerson(), await addPerson()]
    const tokens = [await takeToken(one, 'one@example.org'), await takeToken(two, 'two@example.org')]
    await app.db.update(users).set({ disabledAt: app.clock.now() }).where(eq(users.id, one.id))
    await app.db.delete(users).where(eq(users.id, two.id))
    for (const token of tokens) assert.equal((await confirm(token)).status, 410)
  })

  test('is forgotten with another password, and ends the links to one', async () => {
    const person = await addPerson({ email: 'careful@example.org' })
    const token = await takeToken(person, 'thief@example.org')
    const json = { current: password, password: 'another long phrase' }
    assert.equal((await person.send('/api/auth/password', { method: 'PUT', json })).status, 200)
    assert.equal((await confirm(token)).status, 410)
    const [notice] = await mailsTo('careful@example.org')
    assert.equal(
      notice?.variables.change,
      catalogues.translator('en')('mail:accountChanges.password_changed'),
    )

    await app.send('/api/auth/forgot', { json: { username: 'careful@example.org' } })
    const reset = (await mailsTo('careful@example.org')).find(({ kind }) => kind === 'password_reset')
    await change(person.send, 'moved-away@example.org', { password: 'another long phrase' })
    assert.equal((await confirm(await readToken('moved-away@example.org', person.id))).status, 200)
    const late = { token: reset?.actionUrl?.slice(-43) ?? '', password: 'a stolen long phrase' }
    assert.equal((await app.send('/api/auth/reset', { json: late })).status, 410)
  })

  test('stores only a hash of its token', async () => {
    const person = await addPerson()
    const token = await takeToken(person, 'hashed@example.org')
    const { rows } = await app.pool.query<{ row: string }>(
      'SELECT row_to_json(r)::text AS row FROM user_email_changes r',
    )
    assert.ok(rows.length > 0 && rows.every(({ row }) => !row.includes(token)))
    const [mail] = await mailsTo('hashed@example.org')
    assert.ok(!mail?.cause.includes(token))
  })

  test('has a page that confirms nothing by being looked at', async () => {
    const person = await addPerson()
    const token = await takeToken(person, 'looked@example.org')
    for (const method of ['GET', 'HEAD']) {
      const page = await app.send(`/confirm-email/${token}`, { method })
      assert.equal(page.status, 200)
      assert.equal(page.headers['cache-control'], 'no-store')
      assert.equal(page.headers['referrer-policy'], 'no-referrer')
      assert.equal(page.headers['x-robots-tag'], 'noindex')
    }
    assert.equal((await read(person.send)).pending_email?.email, 'looked@example.org')
  })
})

test('an address is taken away at once, and told so', async () => {
  const person = await addPerson({ email: 'leaving@example.org' })
  await takeToken(person, 'not-coming@example.org')
  const reply = await change(person.send, null)
  const { email, pending_email } = reply.read(Profile)
  assert.deepEqual([email, pending_email], [null, null])
  const [notice] = await mailsTo('leaving@example.org')
  assert.equal(notice?.variables.change, catalogues.translator('en')('mail:accountChanges.address_removed'))
})

test('where no mails are sent an address counts at once, and moves the name that was the old one', async () => {
  const silent = await startTestApp({ databaseUrl: app.databaseUrl, clock: app.clock })
  try {
    const { username } = await addPerson({ email: 'silent@example.org', isName: true })
    const reply = await silent.send('/api/auth/login', { form: { username, password } })
    const { access_token: token } = reply.read(LoginResponse)
    const send = createHttpClient(silent.url, { authorization: `Bearer ${token}` })
    const profile = (await change(send, 'still@example.org')).read(Profile)
    assert.deepEqual(
      [profile.email, profile.username, profile.pending_email, profile.confirms_email],
      ['still@example.org', 'still@example.org', null, false],
    )
  } finally {
    await silent.close()
  }
})
