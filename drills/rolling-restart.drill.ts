import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createTestDatabase } from '../test/support/database.ts'
import { findFreePort, type ServerProcess, startServerProcess } from '../test/support/server-process.ts'
import { startNginx } from './support/nginx.ts'
import { skipWithout } from './support/requirements.ts'
import { checkSignUps, startLoad } from './support/scale-out/load.ts'

const password = 'correct horse battery'
const rounds = 3
const fewestRequests = 10_000

for (const keepAlive of [true, false]) {
  test(
    `two processes behind nginx, ${keepAlive ? 'with' : 'without'} kept connections, are restarted in turn without a failed request`,
    { skip: skipWithout('nginx') },
    (context) => restartInTurn(context, keepAlive),
  )
}

async function restartInTurn(context: TestContext, keepAlive: boolean): Promise<void> {
  await using started = new AsyncDisposableStack()
  const database = await createTestDatabase()
  started.defer(() => database.drop())
  const env = {
    DATABASE_URL: database.url,
    SECRET_KEY: 'a secret that only the tests know of',
    ADMIN_PASSWORD: password,
    TRUST_PROXY: 'loopback',
    STOP_DELAY: process.env.STOP_DELAY ?? '5',
  }
  const ports = [await findFreePort(), await findFreePort()]
  const start = (port: number) => startServerProcess({ ...env, PORT: String(port) })
  const servers: ServerProcess[] = []
  started.defer(async () => void (await Promise.all(servers.map((server) => server.end('SIGTERM')))))
  servers.push(...(await Promise.all(ports.map(start))))
  const nginx = await startNginx({ ports, keepAlive })
  started.defer(nginx.stop)
  const load = await startLoad(nginx.url, { password })
  started.defer(async () => void (await load.stop()))
  const stops: number[] = []
  for (let round = 0; round < rounds || load.count() < fewestRequests; round++) {
    for (const [index, port] of ports.entries()) {
      await sleep(1_000)
      const begun = performance.now()
      const ended = await servers[index]?.end('SIGTERM')
      stops.push(performance.now() - begun)
      assert.deepEqual(ended, { code: 0, signal: null }, servers[index]?.output())
      servers[index] = await start(port)
      // nginx tries a process again after `fail_timeout`.
      await sleep(2_000)
    }
  }
  const { acknowledged, failures, count } = await load.stop()
  context.diagnostic(`${count} requests, ${acknowledged.length} sign-ups, ${stops.length} restarts`)
  context.diagnostic(`longest stop ${Math.round(Math.max(...stops))} ms; ${failures.length} failed`)
  const errors = (await nginx.readErrors()).split('\n').filter((line) => !line.includes('Connection refused'))
  for (const line of [...failures, ...errors.slice(-20)]) context.diagnostic(line)
  assert.deepEqual(failures, [])
  await checkSignUps(database.url, acknowledged)
}
