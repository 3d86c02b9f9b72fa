import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { LoginResponse } from '#features/accounts/contract.ts'
import { registrationOf } from '../test/support/factories.ts'
import { createHttpClient } from '../test/support/http-client.ts'
import { startServerProcess } from '../test/support/server-process.ts'
import { until } from '../test/support/until.ts'
import { skipWithoutPostgres, startPostgresServer } from './support/scale-out/postgres-server.ts'

const password = 'correct horse battery'

test('exports are read from a streaming replica while it is fresh, and from the database itself otherwise', {
  skip: skipWithoutPostgres(),
}, async (context) => {
  const primary = await startPostgresServer()
  const replica = await primary.addReplica()
  const server = await startServerProcess({
    DATABASE_URL: primary.url,
    DATABASE_READ_URL: replica.url,
    DATABASE_READ_LAG: '3',
    ADMIN_PASSWORD: password,
    METRICS_TOKEN: 'a token for the metrics',
    LOG_LEVEL: 'info',
  })
  const onReplica = new pg.Client({ connectionString: replica.url })
  await onReplica.connect()
  const login = await server.send('/api/auth/login', { form: { username: 'admin', password } })
  const admin = createHttpClient(server.url, {
    authorization: `Bearer ${login.read(LoginResponse).access_token}`,
  })

  async function isUsed(): Promise<boolean> {
    const headers = { authorization: 'Bearer a token for the metrics' }
    const { text } = await server.send('/metrics', { headers })
    return /^database_replica_used 1$/m.test(text)
  }

  async function signUp(): Promise<string> {
    const json = registrationOf()
    assert.equal((await server.send('/api/early-adopters', { json })).status, 201)
    return json.email
  }

  const exportAll = () => admin('/api/early-adopters/export', { json: { format: 'csv' } })
  const isExported = async (email: string) => (await exportAll()).text.includes(email)
  const isListed = async (email: string) => (await admin('/api/early-adopters')).text.includes(email)

  try {
    await until(isUsed, 'the replica is used')
    const first = await signUp()
    assert.ok(await isListed(first), 'lists are read from the database itself')
    await until(() => isExported(first), 'the replica has it')

    // The replica goes on answering, with what it had.
    await onReplica.query('SELECT pg_wal_replay_pause()')
    const second = await signUp()
    assert.ok(await isListed(second))
    assert.ok(!(await isExported(second)), 'it is read from the replica')
    const begun = performance.now()
    await until(() => isExported(second), 'the database itself is read')
    const stale = performance.now() - begun
    assert.ok(stale < 5_500, `${stale} ms`)
    assert.equal(await isUsed(), false)
    assert.match(server.output(), /lags more than 3 s behind/)
    await onReplica.query('SELECT pg_wal_replay_resume()')
    await until(isUsed, 'the replica is used again')

    await onReplica.end()
    await replica.stop('SIGKILL')
    const third = await signUp()
    const statuses: number[] = []
    await until(async () => {
      const { status, text } = await exportAll()
      statuses.push(status)
      return text.includes(third)
    }, 'the database itself is read')
    context.diagnostic(
      `stale for ${Math.round(stale)} ms at most; after the replica was killed: ${statuses.join()}`,
    )
  } finally {
    await server.end('SIGTERM')
    await replica.remove()
    await primary.remove()
  }
})
