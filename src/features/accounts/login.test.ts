import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { loadCatalogues } from '#platform/catalogues.ts'
import { User } from '#shared/user.ts'
import { startTestApp, type TestApp } from '../../../test/support/build-app.ts'
import type { Reply } from '../../../test/support/http-client.ts'
import { LoginResponse } from './contract.ts'

const password = 'correct horse battery'
const t = (await loadCatalogues()).translator('es')
let app: TestApp
/** A second server process on the same database. */
let other: TestApp

before(async () => {
  app = await startTestApp({
    env: { TRUST_PROXY: 'loopback', ADMIN_PASSWORD: password, SESSION_IDLE_HOURS: '' },
  })
  other = await startTestApp({ databaseUrl: app.databaseUrl, env: { TRUST_PROXY: 'loopback' } })
})
beforeEach(() => app.pool.query('DELETE FROM login_attempts'))
after(async () => {
  await other.close()
  await app.close()
})

function login(username: string, guess: string, { at = app, from = '198.51.100.7' } = {}): Promise<Reply> {
  const headers = { 'x-forwarded-for': from, 'user-agent': 'Test/1.0' }
  return at.send('/api/auth/login', { form: { username, password: guess }, headers })
}

async function guessWrong(times: number, username = 'admin', from?: string): Promise<void> {
  for (let number = 0; number < times; number++) {
    assert.equal((await login(username, `wrong ${number}`, from === undefined ? {} : { from })).status, 401)
  }
}

describe('signing in', () => {
  test('answers a bearer token that says who one is', async () => {
    const reply = await login('admin', password)
    assert.equal(reply.status, 200)
    assert.equal(reply.headers['cache-control'], 'no-store')
    const { access_token, token_type, expires_in } = reply.read(LoginResponse)
    assert.equal(token_type, 'bearer')
    assert.equal(expires_in, 12 * 3600)
    assert.match(access_token, /^[\w-]{43}$/)
    const me = await app.send('/api/auth/me', { headers: { authorization: `Bearer ${access_token}` } })
    const user = me.read(User)
    assert.deepEqual([user.username, user.name, user.role], ['admin', 'Admin', 'admin'])
    assert.deepEqual(Object.keys(JSON.parse(me.text)).sort(), [
      'id',
      'language',
      'languages',
      'name',
      'role',
      'theme',
      'time_zone',
      'username',
    ])
  })

  test('finds the user regardless of case and surrounding spaces', async () => {
    for (const username of ['Admin', ' ADMIN ', 'ａｄｍｉｎ'])
      assert.equal((await login(username, password)).status, 200)
    assert.equal((await login('admin', ` ${password}`)).status, 401)
    assert.equal((await login('admin', password.toUpperCase())).status, 401)
  })

  test('gives the same answer for a wrong password and for an unknown user', async () => {
    const [wrong, unknown] = [await login('admin', 'wrong'), await login('nobody', 'wrong')]
    assert.equal(wrong.status, 401)
    assert.equal(wrong.text, unknown.text)
    assert.equal(unknown.status, 401)
    assert.equal(wrong.problem().detail, t('errors:login_failed'))
  })

  test('takes as long for an unknown user as for a known one', async () => {
    const fastest = { admin: Number.POSITIVE_INFINITY, nobody: Number.POSITIVE_INFINITY }
    // In turn, and the fastest of many, so that what else the machine does falls on both.
    for (let turn = 0; turn < 12; turn++) {
      for (const username of ['admin', 'nobody'] as const) {
        const start = performance.now()
        assert.equal((await login(username, 'wrong', { from: `203.0.113.${turn}` })).status, 401)
        fastest[username] = Math.min(fastest[username], performance.now() - start)
      }
    }
    assert.ok(fastest.nobody > fastest.admin / 2, JSON.stringify(fastest))
  })

  test('asks for both fields', async () => {
    const reply = await app.send('/api/auth/login', { form: { username: '  ' } })
    assert.equal(reply.status, 422)
    assert.deepEqual(reply.problem().errors, [
      { field: 'username', message: 'El usuario es obligatorio' },
      { field: 'password', message: 'La contraseña es obligatoria' },
    ])
  })

  test('never answers 500, whatever is sent', async () => {
    const strange = [
      '\0',
      'a\0b',
      '🎉'.repeat(50),
      '\u202eadmin',
      '__proto__',
      "' OR 1=1 --",
      'x'.repeat(200),
      '\ud800',
    ]
    for (const [index, username] of strange.entries()) {
      const reply = await login(username, username, { from: `203.0.113.${index}` })
      assert.ok(reply.status === 401 || reply.status === 422, `${JSON.stringify(username)}: ${reply.status}`)
      assert.ok(reply.problem().detail)
    }
    const twice = await app.send('/api/auth/login', {
      body: 'username=a&username=b&password=c',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    assert.equal(twice.status, 422)
    const long = await app.send('/api/auth/login', {
      form: { username: 'admin', password: 'x'.repeat(20_000) },
    })
    assert.equal(long.status, 413)
  })
})

describe('guessing', () => {
  test('is locked after five wrong attempts, with the time to wait, also for the right password', async () => {
    await guessWrong(5)
    for (const guess of ['wrong', password]) {
      const reply = await login('admin', guess)
      assert.equal(reply.status, 429)
      const wait = Number(reply.headers['retry-after'])
      assert.ok(wait > 800 && wait <= 900, `${wait} seconds`)
      assert.equal(reply.problem().detail, t('errors:login_locked', { count: wait }))
    }
  })

  test('is locked in every process', async () => {
    await guessWrong(5)
    assert.equal((await login('admin', password, { at: other })).status, 429)
  })

  test('is counted without the case of the user', async () => {
    await guessWrong(3, 'admin')
    await guessWrong(2, 'ADMIN')
    assert.equal((await login('Admin', password)).status, 429)
  })

  test('does not lock out the user from another network', async () => {
    await guessWrong(5)
    assert.equal((await login('admin', password, { from: '198.51.100.8' })).status, 200)
    assert.equal((await login('admin', password)).status, 429)
  })

  test('is counted for a whole IPv6 network', async () => {
    for (let number = 0; number < 5; number++) await guessWrong(1, 'admin', `2001:db8:1:2::${number}`)
    assert.equal((await login('admin', password, { from: '2001:db8:1:2:9::9' })).status, 429)
    assert.equal((await login('admin', password, { from: '2001:db8:1:3::9' })).status, 200)
  })

  test('is limited, more loosely, over the networks of one provider', async () => {
    // Ways round the limit of one network: another /64 of the same /48, another address of the same /24.
    const networks = [
      { from: (number: number) => `2001:db8:7:${number}::1`, elsewhere: '2001:db8:8:1::1' },
      { from: (number: number) => `203.0.113.${number}`, elsewhere: '198.51.100.9' },
    ]
    for (const { from, elsewhere } of networks) {
      for (let number = 1; number <= 20; number++) await guessWrong(1, 'admin', from(number))
      assert.equal((await login('admin', password, { from: from(21) })).status, 429)
      // Others who sign in from there can, and so can the admin from elsewhere.
      assert.equal((await login('somebody else', 'wrong', { from: from(21) })).status, 401)
      assert.equal((await login('admin', password, { from: elsewhere })).status, 200)
    }
  })

  test('from one locked network does not use up what its neighbours have', async () => {
    await guessWrong(5)
    for (let number = 0; number < 30; number++) assert.equal((await login('admin', 'wrong')).status, 429)
    assert.equal((await login('admin', password, { from: '198.51.100.8' })).status, 200)
  })

  test('is unlocked after the lock-out', async () => {
    await guessWrong(5)
    assert.equal((await login('admin', password)).status, 429)
    // The limiter reads the clock of the machine: what it wrote is made old instead.
    await app.pool.query('UPDATE login_attempts SET expire = $1', [Date.now() - 1])
    assert.equal((await login('admin', password)).status, 200)
  })

  test('is reset by a success', async () => {
    await guessWrong(4)
    assert.equal((await login('admin', password)).status, 200)
    await guessWrong(4)
    assert.equal((await login('admin', password)).status, 200)
  })

  test('gets no more than five attempts by simultaneous requests', async () => {
    const replies = await Promise.all(
      Array.from({ length: 25 }, (_, number) =>
        login('admin', `wrong ${number}`, { at: number % 2 ? app : other }),
      ),
    )
    const statuses = replies.map(({ status }) => status)
    assert.equal(statuses.filter((status) => status === 401).length, 5)
    assert.equal(statuses.filter((status) => status === 429).length, 20)
  })

  test('of many users from one network is locked after thirty attempts', async () => {
    for (let number = 0; number < 30; number++) {
      assert.equal((await login(`user ${number}`, 'wrong')).status, 401)
    }
    assert.equal((await login('admin', password)).status, 429)
    assert.equal((await login('admin', password, { from: '198.51.100.8' })).status, 200)
  })

  test('leaves neither names nor addresses behind', async () => {
    await guessWrong(2)
    const { rows } = await app.pool.query<{ key: string }>('SELECT key FROM login_attempts')
    assert.equal(rows.length, 4)
    for (const { key } of rows) assert.match(key, /^(provider-)?(user|client):[\w-]{43}$/)
  })
})
