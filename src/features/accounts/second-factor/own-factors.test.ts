import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { LoginResponse } from '#features/accounts/contract.ts'
import { User } from '#shared/user.ts'
import { adminPassword, startTestApp, type TestApp } from '../../../../test/support/build-app.ts'
import { days } from '../../../../test/support/clock.ts'
import type { Send } from '../../../../test/support/http-client.ts'
import { createAuthenticator } from '../../../../test/support/passkeys/authenticator.ts'
import {
  addPasskey,
  addTotp,
  askForSecondStep,
  takeSecondStep,
  totpCode,
} from '../../../../test/support/passkeys/second-factors.ts'
import { FactorAdded, RecoveryCodes, SecondFactor, TotpStart } from './contract.ts'
import { forgetEndedFactors, listWithSecondFactor } from './factor-store.ts'

const minutes = 60_000
const own = '/api/auth/second-factor'
let app: TestApp

before(async () => {
  app = await startTestApp()
})
after(() => app.close())

const nameOf = async (send: Send) => (await send('/api/auth/me')).read(User)
const stateOf = async (send: Send) => (await send(own)).read(SecondFactor)
const none = { totp: null, passkeys: [], recovery_codes: null }

describe('an authenticator app', () => {
  test('counts once a first code was given', async () => {
    const send = await app.signInAs('viewer')
    const user = await nameOf(send)
    assert.equal((await send(`${own}/totp`, { method: 'PUT', json: { code: '123456' } })).status, 409)
    const { secret, uri } = (await send(`${own}/totp`, { method: 'POST' })).read(TotpStart)
    assert.equal(new URL(uri).searchParams.get('issuer'), 'Firmeza')
    assert.deepEqual(await stateOf(send), none)
    const form = { username: user.username, password: adminPassword }
    assert.equal((await app.send('/api/auth/login', { form })).status, 200)
    const wrong = await send(`${own}/totp`, { method: 'PUT', json: { code: '000000' } })
    assert.equal(wrong.status, 422)
    assert.equal(wrong.problem().errors?.[0]?.field, 'code')
    const json = { code: totpCode(secret, app.clock.now()) }
    const added = (await send(`${own}/totp`, { method: 'PUT', json })).read(FactorAdded)
    assert.equal(added.recovery_codes?.length, 10)
    const { totp, recovery_codes } = await stateOf(send)
    assert.deepEqual(totp, { added_at: app.clock.now().toISOString(), is_readable: true })
    assert.equal(recovery_codes?.left, 10)
    assert.equal((await app.send('/api/auth/login', { form })).status, 401)
    assert.equal((await send(`${own}/totp`, { method: 'POST' })).status, 409)
    assert.equal((await send(`${own}/totp`, { method: 'PUT', json })).status, 409)
  })

  test('that was started again has the newest key', async () => {
    const send = await app.signInAs('viewer')
    const first = (await send(`${own}/totp`, { method: 'POST' })).read(TotpStart)
    const second = (await send(`${own}/totp`, { method: 'POST' })).read(TotpStart)
    const confirm = (secret: string) =>
      send(`${own}/totp`, { method: 'PUT', json: { code: totpCode(secret, app.clock.now()) } })
    assert.equal((await confirm(first.secret)).status, 422)
    assert.equal((await confirm(second.secret)).status, 200)
  })

  test('is confirmed by one of two at once', async () => {
    const send = await app.signInAs('viewer')
    const { secret } = (await send(`${own}/totp`, { method: 'POST' })).read(TotpStart)
    const json = { code: totpCode(secret, app.clock.now()) }
    const replies = await Promise.all([1, 2, 3].map(() => send(`${own}/totp`, { method: 'PUT', json })))
    assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 409, 409])
  })

  test('refuses whatever else is sent', async () => {
    const send = await app.signInAs('viewer')
    await send(`${own}/totp`, { method: 'POST' })
    for (const code of [null, 1, true, [], {}, '', ' ', '\0', 'x'.repeat(10_000), '\ud800', '12345', '１'])
      assert.equal((await send(`${own}/totp`, { method: 'PUT', json: { code } })).status, 422)
  })
})

describe('a change of one’s own second factor', () => {
  test('needs a recent password', async () => {
    const send = await app.signInAs('viewer')
    app.clock.advance(16 * minutes)
    const id = '00000000-0000-4000-8000-000000000000'
    for (const [method, path] of [
      ['POST', 'totp'],
      ['PUT', 'totp'],
      ['DELETE', 'totp'],
      ['POST', 'passkeys/options'],
      ['POST', 'passkeys'],
      ['PATCH', `passkeys/${id}`],
      ['DELETE', `passkeys/${id}`],
      ['POST', 'recovery-codes'],
    ] as const) {
      const reply = await send(`${own}/${path}`, { method })
      assert.equal(reply.status, 403, `${method} ${path}`)
      assert.equal(reply.problem().code, 'password_confirmation_required')
    }
    assert.equal((await send(own)).status, 200)
  })

  test('ends all other sessions with the first factor, and none with further ones', async () => {
    const here = await app.signInAs('viewer')
    const { username } = await nameOf(here)
    const there = await app.signIn({ username, password: adminPassword })
    const { codes } = await addTotp(app, here)
    assert.equal((await there('/api/auth/me')).status, 401)
    assert.equal((await here('/api/auth/me')).status, 200)
    const { challenge } = await askForSecondStep(app, username)
    const step = { challenge, method: 'recovery_code', code: codes[0] }
    assert.equal((await takeSecondStep(app, step)).status, 200)
    await addPasskey(here, createAuthenticator())
    const sessions = JSON.parse((await here('/api/auth/sessions')).text)
    assert.equal(sessions.length, 2)
  })

  test('deletes the recovery codes with the last factor', async () => {
    const send = await app.signInAs('viewer')
    await addTotp(app, send)
    const { second_factor } = await addPasskey(send, createAuthenticator())
    assert.equal((await send(`${own}/totp`, { method: 'DELETE' })).status, 204)
    assert.equal((await stateOf(send)).recovery_codes?.left, 10)
    assert.equal((await send(`${own}/totp`, { method: 'DELETE' })).status, 404)
    const path = `${own}/passkeys/${second_factor.passkeys[0]?.id}`
    assert.equal((await send(path, { method: 'DELETE' })).status, 204)
    assert.deepEqual(await stateOf(send), none)
    const { username } = await nameOf(send)
    assert.equal(
      (await app.send('/api/auth/login', { form: { username, password: adminPassword } })).status,
      200,
    )
  })

  test('renews the recovery codes: the old ones work no more', async () => {
    const send = await app.signInAs('viewer')
    assert.equal((await send(`${own}/recovery-codes`, { method: 'POST' })).status, 409)
    const { codes } = await addTotp(app, send)
    const renewed = (await send(`${own}/recovery-codes`, { method: 'POST' })).read(RecoveryCodes)
    assert.equal(renewed.recovery_codes.filter((code) => codes.includes(code)).length, 0)
    const { username } = await nameOf(send)
    const { challenge } = await askForSecondStep(app, username)
    const take = (code = '') => takeSecondStep(app, { challenge, method: 'recovery_code', code })
    assert.equal((await take(codes[0])).status, 401)
    assert.equal((await take(renewed.recovery_codes[0])).status, 200)
  })

  test('is recorded', async () => {
    const [send, admin] = [await app.signInAs('viewer'), await app.signIn()]
    await addTotp(app, send)
    assert.match((await admin('/api/audit/actions')).text, /"accounts\.changeSecondFactor"/)
  })
})

describe('a forgotten password', () => {
  test('chosen anew by a link leaves the second factor as it is', async () => {
    const send = await app.signInAs('viewer')
    const user = await nameOf(send)
    const { secret } = await addTotp(app, send)
    app.clock.advance(2 * minutes)
    const { createHash } = await import('node:crypto')
    const token = 'a token of a link that was sent by mail'
    const tokenHash = createHash('sha256').update(token).digest('base64url')
    await app.pool.query(
      'INSERT INTO password_resets (token_hash, user_id, created_at, expires_at) VALUES ($1, $2, $3, $4)',
      [tokenHash, user.id, app.clock.now(), new Date(app.clock.now().getTime() + 60 * minutes)],
    )
    const password = 'another long phrase for them'
    assert.equal((await app.send('/api/auth/reset', { json: { token, password } })).status, 204)
    const reply = await app.send('/api/auth/login', { form: { username: user.username, password } })
    assert.equal(reply.status, 401)
    const { challenge, code } = reply.problem()
    assert.equal(code, 'second_factor_required')
    const step = { challenge, method: 'totp', code: totpCode(secret, app.clock.now()) }
    assert.ok((await takeSecondStep(app, step)).read(LoginResponse).access_token)
  })
})

describe('the second factor of another user', () => {
  test('is taken away by an admin: their sessions end, and the password alone signs in', async () => {
    const [admin, send] = [await app.signIn(), await app.signInAs('editor')]
    const { id, username } = await nameOf(send)
    await addTotp(app, send)
    await addPasskey(send, createAuthenticator())
    assert.deepEqual([...(await listWithSecondFactor(app.db, [id, (await nameOf(admin)).id]))], [id])
    const waiting = await askForSecondStep(app, username)
    const path = `/api/users/${id}/second-factor`
    assert.equal((await (await app.signInAs('editor'))(path, { method: 'DELETE' })).status, 403)
    assert.equal((await admin(path, { method: 'DELETE' })).status, 204)
    assert.equal((await send('/api/auth/me')).status, 401)
    const step = { challenge: waiting.challenge, method: 'totp', code: '123456' }
    assert.equal((await takeSecondStep(app, step)).status, 401)
    const again = await app.signIn({ username, password: adminPassword })
    assert.deepEqual(await stateOf(again), none)
    assert.deepEqual([...(await listWithSecondFactor(app.db, [id]))], [])
    // Done again it changes nothing.
    assert.equal((await admin(path, { method: 'DELETE' })).status, 204)
    assert.equal((await again('/api/auth/me')).status, 200)
    assert.match((await admin('/api/audit/actions')).text, /"accounts\.resetSecondFactor"/)
  })

  test('is not one’s own, and not that of nobody', async () => {
    const admin = await app.signIn()
    const { id } = await nameOf(admin)
    assert.equal((await admin(`/api/users/${id}/second-factor`, { method: 'DELETE' })).status, 409)
    const nobody = '00000000-0000-4000-8000-000000000000'
    assert.equal((await admin(`/api/users/${nobody}/second-factor`, { method: 'DELETE' })).status, 404)
    app.clock.advance(16 * minutes)
    assert.equal((await admin(`/api/users/${nobody}/second-factor`, { method: 'DELETE' })).status, 403)
  })
})

test('what has expired is deleted once a day', async () => {
  const send = await app.signInAs('viewer')
  await addTotp(app, send)
  await askForSecondStep(app, (await nameOf(send)).username)
  await (await app.signInAs('viewer'))(`${own}/totp`, { method: 'POST' })
  const count = async (table: string) => (await app.pool.query(`SELECT FROM ${table}`)).rowCount ?? 0
  const keys = await count('totp_keys')
  assert.ok((await count('factor_challenges')) > 0)
  app.clock.advance(2 * days)
  await forgetEndedFactors(app.db, app.clock.now())
  assert.equal(await count('factor_challenges'), 0)
  assert.ok((await count('totp_keys')) < keys)
  assert.notEqual((await stateOf(send)).totp, null)
})
