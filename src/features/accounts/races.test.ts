import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { eq } from 'drizzle-orm'
import { mails } from '#features/mail/table.ts'
import { User } from '#shared/user.ts'
import { adminPassword as password, startTestApp, type TestApp } from '../../../test/support/build-app.ts'
import { createHttpClient, type Reply, type Send } from '../../../test/support/http-client.ts'
import { totpCode } from '../../../test/support/passkeys/second-factors.ts'
import { Invited, LoginResponse, ManagedUser } from './contract.ts'
import { hashPassword } from './credentials.ts'
import { FactorAdded, RecoveryCodes, TotpStart } from './second-factor/contract.ts'
import { createUserStore } from './store.ts'

const env = { SMTP_URL: 'smtp://127.0.0.1:9' }
let app: TestApp
let admin: Send

before(async () => {
  app = await startTestApp({ env })
})
after(() => app.close())
beforeEach(async () => {
  await app.pool.query("DELETE FROM users WHERE username <> 'admin'")
  await app.pool.query('TRUNCATE login_attempts, mails CASCADE')
  admin = await app.signIn()
})

const withToken = (token: string) => createHttpClient(app.url, { authorization: `Bearer ${token}` })
const login = (username: string, secret = password) =>
  app.send('/api/auth/login', { form: { username, password: secret } })
const statusesOf = (replies: Reply[]) => replies.map(({ status }) => status)
const fails = (statuses: number[]) => statuses.filter((status) => status >= 500)

async function hire() {
  const send = await app.signInAs('editor')
  const { id, username } = (await send('/api/auth/me')).read(User)
  return { send, id, username }
}

/** How many of the sessions that some sign-ins have opened are live. */
async function countLive(replies: Reply[]): Promise<number> {
  let live = 0
  for (const reply of replies.filter(({ status }) => status === 200)) {
    const { status } = await withToken(reply.read(LoginResponse).access_token)('/api/auth/me')
    if (status === 200) live++
  }
  return live
}

/** Starts to sign in several times while something else is being done. */
async function signInDuring(username: string, work: () => Promise<Reply>) {
  const logins: Promise<Reply>[] = []
  const begun = work()
  for (let attempt = 0; attempt < 4; attempt++) {
    logins.push(login(username))
    await new Promise((resolve) => setTimeout(resolve, 15))
  }
  const done = await begun
  return { done, logins: await Promise.all(logins) }
}

async function addTotp(send: Send) {
  const { secret } = (await send('/api/auth/second-factor/totp', { method: 'POST' })).read(TotpStart)
  const confirm = () => {
    const json = { code: totpCode(secret, app.clock.now()) }
    return send('/api/auth/second-factor/totp', { method: 'PUT', json })
  }
  return { secret, confirm }
}

test('a sign-in that began before the first factor was added does not skip it', async () => {
  for (let round = 0; round < 4; round++) {
    const { send, username } = await hire()
    const { confirm } = await addTotp(send)
    const { done, logins } = await signInDuring(username, confirm)
    assert.equal(done.status, 200, done.text)
    assert.equal(await countLive(logins), 0)
    assert.deepEqual(fails(statusesOf(logins)), [])
    await app.pool.query('TRUNCATE login_attempts')
  }
})

test('a sign-in that began before the password was changed, or the user disabled, opens no session', async () => {
  for (let round = 0; round < 4; round++) {
    const { send, id, username } = await hire()
    const json = { current: password, password: 'another long phrase of theirs' }
    const change = () => send('/api/auth/password', { method: 'PUT', json })
    const disable = () => admin(`/api/users/${id}/disable`, { method: 'POST' })
    const { done, logins } = await signInDuring(username, round % 2 ? disable : change)
    assert.equal(done.status, 200, done.text)
    if (round % 2) await admin(`/api/users/${id}/enable`, { method: 'POST' })
    assert.equal(await countLive(logins), 0)
    assert.deepEqual(fails(statusesOf(logins)), [])
    await app.pool.query('TRUNCATE login_attempts')
  }
})

test('sign-ins and changes of a user at the same moment wait for each other, and none fails', async () => {
  const { send, username } = await hire()
  const { confirm } = await addTotp(send)
  let codes = (await confirm()).read(FactorAdded).recovery_codes ?? []
  for (let round = 0; round < 3; round++) {
    const { challenge } = (await login(username)).problem()
    const json = { challenge, method: 'recovery_code', code: codes[0] }
    const [renewed, step] = await Promise.all([
      send('/api/auth/second-factor/recovery-codes', { method: 'POST' }),
      app.send('/api/auth/login/second-factor', { json }),
    ])
    codes = renewed.read(RecoveryCodes).recovery_codes
    assert.ok([200, 401].includes(step.status), step.text)
  }
  for (let round = 0; round < 4; round++) {
    const one = await hire()
    const { done, logins } = await signInDuring(one.username, () =>
      admin(`/api/users/${one.id}`, { method: 'DELETE' }),
    )
    assert.equal(done.status, 204, done.text)
    assert.deepEqual(fails(statusesOf(logins)), [])
  }
})

test('a password by link and a disabling at the same moment wait for each other', async () => {
  for (let round = 0; round < 4; round++) {
    const { id, username } = await hire()
    const address = `${crypto.randomUUID()}@example.org`
    await app.pool.query('UPDATE users SET email = $1, email_key = $1 WHERE id = $2', [address, id])
    assert.equal((await app.send('/api/auth/forgot', { json: { username } })).status, 202)
    const [mail] = await app.db.select().from(mails).where(eq(mails.toEmail, address))
    const token = mail?.actionUrl?.split('/').at(-1)
    const [reset, disabled] = await Promise.all([
      app.send('/api/auth/reset', { json: { token, password: 'another long phrase of theirs' } }),
      admin(`/api/users/${id}/disable`, { method: 'POST' }),
    ])
    assert.ok([204, 410].includes(reset.status), reset.text)
    assert.equal(disabled.status, 200)
    await app.pool.query('TRUNCATE login_attempts')
  }
})

test('links that were asked for before work no more once an operator has set a password', async () => {
  const draft = { email: 'nuria@example.org', role: 'admin', language: 'es' }
  const { user } = (await admin('/api/users', { json: draft })).read(Invited)
  const [mail] = await app.db.select().from(mails).where(eq(mails.toEmail, draft.email))
  const token = mail?.actionUrl?.split('/').at(-1)
  const set = async () =>
    createUserStore(app.db).setPassword(user.id, await hashPassword(password), app.clock.now())
  await set()
  const taken = { token, name: 'Mallory', password: 'a long phrase of a stranger' }
  assert.equal((await app.send('/api/auth/invitation', { json: { token } })).status, 410)
  assert.equal((await app.send('/api/auth/invitation/accept', { json: taken })).status, 410)

  const nuria = withToken((await login(draft.email)).read(LoginResponse).access_token)
  const json = { name: 'Núria', email: 'stranger@example.org', password }
  assert.equal((await nuria('/api/auth/profile', { method: 'PUT', json })).status, 200)
  const [link] = await app.db.select().from(mails).where(eq(mails.toEmail, 'stranger@example.org'))
  await set()
  const confirming = await app.send('/api/auth/email/confirm', {
    json: { token: link?.actionUrl?.split('/').at(-1) },
  })
  assert.equal(confirming.status, 410)
})

test('languages that a change does not name stay, and a change of them is told', async () => {
  const { id } = await hire()
  await app.pool.query(
    "UPDATE users SET email = 'e@example.org', email_key = 'e@example.org' WHERE id = $1",
    [id],
  )
  const change = async (json: object) =>
    (await admin(`/api/users/${id}`, { method: 'PATCH', json })).read(ManagedUser).languages
  assert.deepEqual(await change({ role: 'editor', languages: ['ar'] }), ['ar'])
  assert.deepEqual(await change({ role: 'editor' }), ['ar'])
  assert.equal(await change({ role: 'editor', languages: null }), null)
  assert.equal((await app.db.select().from(mails)).length, 2)
})

test('answers to a second step and with a passkey are limited, before the database is asked much', async () => {
  for (const path of ['/api/auth/login/second-factor', '/api/auth/login/passkey']) {
    await app.pool.query('TRUNCATE login_attempts')
    const response = { id: 'x', rawId: 'x', type: 'public-key', clientExtensionResults: {} }
    const proof = { clientDataJSON: 'x', authenticatorData: 'x', signature: 'x' }
    const json = path.endsWith('passkey')
      ? { challenge: 'x', response: { ...response, response: proof } }
      : { challenge: 'x', method: 'totp', code: '123456' }
    const statuses: number[] = []
    for (let attempt = 0; attempt < 62; attempt++) statuses.push((await app.send(path, { json })).status)
    assert.deepEqual([statuses[0], statuses.at(-1)], [401, 429], path)
  }
})
