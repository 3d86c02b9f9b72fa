import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { LoginResponse } from '#features/accounts/contract.ts'
import { add } from '../test/support/documents/library.ts'
import { pdfFile } from '../test/support/documents/pdf-file.ts'
import { startS3Server } from '../test/support/files/s3-server.ts'
import { createHttpClient } from '../test/support/http-client.ts'
import { findFreePort, type ServerProcess, startServerProcess } from '../test/support/server-process.ts'
import { until } from '../test/support/until.ts'
import { startNginx } from './support/nginx.ts'
import { skipWithout } from './support/requirements.ts'
import { checkSignUps, startLoad } from './support/scale-out/load.ts'
import { startPgBouncer } from './support/scale-out/pgbouncer.ts'
import { skipWithoutPostgres, startPostgresServer } from './support/scale-out/postgres-server.ts'

const password = 'correct horse battery'
const rounds = Number(process.env.ROUNDS ?? 2)
const fewestRequests = 5_000

test(
  'two web processes and a worker, with PgBouncer, an object store and nginx, are restarted in turn without a failed request',
  { skip: skipWithout('nginx', 'pgbouncer') || skipWithoutPostgres() },
  restartInTurn,
)

async function restartInTurn(context: TestContext): Promise<void> {
  await using started = new AsyncDisposableStack()
  const postgres = await startPostgresServer()
  started.defer(postgres.remove)
  const pgbouncer = await startPgBouncer(postgres.port)
  started.defer(pgbouncer.stop)
  const store = await startS3Server()
  started.defer(async () => void (await store.close()))
  const env = {
    DATABASE_URL: pgbouncer.url,
    DATABASE_LISTEN_URL: postgres.url,
    S3_URL: store.url,
    SECRET_KEY: 'a secret that only the tests know of',
    ADMIN_PASSWORD: password,
    TRUST_PROXY: 'loopback',
    STOP_DELAY: process.env.STOP_DELAY ?? '5',
  }
  const ports = [await findFreePort(), await findFreePort()]
  const startWeb = (port: number) => startServerProcess({ ...env, ROLE: 'web', PORT: String(port) })
  const startWorker = () => startServerProcess({ ...env, ROLE: 'worker' })
  const webs: ServerProcess[] = []
  let worker: ServerProcess | undefined
  started.defer(async () => {
    await Promise.all([...webs, worker].map((server) => server?.end('SIGTERM')))
  })
  for (const port of ports) webs.push(await startWeb(port))
  worker = await startWorker()
  const nginx = await startNginx({ ports, keepAlive: true })
  started.defer(nginx.stop)
  const path = await publishDocument(nginx.url)
  const load = await startLoad(nginx.url, { password, paths: [path] })
  started.defer(async () => void (await load.stop()))
  const stops: number[] = []
  const said: string[] = []
  async function stop(server: ServerProcess | undefined): Promise<void> {
    const { text = '' } = (await server?.send('/metrics')) ?? {}
    said.push(...text.split('\n').filter((line) => /^\w*refus\w*\{.* [1-9]/.test(line)))
    const begun = performance.now()
    const ended = await server?.end('SIGTERM')
    stops.push(performance.now() - begun)
    const output = server?.output() ?? ''
    said.push(...output.split('\n'))
    assert.deepEqual(ended, { code: 0, signal: null }, output)
  }
  for (let round = 0; round < rounds || load.count() < fewestRequests; round++) {
    for (const [index, port] of ports.entries()) {
      await sleep(1_000)
      await stop(webs[index])
      webs[index] = await startWeb(port)
      // nginx tries a process again after `fail_timeout`.
      await sleep(2_000)
    }
    await stop(worker)
    worker = await startWorker()
  }
  const { acknowledged, failures, count } = await load.stop()
  context.diagnostic(`${count} requests, ${acknowledged.length} sign-ups, ${stops.length} restarts`)
  context.diagnostic(`longest stop ${Math.round(Math.max(...stops))} ms; ${failures.length} failed`)
  const outputs = [...said, ...[...webs, worker].flatMap((server) => (server?.output() ?? '').split('\n'))]
  const warnings = outputs.filter((line) => /^\{|refus/.test(line))
  for (const line of [...failures.slice(0, 10), ...warnings.slice(-20)]) context.diagnostic(line)
  const errors = (await nginx.readErrors()).split('\n').filter((line) => !line.includes('Connection refused'))
  for (const line of errors.slice(-20)) context.diagnostic(line)
  assert.deepEqual(failures, [])
  await checkSignUps(postgres.url, acknowledged)
}

/** Uploads a document by one process, has the worker read it, and publishes it; returns the address of its file. */
async function publishDocument(url: string): Promise<string> {
  const visitor = createHttpClient(url)
  const login = await visitor('/api/auth/login', { form: { username: 'admin', password } })
  const admin = createHttpClient(url, {
    authorization: `Bearer ${login.read(LoginResponse).access_token}`,
  })
  const { id } = await add(admin, { file: pdfFile({ pages: ['One', 'Two'] }), title: 'Whitepaper' })
  await until(
    async () => (await admin(`/api/documents/${id}/publish`, { json: {} })).status === 200,
    'the worker has read the document',
    60,
  )
  const { text } = await visitor('/api/doc/files?language=es')
  const [path = ''] = /\/files\/[^"?]+\.pdf/.exec(text) ?? []
  assert.equal((await visitor(path)).status, 200)
  return path
}
