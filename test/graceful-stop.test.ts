import assert from 'node:assert/strict'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { Agent } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { LoginResponse } from '#features/accounts/contract.ts'
import { EarlyAdopterSummary } from '#features/early-adopters/contract.ts'
import { systemClock } from '#platform/clock.ts'
import { createLog } from '#platform/log.ts'
import { buildApp } from '../src/app.ts'
import { readConfig } from '../src/config.ts'
import { createTestDatabase } from './support/database.ts'
import { registrationOf } from './support/factories.ts'
import { createHttpClient } from './support/http-client.ts'
import { beginServerProcess, type ServerProcess, startServerProcess } from './support/server-process.ts'
import { until } from './support/until.ts'

const password = 'correct horse battery'
let dataDir: string

before(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'firmeza-stop-'))
})
after(() => rm(dataDir, { recursive: true, force: true }))

const start = (stopDelay = 0) =>
  startServerProcess({ DATA_DIR: dataDir, ADMIN_PASSWORD: password, STOP_DELAY: String(stopDelay) })

/** A connection on which a test writes and reads as it likes. */
async function open(url: string) {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  await once(socket, 'connect')
  let answer = ''
  socket.setEncoding('utf8').on('data', (text: string) => {
    answer += text
  })
  const closed = once(socket, 'close')
  return { socket, closed, answer: () => answer }
}

async function isRefused(url: string): Promise<boolean> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  const isOpen = await once(socket, 'connect').then(
    () => true,
    () => false,
  )
  socket.destroy()
  return !isOpen
}

async function postgresPid(): Promise<number> {
  return Number((await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0])
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

async function countLeads(server: ServerProcess): Promise<number> {
  const login = await server.send('/api/auth/login', { form: { username: 'admin', password } })
  const team = createHttpClient(server.url, {
    authorization: `Bearer ${login.read(LoginResponse).access_token}`,
  })
  return (await team('/api/early-adopters/summary')).read(EarlyAdopterSummary).total
}

describe('a server that gets a signal to stop', () => {
  for (const [index, signal] of (['SIGTERM', 'SIGINT'] as const).entries()) {
    test(`by ${signal} takes no new connection, finishes what runs, stops PostgreSQL and ends with 0`, async () => {
      const server = await start()
      const pid = await postgresPid()
      assert.ok(isAlive(pid))
      const idle = await open(server.url)
      idle.socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n')
      const body = JSON.stringify(registrationOf())
      const half = Math.floor(body.length / 2)
      const running = await open(server.url)
      running.socket.write(
        `POST /api/early-adopters HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body.slice(0, half)}`,
      )
      await sleep(200)
      assert.match(idle.answer(), /^HTTP\/1\.1 200 /)

      const ended = server.end(signal)
      await until(() => isRefused(server.url), 'it takes no new connection')
      // Who has nothing running is let go at once, and holds nothing up.
      await idle.closed
      assert.ok(isAlive(server.pid), 'a request is still running')
      assert.ok(isAlive(pid), 'and needs its database')
      running.socket.write(body.slice(half))
      await running.closed
      assert.match(running.answer(), /^HTTP\/1\.1 201 /)

      assert.deepEqual(await ended, { code: 0, signal: null })
      assert.ok(!isAlive(pid), 'PostgreSQL still runs')
      assert.ok(!existsSync(join(dataDir, 'postgres', 'postmaster.pid')))

      const next = await start()
      assert.equal(await countLeads(next), index + 1)
      assert.deepEqual(await next.end('SIGTERM'), { code: 0, signal: null })
    })
  }

  test('serves for STOP_DELAY while it reports that it stops, and loses no request on a kept connection', async () => {
    const server = await start(2)
    const page = 'GET /es/ HTTP/1.1\r\nHost: x\r\n\r\n'
    const [early, late] = [await open(server.url), await open(server.url)]
    await open(server.url)
    for (const { socket, answer } of [early, late]) {
      socket.write(page)
      await until(() => answer().includes('</html>'), 'the first answer')
      assert.match(answer(), /^HTTP\/1\.1 200 OK.*?\r\nConnection: keep-alive\r\n/s)
    }
    // Writing and compressing it for the first time can take longer than the delay.
    assert.equal((await server.send('/api/openapi.json')).status, 200)
    const ended = server.end('SIGTERM')
    await until(async () => (await server.send('/readyz')).status === 503, 'it reports that it stops')
    // New connections are served, from the cache and by a route, and kept ones are told to end.
    for (const path of ['/es/', '/healthz', '/api/openapi.json']) {
      const reply = await server.send(path, { agent: new Agent({ keepAlive: true }) })
      assert.equal(reply.status, 200, path)
      assert.equal(reply.headers.connection, 'close', path)
    }
    early.socket.write(page)
    await early.closed
    assert.match(early.answer(), /<\/html>\s*HTTP\/1\.1 200 OK.*?\r\nconnection: close\r\n.*<\/html>\s*$/is)

    await until(() => isRefused(server.url), 'it takes no new connection')
    const closedAt = performance.now()
    const fresh = late.answer().length
    late.socket.write(page)
    await late.closed
    assert.match(late.answer().slice(fresh), /^HTTP\/1\.1 200 OK.*?\r\nconnection: close\r\n.*<\/html>\s*$/is)
    assert.deepEqual(await ended, { code: 0, signal: null })
    // Neither a connection that nothing was sent on nor one that is idle holds it up.
    assert.ok(performance.now() - closedAt < 5_000)
  })

  test('does not wait for STOP_DELAY after Ctrl-C', async () => {
    const server = await start(60)
    assert.deepEqual(await server.end('SIGINT'), { code: 0, signal: null })
  })

  test('closes unfinished connections after ten seconds, so that PostgreSQL is still stopped', async () => {
    const server = await start()
    const pid = await postgresPid()
    const endless = await open(server.url)
    endless.socket.on('error', () => {})
    endless.socket.write(
      'POST /api/early-adopters HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{',
    )
    await sleep(200)
    const begun = performance.now()
    assert.deepEqual(await server.end('SIGTERM'), { code: 0, signal: null })
    assert.ok(performance.now() - begun < 15_000)
    assert.ok(!isAlive(pid))
  })

  test('twice within a second, as Ctrl-C through npm does, stops in order', async () => {
    const server = await start()
    const pid = await postgresPid()
    const ends = await Promise.all([server.end('SIGINT'), server.end('SIGINT')])
    assert.deepEqual(ends, [
      { code: 0, signal: null },
      { code: 0, signal: null },
    ])
    assert.equal(isAlive(pid), false)
    const next = await start()
    assert.equal(await countLeads(next), 2)
    await next.end('SIGTERM')
  })
})

test('a process that is stopped amid its start ends in order', async () => {
  const database = await createTestDatabase()
  const holder = new pg.Client({ connectionString: database.url })
  await holder.connect()
  try {
    await holder.query('BEGIN; LOCK TABLE users')
    const server = await beginServerProcess({
      ...{ DATABASE_URL: database.url, DATA_DIR: dataDir, ADMIN_PASSWORD: password },
      SECRET_KEY: 'a secret that only the tests know of',
    })
    const status = () => server.send('/readyz').then(({ text }) => text, String)
    await until(async () => (await status()).includes('starting'), 'it listens, and waits for the lock')
    const running = await open(server.url)
    const head = 'POST /api/early-adopters HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n'
    running.socket.write(`${head}Content-Length: 2\r\n\r\n{`)
    await sleep(200)
    const ended = server.end('SIGTERM')
    await until(() => isRefused(server.url), 'it takes no new connection')
    await holder.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
    )
    await sleep(200)
    assert.ok(isAlive(server.pid), 'a request is still running')
    await holder.query('ROLLBACK')
    running.socket.write('}')
    await running.closed
    assert.match(running.answer(), /^HTTP\/1\.1 4/)
    assert.deepEqual(await ended, { code: 0, signal: null }, server.output())
  } finally {
    await holder.end()
    await database.drop()
  }
})

test('background work goes on while a stopping process still serves', async () => {
  const database = await createTestDatabase()
  let polls = 0
  const poller = {
    name: 'counting',
    everySeconds: 0.1,
    async poll() {
      polls++
    },
  }
  const env = { SECRET_KEY: 'a secret that only the tests know of', ADMIN_PASSWORD: password }
  const app = await buildApp({
    ...{ config: readConfig(env), log: createLog('silent'), clock: systemClock },
    ...{ databaseUrl: database.url, dataDir, moreFeatures: [{ pollers: [poller] }] },
  })
  try {
    await app.server.listen({ port: 0, host: '127.0.0.1' })
    await app.start({ onFirstUser() {} })
    await app.startBackgroundWork()
    const closing = app.close({ delay: 1_500 })
    await sleep(100)
    const before = polls
    await sleep(1_000)
    assert.ok(polls > before + 2, `${polls - before} polls`)
    await closing
  } finally {
    await database.drop()
  }
})
