import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { LoginResponse } from '#features/accounts/contract.ts'
import { adminPassword, startTestApp, type TestApp } from '../../../../test/support/build-app.ts'
import { until } from '../../../../test/support/until.ts'

const people = 3_000
let app: TestApp
let headers: Record<string, string>

before(async () => {
  app = await startTestApp()
  const login = { username: 'admin', password: adminPassword }
  const { access_token: token } = (await app.send('/api/auth/login', { form: login })).read(LoginResponse)
  headers = {
    authorization: `Bearer ${token}`,
    'accept-language': 'en',
    'content-type': 'application/json',
  }
  await app.pool.query(
    `INSERT INTO early_adopters (id, email, email_key, name, segment, interests, language, consented_at, consent_text,
       search_text, created_at, last_contact_at)
     SELECT gen_random_uuid(), n || '@x.org', n || '@x.org', 'x', 'academic', '{}', 'es', now(), 'x', 'x', now(), now()
     FROM generate_series(1, $1::int) AS n`,
    [people],
  )
})
after(() => app.close())

interface Export {
  leave(): void
  hasLeft: boolean
  /** Set once the response has begun. */
  response?: Response
}

function startExport(): Export {
  const leaving = new AbortController()
  const started: Export = {
    hasLeft: false,
    leave() {
      started.hasLeft = true
      leaving.abort()
    },
  }
  fetch(`${app.url}/api/early-adopters/export`, {
    ...{ method: 'POST', headers, signal: leaving.signal },
    body: JSON.stringify({ format: 'csv' }),
  }).then(
    (response) => {
      started.response = response
    },
    (error) => assert.ok(started.hasLeft, error),
  )
  return started
}

async function countRecords(outcome: string): Promise<number> {
  const { rows } = await app.pool.query<{ count: string }>(
    'SELECT count(*) FROM sensitive_actions WHERE outcome = $1',
    [outcome],
  )
  return Number(rows[0]?.count)
}

test('two exports run at once, a few wait, and more are refused; a place is freed by leaving', async () => {
  const lock = await app.pool.connect()
  const started: Export[] = []
  const withStatus = (status: number) => started.filter(({ response }) => response?.status === status)
  try {
    // Exports send their first line and then wait for the table.
    await lock.query('BEGIN; LOCK TABLE early_adopters')
    started.push(...Array.from({ length: 50 }, startExport))
    await until(() => withStatus(429).length === 40 && withStatus(200).length === 2, 'forty are refused')
    for (const { response } of withStatus(429)) {
      assert.ok(Number(response?.headers.get('retry-after')) > 0)
      assert.match((await response?.text()) ?? '', /Several exports are already running/)
    }
    const waiting = started.filter(({ response }) => !response)
    assert.equal(waiting.length, 8)

    withStatus(200)[0]?.leave()
    await until(() => withStatus(200).length === 3, 'the next one takes the place')
    waiting.find(({ response }) => !response)?.leave()
    await until(async () => (await countRecords('failed')) === 2, 'both have left')
    started.push(...Array.from({ length: 3 }, startExport))
    await until(() => withStatus(429).length === 41, 'there were two places in the line')
  } finally {
    await lock.query('ROLLBACK')
    lock.release()
  }
  const whole = started.filter((one) => !one.hasLeft && one.response?.status !== 429)
  assert.equal(whole.length, 10)
  await Promise.all(
    whole.map(async (one) => {
      await until(() => one.response !== undefined, 'its turn comes')
      assert.equal((await one.response?.text())?.split('\n').length, people + 2)
    }),
  )
})
