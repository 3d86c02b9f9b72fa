import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { createTestDatabase, type TestDatabase } from './support/database.ts'
import { runMain, startServerProcess } from './support/server-process.ts'
import { until } from './support/until.ts'

let database: TestDatabase

before(async () => {
  database = await createTestDatabase()
})
after(() => database.drop())

test('a first start that finds its port taken makes no database and says so in one line', async () => {
  const taken = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => taken.once('listening', resolve))
  const address = taken.address()
  const port = typeof address === 'object' ? address?.port : 0
  const parent = await mkdtemp(join(tmpdir(), 'firmeza-taken-'))
  const dataDir = join(parent, 'data')
  try {
    const failed = await runMain({ DATA_DIR: dataDir, HOST: '127.0.0.1', PORT: String(port) })
    assert.equal(failed.code, 1)
    assert.equal(failed.output, `Port ${port} is taken by another program; set PORT to a free one.\n`)
    assert.equal(existsSync(dataDir), false)
  } finally {
    taken.close()
    await rm(parent, { recursive: true })
  }
})

test('a first start that finds its port taken leaves the first password for the next', async () => {
  const taken = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => taken.once('listening', resolve))
  const address = taken.address()
  const port = typeof address === 'object' ? address?.port : 0
  const failed = await runMain({ DATABASE_URL: database.url, HOST: '127.0.0.1', PORT: String(port) })
  taken.close()
  assert.equal(failed.code, 1)
  assert.match(failed.output, /set PORT to a free one/)
  const server = await startServerProcess({ DATABASE_URL: database.url })
  const greeting = /with the password (\S+)/
  await until(() => greeting.test(server.output()), 'the greeting')
  const [, password = ''] = greeting.exec(server.output()) ?? []
  const reply = await server.send('/api/auth/login', { form: { username: 'admin', password } })
  assert.equal(reply.status, 200)
  await server.end('SIGTERM')
})
