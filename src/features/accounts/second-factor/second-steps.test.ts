import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { LoginResponse } from '#features/accounts/contract.ts'
import { User } from '#shared/user.ts'
import { adminPassword, startTestApp, type TestApp } from '../../../../test/support/build-app.ts'
import { createTestDatabase } from '../../../../test/support/database.ts'
import { createHttpClient, type Send } from '../../../../test/support/http-client.ts'
import {
  addTotp,
  askForSecondStep,
  takeSecondStep,
  totpCode,
} from '../../../../test/support/passkeys/second-factors.ts'
import { SecondFactor } from './contract.ts'

const seconds = 1000
const minutes = 60 * seconds
const twenty = Array.from({ length: 20 }, (_, index) => index)
let app: TestApp
/** A second server process on the same database. */
let other: TestApp

before(async () => {
  app = await startTestApp({ env: { TRUST_PROXY: 'loopback' } })
  other = await startTestApp({ databaseUrl: app.databaseUrl, clock: app.clock })
})
beforeEach(() => app.pool.query('DELETE FROM login_attempts'))
after(async () => {
  await other.close()
  await app.close()
})

interface Member {
  send: Send
  user: User
  secret: string
  codes: string[]
  /** What the app shows, some seconds from now. */
  code(offset?: number): string
}

/** Somebody with an authenticator app, whose first code was used a while ago. */
async function addMember(at = app): Promise<Member> {
  const send = await at.signInAs('viewer')
  const user = (await send('/api/auth/me')).read(User)
  const { secret, codes } = await addTotp(at, send)
  at.clock.advance(2 * minutes)
  const code = (offset = 0) => totpCode(secret, new Date(at.clock.now().getTime() + offset * seconds))
  return { send, user, secret, codes, code }
}

const me = (token: string) => createHttpClient(app.url, { authorization: `Bearer ${token}` })('/api/auth/me')

async function stepIn({ user }: Member, step: Record<string, unknown>, at = app) {
  const { challenge } = await askForSecondStep(at, user.username)
  return takeSecondStep(at, { challenge, ...step })
}

describe('signing in with a code of an app', () => {
  test('takes two steps: the password alone gives no token', async () => {
    const member = await addMember()
    const form = { username: member.user.username, password: adminPassword }
    const first = await app.send('/api/auth/login', { form })
    assert.equal(first.status, 401)
    assert.doesNotMatch(first.text, /access_token/)
    const { challenge, methods, passkey } = await askForSecondStep(app, member.user.username)
    assert.deepEqual(methods, ['totp', 'recovery_code'])
    assert.equal(passkey, undefined)
    const second = await takeSecondStep(app, { challenge, method: 'totp', code: member.code() })
    assert.equal(second.status, 200)
    assert.equal(second.headers['cache-control'], 'no-store')
    assert.equal((await me(second.read(LoginResponse).access_token)).read(User).id, member.user.id)
  })

  test('does not ask those who have none', async () => {
    assert.equal(
      (await app.send('/api/auth/login', { form: { username: 'admin', password: adminPassword } })).status,
      200,
    )
  })

  test('does not tell those who guess the password that there is a second factor', async () => {
    const { user } = await addMember()
    const guess = (username: string) => app.send('/api/auth/login', { form: { username, password: 'wrong' } })
    assert.equal((await guess(user.username)).text, (await guess('nobody')).text)
  })

  test('accepts a clock that is half a minute off, and none further', async () => {
    for (const offset of [-30, 30]) {
      const member = await addMember()
      assert.equal((await stepIn(member, { method: 'totp', code: member.code(offset) })).status, 200)
    }
    const member = await addMember()
    for (const offset of [-90, -60, 60, 90]) {
      const refused = await stepIn(member, { method: 'totp', code: member.code(offset) })
      assert.equal(refused.status, 401, `${offset} s`)
    }
  })

  test('never accepts a code twice, nor an earlier one after a later one', async () => {
    const member = await addMember()
    const step = { method: 'totp', code: member.code() }
    assert.equal((await stepIn(member, step)).status, 200)
    assert.equal((await stepIn(member, step)).status, 401)
    assert.equal((await stepIn(member, { method: 'totp', code: member.code(-30) })).status, 401)
    assert.equal((await stepIn(member, { method: 'totp', code: member.code(30) })).status, 200)
    // Nor the one that the app was added with.
    const send = await app.signInAs('viewer')
    const user = (await send('/api/auth/me')).read(User)
    const { secret } = await addTotp(app, send)
    const again = { method: 'totp', code: totpCode(secret, app.clock.now()) }
    const { challenge } = await askForSecondStep(app, user.username)
    assert.equal((await takeSecondStep(app, { challenge, ...again })).status, 401)
  })

  test('lets one of two simultaneous sign-ins use a code, in whatever process', async () => {
    const member = await addMember()
    const steps = await Promise.all(
      [app, other, app, other].map(async (at) => ({
        at,
        step: { ...(await askForSecondStep(at, member.user.username)), method: 'totp', code: member.code() },
      })),
    )
    const replies = await Promise.all(
      steps.map(({ at, step: { challenge, method, code } }) =>
        takeSecondStep(at, { challenge, method, code }),
      ),
    )
    assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 401, 401, 401])
  })
})

describe('a recovery code', () => {
  test('signs in once, however it is typed, and the answer tells how many are left', async () => {
    const member = await addMember()
    assert.equal(member.codes.length, 10)
    const code = member.codes[0]?.toLowerCase().replaceAll('-', ' ')
    const reply = await stepIn(member, { method: 'recovery_code', code })
    assert.equal(reply.status, 200)
    assert.equal((await stepIn(member, { method: 'recovery_code', code })).status, 401)
    const state = (await member.send('/api/auth/second-factor')).read(SecondFactor)
    assert.equal(state.recovery_codes?.left, 9)
  })

  test('signs in one of two at once', async () => {
    const member = await addMember()
    const challenges = await Promise.all(
      [app, other, app].map(async (at) => ({ at, ...(await askForSecondStep(at, member.user.username)) })),
    )
    const replies = await Promise.all(
      challenges.map(({ at, challenge }) =>
        takeSecondStep(at, { challenge, method: 'recovery_code', code: member.codes[3] }),
      ),
    )
    assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 401, 401])
  })

  test('is that of its owner', async () => {
    const [one, two] = [await addMember(), await addMember()]
    assert.equal((await stepIn(two, { method: 'recovery_code', code: one.codes[0] })).status, 401)
    assert.equal((await stepIn(one, { method: 'recovery_code', code: one.codes[0] })).status, 200)
  })

  test('is offered while one is left', async () => {
    const member = await addMember()
    for (const code of member.codes)
      assert.equal((await stepIn(member, { method: 'recovery_code', code })).status, 200)
    assert.deepEqual((await askForSecondStep(app, member.user.username)).methods, ['totp'])
  })

  test('is stored as a hash', async () => {
    const { codes, secret } = await addMember()
    const rows = await app.pool.query(
      'SELECT row_to_json(recovery_codes)::text AS row FROM recovery_codes UNION ALL SELECT row_to_json(totp_keys)::text FROM totp_keys UNION ALL SELECT row_to_json(factor_challenges)::text FROM factor_challenges',
    )
    const all = rows.rows.map(({ row }) => row).join('\n')
    const { challenge } = await askForSecondStep(app, 'nobody').catch(() => ({ challenge: 'none' }))
    for (const text of [...codes, ...codes.map((code) => code.replaceAll('-', '')), secret, challenge])
      assert.ok(!all.includes(text))
  })
})

describe('a challenge', () => {
  test('stays after a wrong code, and works once', async () => {
    const member = await addMember()
    const { challenge } = await askForSecondStep(app, member.user.username)
    assert.equal((await takeSecondStep(app, { challenge, method: 'totp', code: '000000' })).status, 401)
    assert.equal((await takeSecondStep(app, { challenge, method: 'totp', code: member.code() })).status, 200)
    const again = await takeSecondStep(app, { challenge, method: 'totp', code: member.code(30) })
    assert.equal(again.status, 401)
    assert.match(again.problem().detail, /Empieza de nuevo/)
    // Two at once with codes that are both right.
    const second = await askForSecondStep(app, member.user.username)
    const replies = await Promise.all(
      member.codes
        .slice(0, 3)
        .map((code) => takeSecondStep(app, { challenge: second.challenge, method: 'recovery_code', code })),
    )
    assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 401, 401])
    const state = (await member.send('/api/auth/second-factor')).read(SecondFactor)
    assert.equal(state.recovery_codes?.left, 9)
  })

  test('expires after ten minutes', async () => {
    const member = await addMember()
    const { challenge } = await askForSecondStep(app, member.user.username)
    app.clock.advance(10 * minutes)
    const late = await takeSecondStep(app, { challenge, method: 'totp', code: member.code() })
    assert.equal(late.status, 401)
    assert.match(late.problem().detail, /Empieza de nuevo/)
    assert.equal((await stepIn(member, { method: 'totp', code: member.code() })).status, 200)
  })

  test('is that of its user', async () => {
    const [one, two] = [await addMember(), await addMember()]
    const { challenge } = await askForSecondStep(app, one.user.username)
    assert.equal((await takeSecondStep(app, { challenge, method: 'totp', code: two.code() })).status, 401)
    assert.equal((await takeSecondStep(app, { challenge, method: 'totp', code: one.code() })).status, 200)
  })

  test('ends when its user is disabled, or has another password', async () => {
    const member = await addMember()
    const first = await askForSecondStep(app, member.user.username)
    await app.pool.query('UPDATE users SET disabled_at = now() WHERE id = $1', [member.user.id])
    const step = { method: 'totp', code: member.code() }
    assert.equal((await takeSecondStep(app, { challenge: first.challenge, ...step })).status, 401)
    await app.pool.query('UPDATE users SET disabled_at = NULL WHERE id = $1', [member.user.id])
    const second = await askForSecondStep(app, member.user.username)
    const json = { current: adminPassword, password: 'another long phrase' }
    assert.equal((await member.send('/api/auth/password', { method: 'PUT', json })).status, 200)
    const refused = await takeSecondStep(app, { challenge: second.challenge, ...step })
    assert.equal(refused.status, 401)
    assert.match(refused.problem().detail, /Empieza de nuevo/)
  })

  test('of nobody is refused, and whatever else is sent never fails', async () => {
    const step = { method: 'totp', code: '123456' }
    assert.equal((await takeSecondStep(app, { challenge: 'nothing', ...step })).status, 401)
    const strange: unknown[] = [null, 1, true, [], {}, '\0', 'x'.repeat(10_000), '\ud800', '']
    for (const value of strange) {
      const bodies = [
        { challenge: value, ...step },
        { challenge: 'x', method: value, code: '123456' },
        { challenge: 'x', method: 'totp', code: value },
        { challenge: 'x', method: 'recovery_code', code: value },
        { challenge: 'x', method: 'passkey', response: value },
        {
          challenge: 'x',
          method: 'passkey',
          response: { id: value, rawId: value, type: 'public-key', response: value },
        },
      ]
      for (const json of bodies) {
        const { status } = await takeSecondStep(app, json)
        assert.ok(status === 422 || status === 401, `${JSON.stringify(json).slice(0, 80)}: ${status}`)
      }
    }
    assert.equal((await takeSecondStep(app, { challenge: 'x'.repeat(200_000), ...step })).status, 413)
  })
})

describe('guessing codes', () => {
  test('ends after ten wrong ones of a user, from all networks and for all their challenges', async () => {
    const member = await addMember()
    for (let guess = 0; guess < 10; guess++) {
      // A sign-in from another network each time, so that the limits of the password are not reached.
      const headers = { 'x-forwarded-for': `198.51.${guess}.7` }
      const form = { username: member.user.username, password: adminPassword }
      const { challenge } = (await app.send('/api/auth/login', { form, headers })).problem()
      const method = guess % 2 ? 'totp' : 'recovery_code'
      const json = { challenge, method, code: '000000' }
      assert.equal((await app.send('/api/auth/login/second-factor', { json, headers })).status, 401)
    }
    for (const step of [
      { method: 'totp', code: member.code() },
      { method: 'recovery_code', code: member.codes[0] },
    ]) {
      const refused = await stepIn(member, step, other)
      assert.equal(refused.status, 429)
      const wait = Number(refused.headers['retry-after'])
      assert.ok(wait > 800 && wait <= 900, `${wait} seconds`)
    }
    // Nobody else is kept out.
    const neighbour = await addMember()
    assert.equal((await stepIn(neighbour, { method: 'totp', code: neighbour.code() })).status, 200)
    await app.pool.query('UPDATE login_attempts SET expire = $1', [Date.now() - 1])
    assert.equal((await stepIn(member, { method: 'totp', code: member.code() })).status, 200)
  })

  test('gets ten attempts by simultaneous requests, and right codes do not count', async () => {
    const member = await addMember()
    for (const code of member.codes.slice(0, 8))
      assert.equal((await stepIn(member, { method: 'recovery_code', code })).status, 200)
    const { challenge } = await askForSecondStep(app, member.user.username)
    const replies = await Promise.all(
      twenty.map(() => takeSecondStep(app, { challenge, method: 'totp', code: '000000' })),
    )
    const statuses = replies.map(({ status }) => status)
    assert.equal(statuses.filter((status) => status === 401).length, 10)
    assert.equal(statuses.filter((status) => status === 429).length, 10)
  })

  test('needs the password: strangers lock nobody out', async () => {
    const member = await addMember()
    for (let guess = 0; guess < 12; guess++)
      await takeSecondStep(app, { challenge: 'unknown', method: 'totp', code: '000000' })
    assert.equal((await stepIn(member, { method: 'totp', code: member.code() })).status, 200)
  })
})

test('a server with another secret cannot check codes and says so; recovery codes still sign in', async () => {
  const { url: databaseUrl, drop } = await createTestDatabase()
  const earlier = await startTestApp({ databaseUrl })
  const { clock } = earlier
  const member = await addMember(earlier)
  await earlier.close()
  const env = { SECRET_KEY: 'another secret that only the tests know of' }
  const changed = await startTestApp({ databaseUrl, clock, env })
  try {
    const refused = await stepIn(member, { method: 'totp', code: member.code() }, changed)
    assert.equal(refused.status, 409)
    assert.match(refused.problem().detail, /clave secreta/)
    const code = member.codes[0]
    const { access_token: token } = (await stepIn(member, { method: 'recovery_code', code }, changed)).read(
      LoginResponse,
    )
    const send = createHttpClient(changed.url, { authorization: `Bearer ${token}` })
    const state = (await send('/api/auth/second-factor')).read(SecondFactor)
    assert.equal(state.totp?.is_readable, false)
    assert.equal((await send('/api/auth/second-factor/totp', { method: 'DELETE' })).status, 204)
    assert.equal((await addTotp(changed, send)).codes.length, 10)
  } finally {
    await changed.close()
    await drop()
  }
})
