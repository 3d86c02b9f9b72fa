import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { z } from 'zod'
import { createAddressStore } from '#features/accounts/profile/address-store.ts'
import { forgetEndedFactors } from '#features/accounts/second-factor/factor-store.ts'
import { User } from '#shared/user.ts'
import { startTestApp, type TestApp } from '../../../test/support/build-app.ts'
import { createFakeClock, days, hours } from '../../../test/support/clock.ts'
import { createTestDatabase } from '../../../test/support/database.ts'
import { createHttpClient } from '../../../test/support/http-client.ts'
import { LoginResponse, Session } from './contract.ts'
import { forgetEndedJob } from './jobs.ts'
import { createResetStore } from './reset-store.ts'
import { createSessionStore } from './session-store.ts'

const password = 'correct horse battery'
const Sessions = z.array(Session)
let app: TestApp
// As when nobody configured it.
const byDefault = { SESSION_IDLE_HOURS: '' }

before(async () => {
  app = await startTestApp()
})
after(() => app.close())

async function takeToken(): Promise<string> {
  const reply = await app.send('/api/auth/login', { form: { username: 'admin', password } })
  return reply.read(LoginResponse).access_token
}

describe('a session', () => {
  test('is stored as a hash of its token only', async () => {
    const token = await takeToken()
    const { rows } = await app.pool.query<{ row: string }>(
      'SELECT row_to_json(sessions)::text AS row FROM sessions',
    )
    const all = rows.map(({ row }) => row).join('\n')
    assert.ok(!all.includes(token))
    assert.ok(all.includes(createHash('sha256').update(token).digest('base64url')))
  })

  test('is listed for its user, the present one marked', async () => {
    const user = await app.signInAs('viewer')
    const [session] = (await user('/api/auth/sessions')).read(Sessions)
    assert.equal(session?.current, true)
    assert.equal(session?.created_at, app.clock.now().toISOString())
  })

  test('ends at once with signing out, in every process', async () => {
    const other = await startTestApp({ databaseUrl: app.databaseUrl, clock: app.clock })
    try {
      const headers = { authorization: `Bearer ${await takeToken()}` }
      assert.equal((await other.send('/api/auth/me', { headers })).status, 200)
      const out = await app.send('/api/auth/logout', { method: 'POST', headers })
      assert.equal(out.status, 204)
      assert.equal(out.text, '')
      assert.equal((await other.send('/api/auth/me', { headers })).status, 401)
      const again = await app.send('/api/auth/me', { headers })
      assert.equal(again.status, 401)
      assert.equal(again.problem().detail, 'Tu sesión ha terminado. Vuelve a iniciar sesión.')
    } finally {
      await other.close()
    }
  })

  test('can be ended from another device of the same user', async () => {
    const [here, there] = [await app.signIn(), await app.signIn()]
    const target = (await there('/api/auth/sessions')).read(Sessions).find(({ current }) => current)
    assert.equal((await here(`/api/auth/sessions/${target?.id}`, { method: 'DELETE' })).status, 204)
    assert.equal((await there('/api/auth/me')).status, 401)
    assert.equal((await here('/api/auth/me')).status, 200)
    assert.equal((await here(`/api/auth/sessions/${target?.id}`, { method: 'DELETE' })).status, 404)
  })

  test('cannot be seen or ended by another user, not even an admin', async () => {
    const [victim, admin] = [await app.signInAs('viewer'), await app.signIn()]
    const [session] = (await victim('/api/auth/sessions')).read(Sessions)
    const seen = (await admin('/api/auth/sessions')).read(Sessions)
    assert.ok(!seen.some(({ id }) => id === session?.id))
    assert.equal((await admin(`/api/auth/sessions/${session?.id}`, { method: 'DELETE' })).status, 404)
    assert.equal((await victim('/api/auth/me')).status, 200)
  })

  test('stores a shortened user agent', async () => {
    const reply = await app.send('/api/auth/login', {
      form: { username: 'admin', password },
      headers: { 'user-agent': 'x'.repeat(5_000) },
    })
    const send = createHttpClient(app.url, {
      authorization: `Bearer ${reply.read(LoginResponse).access_token}`,
    })
    const session = (await send('/api/auth/sessions')).read(Sessions).find(({ current }) => current)
    assert.equal(session?.user_agent.length, 300)
  })

  test('ends after twelve hours without a request, which every request puts off', async () => {
    const clock = createFakeClock()
    const aging = await startTestApp({ databaseUrl: app.databaseUrl, clock, env: byDefault })
    try {
      const [idle, used] = [await aging.signIn(), await aging.signIn()]
      clock.advance(12 * hours - 1_000)
      assert.equal((await used('/api/auth/me')).status, 200)
      const [session] = (await used('/api/auth/sessions')).read(Sessions).filter(({ current }) => current)
      assert.equal(session?.last_seen_at, clock.now().toISOString())
      assert.equal(session?.expires_at, new Date(clock.now().getTime() + 12 * hours).toISOString())
      clock.advance(1_000)
      assert.equal((await idle('/api/auth/me')).status, 401)
      assert.equal((await used('/api/auth/me')).status, 200)
      // What has ended is not listed.
      const ids = (await used('/api/auth/sessions')).read(Sessions).map(({ id }) => id)
      assert.deepEqual(ids, [session?.id])
    } finally {
      await aging.close()
    }
  })

  test('is not extended by the automatic requests of an open window', async () => {
    const clock = createFakeClock()
    const aging = await startTestApp({ databaseUrl: app.databaseUrl, clock, env: byDefault })
    try {
      const send = await aging.signIn()
      const json = { editor: crypto.randomUUID(), language: 'es' }
      const campaign = `/api/campaigns/${crypto.randomUUID()}`
      const beat = async () => {
        const { status } = await send('/api/content/home-hero/presence', { method: 'PUT', json })
        for (const path of [
          '/api/mail/transport',
          '/api/mail/unfinished',
          `${campaign}/progress`,
          `${campaign}/links`,
        ])
          await send(path)
        await send('/api/comments?key=home-hero&language=es')
        return status
      }
      for (let passed = hours; passed < 12 * hours; passed += hours) {
        clock.advance(hours)
        assert.equal(await beat(), 200)
      }
      clock.advance(hours)
      assert.equal(await beat(), 401)
    } finally {
      await aging.close()
    }
  })

  test('ends after seven days, however much it is used', async () => {
    const clock = createFakeClock()
    const aging = await startTestApp({ databaseUrl: app.databaseUrl, clock, env: byDefault })
    try {
      const send = await aging.signIn()
      for (let passed = 8 * hours; passed < 7 * days; passed += 8 * hours) {
        clock.advance(8 * hours)
        assert.equal((await send('/api/auth/me')).status, 200)
      }
      const [session] = (await send('/api/auth/sessions')).read(Sessions).filter(({ current }) => current)
      assert.equal(session?.expires_at, new Date(clock.now().getTime() + 8 * hours).toISOString())
      clock.advance(8 * hours - 1_000)
      assert.equal((await send('/api/auth/me')).status, 200)
      clock.advance(1_000)
      assert.equal((await send('/api/auth/me')).status, 401)
    } finally {
      await aging.close()
    }
  })

  test('lasts as long as configured, and the sign-in says how long', async () => {
    const clock = createFakeClock()
    const env = { SESSION_IDLE_HOURS: '48', SESSION_MAX_DAYS: '1' }
    const aging = await startTestApp({ databaseUrl: app.databaseUrl, clock, env })
    try {
      const reply = await aging.send('/api/auth/login', { form: { username: 'admin', password } })
      const { access_token, expires_in } = reply.read(LoginResponse)
      assert.equal(expires_in, 24 * 3600)
      const headers = { authorization: `Bearer ${access_token}` }
      clock.advance(24 * hours - 1_000)
      assert.equal((await aging.send('/api/auth/me', { headers })).status, 200)
      clock.advance(1_000)
      assert.equal((await aging.send('/api/auth/me', { headers })).status, 401)
    } finally {
      await aging.close()
    }
  })

  test('that began under a longer limit ends by the present one', async () => {
    const clock = createFakeClock()
    const { databaseUrl } = app
    const before = await startTestApp({ databaseUrl, clock, env: { SESSION_MAX_DAYS: '30' } })
    const headers = { authorization: '' }
    try {
      const reply = await before.send('/api/auth/login', { form: { username: 'admin', password } })
      headers.authorization = `Bearer ${reply.read(LoginResponse).access_token}`
    } finally {
      await before.close()
    }
    const now = await startTestApp({ databaseUrl, clock, env: { SESSION_MAX_DAYS: '1' } })
    try {
      const sessions = (await now.send('/api/auth/sessions', { headers })).read(Sessions)
      const [session] = sessions.filter(({ current }) => current)
      assert.equal(session?.expires_at, new Date(clock.now().getTime() + days).toISOString())
      clock.advance(days - 1_000)
      assert.equal((await now.send('/api/auth/me', { headers })).status, 200)
      clock.advance(1_000)
      assert.equal((await now.send('/api/auth/me', { headers })).status, 401)
    } finally {
      await now.close()
    }
  })

  test('is deleted a month after its end, and so are old tries to sign in', async () => {
    const clock = createFakeClock()
    const database = await createTestDatabase()
    const aging = await startTestApp({ databaseUrl: database.url, clock })
    const job = forgetEndedJob({
      sessions: createSessionStore(aging.db),
      resets: createResetStore(aging.db),
      addresses: createAddressStore(aging.db),
      forgetFactors: (now) => forgetEndedFactors(aging.db, now),
      clock,
    })
    const count = async (table: string) => {
      const { rows } = await aging.pool.query<{ count: number }>(
        `SELECT count(*)::int AS count FROM ${table}`,
      )
      return rows[0]?.count
    }
    try {
      await aging.signIn()
      clock.advance(36 * days)
      await aging.signIn()
      await aging.send('/api/auth/login', { form: { username: 'admin', password: 'wrong' } })
      await job.work({})
      assert.equal(await count('sessions'), 2)
      clock.advance(2 * days)
      await job.work({})
      assert.equal(await count('sessions'), 1)
      assert.equal(await count('login_attempts'), 0)
    } finally {
      await aging.close()
      await database.drop()
    }
  })
})

describe('the first user', () => {
  test('is made once when several processes start at once on an empty database', async () => {
    const database = await createTestDatabase()
    const env = { ADMIN_PASSWORD: '', ADMIN_USERNAME: 'Dirección' }
    const apps = await Promise.all([1, 2, 3].map(() => startTestApp({ databaseUrl: database.url, env })))
    try {
      const made = apps.map(({ firstUser }) => firstUser).filter((user) => user !== undefined)
      assert.equal(made.length, 1)
      const { rows } = (await apps[0]?.pool.query('SELECT FROM users')) ?? { rows: [] }
      assert.equal(rows.length, 1)
      const invented = made[0]?.password ?? ''
      assert.ok(invented.length >= 20)
      const send = await apps[2]?.signIn({ username: 'dirección', password: invented })
      assert.equal((await send?.('/api/auth/me'))?.read(User).username, 'Dirección')
    } finally {
      for (const one of apps) await one.close()
      await database.drop()
    }
  })

  test('has the configured password, which is not given out', async () => {
    assert.deepEqual(app.firstUser, { username: 'admin', password: undefined })
  })

  test('is neither created again nor given another password at later starts', async () => {
    const later = await startTestApp({
      databaseUrl: app.databaseUrl,
      env: { ADMIN_PASSWORD: 'another password' },
    })
    try {
      assert.equal(later.firstUser, undefined)
      const form = { username: 'admin', password: 'another password' }
      assert.equal((await later.send('/api/auth/login', { form })).status, 401)
    } finally {
      await later.close()
    }
  })
})
