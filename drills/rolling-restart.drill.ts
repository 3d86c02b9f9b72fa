import assert from 'node:assert/strict'
import { Agent } from 'node:http'
import { type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { LoginResponse } from '#features/accounts/contract.ts'
import { createTestDatabase } from '../test/support/database.ts'
import { registrationOf } from '../test/support/factories.ts'
import { type Ask, createHttpClient, type Send } from '../test/support/http-client.ts'
import { findFreePort, type ServerProcess, startServerProcess } from '../test/support/server-process.ts'
import { startNginx } from './support/nginx.ts'
import { skipWithout } from './support/requirements.ts'

const password = 'correct horse battery'
const clients = 16
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
  const database = await createTestDatabase()
  const env = {
    DATABASE_URL: database.url,
    SECRET_KEY: 'a secret that only the tests know of',
    ADMIN_PASSWORD: password,
    TRUST_PROXY: 'loopback',
    STOP_DELAY: process.env.STOP_DELAY ?? '5',
  }
  const ports = [await findFreePort(), await findFreePort()]
  const start = (port: number) => startServerProcess({ ...env, PORT: String(port) })
  const servers = await Promise.all(ports.map(start))
  const nginx = await startNginx({ ports, keepAlive })
  const load = await startLoad(nginx.url)
  const stops: number[] = []
  try {
    for (let round = 0; round < rounds || load.count() < fewestRequests; round++) {
      for (const [index, port] of ports.entries()) {
        await sleep(1_000)
        const begun = performance.now()
        assert.deepEqual(await servers[index]?.end('SIGTERM'), { code: 0, signal: null })
        stops.push(performance.now() - begun)
        servers[index] = await start(port)
        // nginx tries a process again after `fail_timeout`.
        await sleep(2_000)
      }
    }
    const { acknowledged, failures, count } = await load.stop()
    context.diagnostic(`${count} requests, ${acknowledged.length} sign-ups, ${stops.length} restarts`)
    context.diagnostic(`longest stop ${Math.round(Math.max(...stops))} ms; ${failures.length} failed`)
    const errors = (await nginx.readErrors())
      .split('\n')
      .filter((line) => !line.includes('Connection refused'))
    for (const line of errors.slice(-20)) context.diagnostic(line)
    assert.deepEqual(failures, [])
    await checkSignUps(database.url, acknowledged)
  } finally {
    await load.stop()
    await nginx.stop()
    await Promise.all(servers.map((server: ServerProcess) => server.end('SIGTERM')))
    await database.drop()
  }
}

/** Sends requests of all kinds, a few at a time, until stopped. */
async function startLoad(url: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: clients })
  const send: Send = createHttpClient(url)
  const login = await send('/api/auth/login', { form: { username: 'admin', password } })
  const authorization = `Bearer ${login.read(LoginResponse).access_token}`
  const acknowledged: string[] = []
  const failures: string[] = []
  let count = 0
  let isOver = false

  const reads: [path: string, ask: Ask][] = [
    ['/es/', {}],
    ['/en/', { headers: { 'accept-encoding': 'br' } }],
    ['/es/', { headers: { 'if-none-match': '*' } }],
    ['/lang/es.json', {}],
    ['/api/early-adopters/summary', { headers: { authorization } }],
    ['/api/doc/files?language=es', {}],
  ]

  async function ask(path: string, options: Ask): Promise<boolean> {
    count++
    const status = await send(path, { ...options, agent }).then(
      (reply) => reply.status,
      (error: Error) => error.message,
    )
    const isDone = status === 304 || (typeof status === 'number' && status >= 200 && status < 300)
    if (!isDone) failures.push(`${options.json ? 'POST' : 'GET'} ${path}: ${status}`)
    return isDone
  }

  async function work(): Promise<void> {
    for (let turn = 0; !isOver; turn++) {
      const [path, options] = reads[turn % reads.length] ?? ['/es/', {}]
      await ask(path, options)
      if (turn % 2 === 0) continue
      const json = registrationOf()
      if (await ask('/api/early-adopters', { json })) acknowledged.push(json.email)
    }
  }

  const working = Promise.all(Array.from({ length: clients }, work))
  return {
    count: () => count,
    async stop() {
      isOver = true
      await working
      agent.destroy()
      return { acknowledged, failures, count }
    },
  }
}

/** Every acknowledged sign-up is stored once, and nobody got the mail to confirm it twice. */
async function checkSignUps(databaseUrl: string, acknowledged: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rows: leads } = await client.query<{ email: string }>('SELECT email FROM early_adopters')
    const { rows: mails } = await client.query<{ email: string; count: number }>(
      'SELECT to_email AS email, count(*)::int AS count FROM mails GROUP BY to_email',
    )
    const stored = new Set(leads.map(({ email }) => email))
    assert.equal(stored.size, leads.length, 'doubled')
    assert.deepEqual(
      acknowledged.filter((email) => !stored.has(email)),
      [],
      'acknowledged and lost',
    )
    assert.deepEqual(
      mails.filter(({ count }) => count > 1),
      [],
      'more than one mail',
    )
  } finally {
    await client.end()
  }
}
