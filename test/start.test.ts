import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import pg from 'pg'
import { createTestDatabase } from './support/database.ts'
import { runMain, startServerProcess } from './support/server-process.ts'

const secret = 'a secret that only the tests know of'

describe('the process', () => {
  test('names every wrong variable at once and ends with code 2 before it listens', async () => {
    const { code, output } = await runMain({
      PORT: 'http',
      PUBLIC_URL: 'firmeza.example',
      DATABASE_URL: 'mysql://a-user:a-word@localhost/db',
      ADMIN_PASSWORD: 'short',
      TRUST_PROXY: 'everyone',
    })
    assert.equal(code, 2)
    for (const name of ['PORT', 'PUBLIC_URL', 'DATABASE_URL', 'ADMIN_PASSWORD', 'TRUST_PROXY']) {
      assert.match(output, new RegExp(`^ +${name}: `, 'm'))
    }
    assert.doesNotMatch(output, /a-word|short\b| {4}at /)
    assert.doesNotMatch(output, /is open at/)
  })

  test('names a variable whose value the setting that it fixes refuses', async () => {
    const database = await createTestDatabase()
    try {
      const { code, output } = await runMain({
        ...{ PORT: '0', DATABASE_URL: database.url, SECRET_KEY: secret },
        SITE_NAME: 'Fir\u202emeza',
      })
      assert.equal(code, 1)
      assert.match(output, /SITE_NAME: not plain/)
      assert.doesNotMatch(output, / {4}at |is open at/)
    } finally {
      await database.drop()
    }
  })

  test('exits with a message that its port is taken, and ends', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const database = await createTestDatabase()
    try {
      const { code, output } = await runMain({
        PORT: String(port),
        HOST: '127.0.0.1',
        DATABASE_URL: database.url,
        SECRET_KEY: secret,
      })
      assert.equal(code, 1)
      assert.match(output, new RegExp(`${port}`))
    } finally {
      server.close()
      await database.drop()
    }
  })

  for (const [title, host, sentence] of [
    ['of another machine', '192.0.2.1', /^This machine does not have the address 192\.0\.2\.1: set HOST /],
    ['that does not exist', 'nowhere.invalid', /^The name nowhere\.invalid has no address: set HOST /],
  ] as const) {
    test(`names HOST when it is to listen on an address ${title}`, async () => {
      const { code, output } = await runMain({ PORT: '0', HOST: host })
      assert.equal(code, 1)
      assert.match(output, sentence)
      assert.doesNotMatch(output, / {4}at /)
    })
  }

  test('exits with one sentence when there is no database where it was told to look', async () => {
    const { code, output } = await runMain({
      DATABASE_URL: 'postgres://x:secret@127.0.0.1:1/x',
      SECRET_KEY: secret,
    })
    assert.equal(code, 1)
    assert.match(
      output,
      /^The database that DATABASE_URL names .* nothing listens at 127\.0\.0\.1, port 1\.\n$/,
    )
  })

  test('exits with a message when its secret was cut off, and leaves the file alone', async () => {
    const database = await createTestDatabase()
    const dataDir = await mkdtemp(join(tmpdir(), 'firmeza-start-'))
    const file = join(dataDir, 'secret-key')
    try {
      await writeFile(file, '')
      const { code, output } = await runMain({ DATABASE_URL: database.url, DATA_DIR: dataDir })
      assert.equal(code, 1)
      assert.ok(output.includes(file), output)
      assert.doesNotMatch(output, /is open at| {4}at /)
      assert.equal(await readFile(file, 'utf8'), '')
    } finally {
      await database.drop()
      await rm(dataDir, { recursive: true })
    }
  })

  test('exits with a message when the first admin’s password is easily guessed, and only at the first start', async () => {
    const database = await createTestDatabase()
    const env = { DATABASE_URL: database.url, SECRET_KEY: secret }
    try {
      const { code, output } = await runMain({ ...env, PORT: '0', ADMIN_PASSWORD: 'Firmeza2026' })
      assert.equal(code, 1)
      assert.match(output, /ADMIN_PASSWORD is /)
      assert.doesNotMatch(output, /Firmeza2026| {4}at /)
      const first = await startServerProcess({ ...env, ADMIN_PASSWORD: 'correct horse battery' })
      await first.end('SIGTERM')
      const second = await startServerProcess({ ...env, ADMIN_PASSWORD: 'Firmeza2026' })
      await second.end('SIGTERM')
    } finally {
      await database.drop()
    }
  })

  test('makes one first user when two start at once on an empty database, and shows the password once', async () => {
    const database = await createTestDatabase()
    // Empty, so that both want to bring it to the newest schema.
    const client = new pg.Client({ connectionString: database.url })
    await client.connect()
    await client.query('DROP SCHEMA public CASCADE; DROP SCHEMA drizzle CASCADE; CREATE SCHEMA public')
    const env = { DATABASE_URL: database.url, SECRET_KEY: secret, LOG_LEVEL: 'trace' }
    const servers = await Promise.all([startServerProcess(env), startServerProcess(env)])
    try {
      const { rows } = await client.query('SELECT username, role FROM users')
      assert.deepEqual(rows, [{ username: 'admin', role: 'admin' }])
      const shown = servers.flatMap(({ output }) =>
        [...output().matchAll(/with the password (\S+)/g)].map(([, word]) => word),
      )
      assert.equal(shown.length, 1)
      const password = shown[0] ?? ''
      for (const { send, output } of servers) {
        assert.equal((await send('/api/auth/login', { form: { username: 'admin', password } })).status, 200)
        // Nowhere but in that one line, and least of all in the log.
        const lines = output()
          .split('\n')
          .filter((line) => line.includes(password))
        assert.ok(lines.every((line) => !line.startsWith('{')))
      }
      const again = await startServerProcess(env)
      assert.doesNotMatch(again.output(), /password/)
      await again.end('SIGTERM')
    } finally {
      await Promise.all(servers.map(({ end }) => end('SIGTERM')))
      await client.end()
      await database.drop()
    }
  })
})
