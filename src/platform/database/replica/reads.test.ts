import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'drizzle-orm'
import { Registry } from 'prom-client'
import { createLog } from '#platform/log.ts'
import { connectPostgres, connectReplica, type Postgres } from '#platform/postgres.ts'
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.ts'
import { until } from '../../../../test/support/until.ts'
import { createReads, type Reads } from './reads.ts'

const lines: string[] = []
const log = createLog('info', { write: (line) => lines.push(JSON.parse(line).msg) })
const open: Reads[] = []
let database: TestDatabase
let primary: Postgres

before(async () => {
  database = await createTestDatabase()
  primary = connectPostgres(database.url, { log: createLog('silent') })
  // The same database in the part of a replica: what it says of itself is found before what PostgreSQL says.
  await primary.pool.query(`
    CREATE SCHEMA replica;
    CREATE TABLE replica.state (stops_at pg_lsn);
    INSERT INTO replica.state VALUES (NULL);
    CREATE FUNCTION replica.pg_is_in_recovery() RETURNS boolean LANGUAGE sql AS 'SELECT true';
    CREATE FUNCTION replica.pg_last_wal_replay_lsn() RETURNS pg_lsn LANGUAGE sql
      AS 'SELECT coalesce(stops_at, pg_current_wal_lsn()) FROM replica.state';`)
})
after(async () => {
  for (const reads of open) await reads.close()
  await primary.close()
  await database.drop()
})

function start(url: URL, { mostLag = 60, registry = new Registry() } = {}): Reads {
  const replica = connectReplica(url.href, { log: createLog('silent') })
  const reads = createReads({ replica, primary, mostLag, log, registry })
  open.push(reads)
  return reads
}

const databaseUrl = () => new URL(database.url)

function replicaUrl(): URL {
  const url = databaseUrl()
  url.searchParams.set('options', '-c search_path=replica,pg_catalog,public')
  return url
}

async function findUsed({ db }: Reads): Promise<string> {
  const { rows } = await db.execute<{ path: string }>(sql`SELECT current_setting('search_path') AS path`)
  return rows[0]?.path.startsWith('replica') ? 'replica' : 'primary'
}

test('a replica is used while it is fresh, in statements and transactions', async () => {
  const registry = new Registry()
  const reads = start(replicaUrl(), { mostLag: 2, registry })
  assert.equal(await findUsed(reads), 'primary', 'before it is known')
  await until(reads.isReplicaUsed, 'the replica is used')
  assert.equal(await findUsed(reads), 'replica')
  assert.equal(await reads.db.transaction((db) => findUsed({ ...reads, db })), 'replica')
  assert.match(await registry.metrics(), /^database_replica_used 1$/m)
  assert.match(await registry.metrics(), /^database_replica_lag_seconds [012]\.?\d*$/m)

  await primary.pool.query('UPDATE replica.state SET stops_at = pg_current_wal_lsn()')
  await primary.pool
    .query("SELECT pg_logical_emit_message(false, 'test', 'more', true)")
    .catch(() => primary.pool.query('CREATE TABLE more ()'))
  await until(() => lines.length === 2, 'it is told that it lags')
  assert.equal(await findUsed(reads), 'primary')
  assert.match(await registry.metrics(), /^database_replica_used 0$/m)
  await primary.pool.query('UPDATE replica.state SET stops_at = NULL')
  await until(() => lines.length === 3, 'it has caught up')
  assert.deepEqual(lines, [
    'figures and exports are read from the replica',
    'the replica is not used; figures and exports are read from the database itself',
    'figures and exports are read from the replica',
  ])
})

test('the database itself is read when there is no replica where one should be', async () => {
  const nobody = databaseUrl()
  nobody.searchParams.delete('host')
  nobody.hostname = '127.0.0.1'
  nobody.port = '1'
  lines.length = 0
  for (const url of [nobody, databaseUrl()]) {
    const reads = start(url)
    await until(() => lines.length > 0, 'it is told')
    assert.equal(reads.isReplicaUsed(), false)
    assert.equal(await findUsed(reads), 'primary')
    lines.length = 0
  }
})
