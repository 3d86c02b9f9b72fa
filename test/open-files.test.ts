import assert from 'node:assert/strict'
import { Agent } from 'node:http'
import { connect, type Socket } from 'node:net'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createTestDatabase, type TestDatabase } from './support/database.ts'
import { registrationOf } from './support/factories.ts'
import { type ServerProcess, startServerProcess } from './support/server-process.ts'
import { until } from './support/until.ts'

let database: TestDatabase

before(async () => {
  database = await createTestDatabase()
})
after(() => database.drop())

const start = (openFiles: number) =>
  startServerProcess(
    { DATABASE_URL: database.url, SECRET_KEY: 'a secret that only the tests know of', CONNECTION_LIMIT: '0' },
    { openFiles },
  )

/** Connections that ask for something and stay open as long as the server lets them. */
async function occupy({ url }: ServerProcess, count: number) {
  const sockets = new Set<Socket>()
  for (let number = 0; number < count; number++) {
    const socket = connect(Number(new URL(url).port), '127.0.0.1')
    sockets.add(socket)
    socket.on('error', () => {}).on('close', () => sockets.delete(socket))
    socket.resume().write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n')
  }
  await sleep(500)
  return {
    count: () => sockets.size,
    free() {
      for (const socket of sockets) socket.destroy()
    },
  }
}

const isServing = async ({ send }: ServerProcess) =>
  (await send('/readyz').catch(() => undefined))?.status === 200

test('connections are refused while enough files are left for those that there are', async (context) => {
  const server = await start(200)
  context.after(() => server.end('SIGKILL'))
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  await server.send('/healthz', { agent })
  const held = await occupy(server, 250)
  await until(() => held.count() < 100, 'those beyond the limit are refused')
  assert.equal((await server.send('/es/')).status, 503)
  // One that there was before has its database, and a page that is not cached.
  const signUp = await server.send('/api/early-adopters', { json: registrationOf(), agent })
  assert.equal(signUp.status, 201)
  assert.equal((await server.send('/es/', { agent })).status, 200)
  assert.equal(server.output().match(/connections are refused/g)?.length, 1)
  held.free()
  await until(() => isServing(server), 'it serves again')
  agent.destroy()
  assert.deepEqual(await server.end('SIGTERM'), { code: 0, signal: null })
})

test('a process that can open no file and no connection lives on, and serves once it can', async (context) => {
  const server = await start(48)
  context.after(() => server.end('SIGKILL'))
  const held = await occupy(server, 250)
  assert.equal(await isServing(server), false)
  // Everything that runs at intervals has run.
  await sleep(3_000)
  held.free()
  await until(() => isServing(server), 'it serves again')
  assert.equal((await server.send('/api/early-adopters', { json: registrationOf() })).status, 201)
  // Each page that is drawn ahead may fail once; what tries again and again would say so thousands of times.
  assert.ok(server.output().split('\n').length < 500, server.output())
  assert.deepEqual(await server.end('SIGTERM'), { code: 0, signal: null })
})
