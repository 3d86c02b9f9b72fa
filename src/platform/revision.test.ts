import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { pino } from 'pino'
import { createTestDatabase } from '../../test/support/database.ts'
import { openDatabaseProxy } from '../../test/support/database-proxy.ts'
import { until } from '../../test/support/until.ts'
import { createLog } from './log.ts'
import { connectPostgres, type Postgres } from './postgres.ts'
import { createRevision, type Revision } from './revision.ts'

const log = createLog('silent')
let database: Awaited<ReturnType<typeof createTestDatabase>>
let postgres: Postgres
const open: { close(): Promise<void> }[] = []

before(async () => {
  database = await createTestDatabase()
  postgres = connectPostgres(database.url, { log })
})
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close()
})
after(async () => {
  await postgres.close()
  await database.drop()
})

async function watch(url = database.url) {
  // What its operator would read is how one knows from outside whether it takes the database for away.
  let heard = ''
  const revision = await createRevision({
    url,
    ...{ db: postgres.db, pool: postgres.pool },
    log: pino(
      { base: null },
      {
        write(line) {
          heard = line
        },
      },
    ),
  })
  open.push(revision)
  let changes = 0
  revision.onChange(() => changes++)
  return { revision, changes: () => changes, isAway: () => heard.includes('the database is away') }
}

const nothing = async () => {}

async function readRevision(): Promise<number> {
  const { rows } = await postgres.pool.query<{ revision: string }>('SELECT revision FROM site_revision')
  return Number(rows[0]?.revision)
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

/** What holds at every moment: whoever says that it may serve kept answers has seen the newest change. */
function assertNotStale(watcher: { revision: Revision; changes(): number }, changesBefore: number): void {
  assert.ok(
    !watcher.revision.isCurrent() || watcher.changes() > changesBefore,
    'it would serve what is no longer true',
  )
}

describe('publishing', () => {
  test('resolves only once every other process has dropped its cache', async () => {
    const a = await watch()
    const b = await watch()
    const c = await watch()
    for (let round = 0; round < 40; round++) {
      const seen = [a, b, c].map((one) => one.changes())
      assert.equal(await a.revision.publish(async () => round), round)
      for (const [index, one] of [a, b, c].entries())
        assert.ok(one.changes() > (seen[index] ?? 0), `round ${round}`)
    }
  })

  test('is fast while all processes answer', async () => {
    const a = await watch()
    await watch()
    await a.revision.publish(nothing)
    assert.ok((await timeOf(() => a.revision.publish(nothing))) < 400)
  })

  test('by several processes at once ends with all of them at the newest revision', async () => {
    const watchers = [await watch(), await watch(), await watch()]
    const start = await readRevision()
    await Promise.all(
      Array.from({ length: 30 }, (_, index) => watchers[index % 3]?.revision.publish(nothing)),
    )
    assert.equal(await readRevision(), start + 30)
    for (const { revision } of watchers) assert.equal(revision.isCurrent(), true)
  })

  test('changes and notifies nothing when the change fails', async () => {
    const a = await watch()
    const b = await watch()
    const start = await readRevision()
    const changes = b.changes()
    const fails = a.revision.publish(async (transaction) => {
      await transaction.execute(
        sql`INSERT INTO early_adopter_counts (segment, badge, language, total) VALUES ('developer', 'all', 'es', 99)`,
      )
      throw new Error('no')
    })
    await assert.rejects(fails, /^Error: no$/)
    assert.equal(await readRevision(), start)
    const { rows } = await postgres.pool.query('SELECT FROM early_adopter_counts WHERE total = 99')
    assert.equal(rows.length, 0)
    await sleep(300)
    assert.equal(b.changes(), changes)
  })

  test('succeeds, after the lease, when the other processes cannot be listed: the change is committed', async () => {
    const db = Object.assign(Object.create(postgres.db), {
      execute: () => Promise.reject(new Error('Connection terminated')),
    })
    const revision = await createRevision({ url: database.url, db, pool: postgres.pool, log })
    open.push(revision)
    const start = await readRevision()
    const time = await timeOf(() => revision.publish(nothing))
    assert.equal(await readRevision(), start + 1)
    assert.ok(time > 900, `${time} ms`)
  })

  test('gives up on a process that stays silent after about a second', async () => {
    const a = await watch()
    const silent = new pg.Client({ connectionString: database.url })
    await silent.connect()
    open.push({ close: () => silent.end() })
    await silent.query('SELECT pg_advisory_lock_shared(7203642, 7)')
    const time = await timeOf(() => a.revision.publish(nothing))
    assert.ok(time > 900 && time < 1_900, `${time} ms`)
  })

  test('does not wait for a process that has ended', async () => {
    const a = await watch()
    const b = await watch()
    await b.revision.close()
    assert.ok((await timeOf(() => a.revision.publish(nothing))) < 400)
  })
})

describe('a process', () => {
  test('whose connection is ended serves nothing stale and comes back by itself', async () => {
    const a = await watch()
    const b = await watch()
    for (let round = 0; round < 5; round++) {
      const changes = b.changes()
      await postgres.pool.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE application_name = 'firmeza revision' AND datname = current_database()`,
      )
      await a.revision.publish(nothing)
      assertNotStale(b, changes)
      await b.revision.catchUp()
      assert.equal(b.revision.isCurrent(), true)
      assert.ok(b.changes() > changes)
    }
  })

  test('whose connection hangs serves nothing cached once the publisher has stopped waiting for it', async () => {
    const proxy = await openDatabaseProxy(database.url)
    open.push(proxy)
    const a = await watch()
    const b = await watch(proxy.url)
    const changes = b.changes()
    proxy.freeze()
    const time = await timeOf(() => a.revision.publish(nothing))
    assert.ok(time > 900 && time < 1_900, `${time} ms`)
    assert.equal(b.changes(), changes)
    // Also while it tries to connect anew, which hangs as well.
    for (const start = performance.now(); performance.now() - start < 2_000; await sleep(20)) {
      assert.equal(b.revision.isCurrent(), false)
    }
    await proxy.restore()
    await until(() => b.revision.isCurrent() && b.changes() > changes, 'it has caught up')
  })

  test('whose way to the database stays shut for seconds takes the database for away', async () => {
    const proxy = await openDatabaseProxy(database.url)
    open.push(proxy)
    const { revision, isAway } = await watch(proxy.url)
    proxy.freeze()
    await until(isAway, 'it gives up waiting')
    assert.equal(revision.isCurrent(), true)
    await proxy.restore()
    await until(() => !isAway(), 'it is back')
  })

  test('that is the only one takes the database for away as soon as it does not answer', async () => {
    const proxy = await openDatabaseProxy(database.url)
    open.push(proxy)
    const { revision, isAway } = await watch(proxy.url)
    await sleep(300)
    proxy.freeze()
    await sleep(1_000)
    const time = await timeOf(() => revision.catchUp())
    assert.ok(time < 700, `${time} ms`)
    assert.ok(isAway() && revision.isCurrent())
    await proxy.restore()
    await until(() => !isAway(), 'it is back')
  })

  test('that is one of several waits with those who ask until it knows more', async () => {
    const proxy = await openDatabaseProxy(database.url)
    open.push(proxy)
    await watch()
    const { revision, isAway } = await watch(proxy.url)
    await sleep(300)
    proxy.freeze()
    await sleep(1_000)
    assert.equal(revision.isCurrent(), false)
    const time = await timeOf(() => revision.catchUp())
    assert.ok(isAway() && time > 1_500 && time < 4_000, `${time} ms`)
    await proxy.restore()
    await until(() => !isAway(), 'it is back')
  })

  test('serves its cache while the database is unreachable, and drops it when something has changed meanwhile', async () => {
    const proxy = await openDatabaseProxy(database.url)
    open.push(proxy)
    const a = await watch()
    const b = await watch(proxy.url)
    await proxy.cut()
    await until(b.isAway, 'it notices')
    assert.equal(b.revision.isCurrent(), true)
    const changes = b.changes()
    await a.revision.publish(nothing)
    assert.equal(b.changes(), changes)
    await proxy.restore()
    await until(() => !b.isAway(), 'it is back')
    assert.ok(b.changes() > changes)
    assert.equal(b.revision.isCurrent(), true)
  })
})
