import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { Registry } from 'prom-client'
import { measureDatabase } from '#platform/database/metrics.ts'
import { createLog } from '#platform/log.ts'
import { connectPostgres } from '#platform/postgres.ts'
import { adminPassword, startTestApp, type TestApp } from './support/build-app.ts'
import { createTestDatabase } from './support/database.ts'
import { type DatabaseProxy, openDatabaseProxy } from './support/database-proxy.ts'
import { draftOf, registrationOf } from './support/factories.ts'
import type { Reply, Send } from './support/http-client.ts'
import { until } from './support/until.ts'

// About an eighth of what the product allows.
const databaseLimits = { connection: 400, lock: 500, statement: 600, request: 1_000 }
// With room for a machine that is busy; a second wait after the first would be noticed.
const longest = 1_900
let database: Awaited<ReturnType<typeof createTestDatabase>>
let proxy: DatabaseProxy
let app: TestApp
let team: Send

before(async () => {
  database = await createTestDatabase()
  proxy = await openDatabaseProxy(database.url)
  app = await startTestApp({ databaseUrl: proxy.url, databaseLimits })
  team = await app.signIn()
})
after(async () => {
  await app.close()
  await proxy.close()
  await database.drop()
})

/** A session of somebody else on the database, which does not go through the proxy. */
async function withSession<T>(use: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  try {
    return await use(client)
  } finally {
    await client.end()
  }
}

/** Runs a test while a table is locked. */
function whileLocked(table: string, run: () => Promise<void>): Promise<void> {
  return withSession(async (client) => {
    await client.query(`BEGIN; LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`)
    await run()
  })
}

/** Expects a refusal with 503 within the time of a request. */
async function assertRefused(answer: Promise<Reply>): Promise<void> {
  const start = performance.now()
  const reply = await answer
  const time = performance.now() - start
  assert.equal(reply.status, 503)
  assert.equal(reply.headers['retry-after'], '5')
  assert.ok(time < longest, `${time} ms`)
}

const registered = (email: string) =>
  withSession(async (client) => {
    const { rowCount } = await client.query('SELECT FROM early_adopters WHERE email = $1', [email])
    return rowCount
  })

describe('while a table is locked', () => {
  test('reads and writes of it are refused in time, and nothing has been changed', async () => {
    const person = registrationOf({ email: 'locked@example.org' })
    await whileLocked('early_adopters', async () => {
      const list = team('/api/early-adopters')
      await Promise.all([
        assertRefused(list),
        assertRefused(app.send('/api/early-adopters', { json: person })),
        assertRefused(
          app.send('/es/register', {
            form: { email: person.email, name: person.name, segment: person.segment, consent: 'true' },
          }),
        ),
      ])
      assert.match((await list).problem().detail, /demasiado en responder/)
    })
    await sleep(300)
    assert.equal(await registered(person.email), 0)
    assert.equal((await app.send('/api/early-adopters', { json: person })).status, 201)
    assert.equal(await registered(person.email), 1)
  })

  test('a transaction that waits for it is refused in time', async () => {
    await whileLocked('content_versions', () => assertRefused(team('/api/content', { json: draftOf() })))
    assert.equal((await team('/api/content', { json: draftOf() })).status, 201)
  })

  test('people sign in and the process is ready although waiting requests hold all connections', async () => {
    await whileLocked('early_adopters', async () => {
      const lists = Array.from({ length: 30 }, () => assertRefused(team('/api/early-adopters')))
      await sleep(50)
      const [login, ready] = await Promise.all([
        app.send('/api/auth/login', { form: { username: 'admin', password: adminPassword } }),
        app.send('/readyz'),
      ])
      assert.equal(login.status, 200)
      assert.equal(ready.status, 200)
      await Promise.all(lists)
    })
  })

  test('the process is ready although those who are signed in wait for the table of sessions', async () => {
    await whileLocked('sessions', async () => {
      const lists = Array.from({ length: 10 }, () => assertRefused(team('/api/early-adopters')))
      await sleep(50)
      assert.equal((await app.send('/readyz')).status, 200)
      await Promise.all(lists)
    })
  })
})

test('the metrics say how far the connections are used', async () => {
  const postgres = connectPostgres(database.url, { log: createLog('silent'), max: 1 })
  const registry = new Registry()
  measureDatabase(registry, postgres)
  const client = await postgres.pool.connect()
  const next = postgres.pool.connect()
  const text = await registry.metrics()
  assert.match(text, /^database_connections\{pool="requests",state="used"\} 1$/m)
  assert.match(text, /^database_connection_waits\{pool="requests"\} 1$/m)
  assert.match(text, /^database_size_bytes \d{7,}$/m)
  client.release()
  ;(await next).release()
  await postgres.close()
})

describe('while the database is frozen', () => {
  beforeEach(async () => {
    assert.equal((await app.send('/es/')).status, 200)
    // It knows by then that it is the only process again.
    await sleep(600)
    proxy.freeze()
  })

  test('requests that need it are refused in time, and it works again at once', async () => {
    await Promise.all([
      assertRefused(app.send('/de/')),
      assertRefused(app.send('/api/early-adopters', { json: registrationOf() })),
      assertRefused(app.send('/api/auth/login', { form: { username: 'admin', password: adminPassword } })),
      ...Array.from({ length: 30 }, () => assertRefused(team('/api/early-adopters'))),
      assertRefused(team('/api/content', { json: draftOf({ version: 2 }) })),
    ])
    await proxy.restore()
    await until(async () => (await team('/api/early-adopters')).status === 200, 'it works again')
    assert.equal((await team('/api/content', { json: draftOf({ version: 2 }) })).status, 201)
  })

  test('a transaction that it interrupts takes no longer, and its connection is not used again', async () => {
    await proxy.restore()
    await whileLocked('content_versions', async () => {
      const saving = assertRefused(team('/api/content', { json: draftOf({ version: 3 }) }))
      await sleep(100)
      proxy.freeze()
      await saving
    })
    await proxy.restore()
    await until(
      async () => (await team('/api/content', { json: draftOf({ version: 3 }) })).status === 201,
      'saved',
    )
  })

  test('cached pages are served, after a moment in which it may still answer', async () => {
    for (const start = performance.now(); performance.now() - start < 1_500; await sleep(20)) {
      const asked = performance.now()
      const { status } = await app.send('/es/')
      assert.equal(status, 200)
      const time = performance.now() - asked
      assert.ok(time < 900, `${time} ms, ${asked - start} ms after the start`)
    }
    assert.equal((await app.send('/readyz')).status, 503)
    await proxy.restore()
    await until(async () => (await app.send('/readyz')).status === 200, 'it is ready again')
  })

  test('the metrics are there, but for the size of the database', async () => {
    const postgres = connectPostgres(proxy.url, { log: createLog('silent') })
    const registry = new Registry()
    measureDatabase(registry, postgres)
    const start = performance.now()
    const frozen = await registry.metrics()
    assert.ok(performance.now() - start < 1_900)
    assert.match(frozen, /^database_connections_max\{pool="reserve"\} 3$/m)
    assert.doesNotMatch(frozen, /^database_size_bytes/m)
    await proxy.restore()
    assert.match(await registry.metrics(), /^database_size_bytes \d{7,}$/m)
    await postgres.close()
  })
})
