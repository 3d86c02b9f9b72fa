import assert from 'node:assert/strict'
import { Agent } from 'node:http'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { createTestDatabase } from './support/database.ts'
import { registrationOf } from './support/factories.ts'
import { createHttpClient } from './support/http-client.ts'
import { startBalancer } from './support/scale-out/balancer.ts'
import { findFreePort, startServerProcess } from './support/server-process.ts'

const password = 'correct horse battery'
const clients = 6

/** Has visitors read pages and sign up on kept connections, with a short rest in between, until stopped. */
function startVisits(url: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: clients })
  const send = createHttpClient(url)
  const acknowledged: string[] = []
  const failures: string[] = []
  let isOver = false

  async function visit(client: number): Promise<void> {
    for (let turn = client; !isOver; turn++) {
      const json = registrationOf()
      const isSignUp = turn % 3 === 0
      const path = isSignUp ? '/api/early-adopters' : turn % 3 === 1 ? '/es/' : '/api/doc/files?language=es'
      const status = await send(path, { agent, ...(isSignUp && { json }) }).then(
        (reply) => reply.status,
        (error: Error) => error.message,
      )
      if (status !== (isSignUp ? 201 : 200)) failures.push(`${path}: ${status}`)
      else if (isSignUp) acknowledged.push(json.email)
      await sleep(20)
    }
  }

  const visiting = Promise.all(Array.from({ length: clients }, (_, client) => visit(client)))
  return {
    async stop() {
      isOver = true
      await visiting
      agent.destroy()
      return { acknowledged, failures }
    },
  }
}

test('two processes behind a balancer are restarted in turn under load without a failed request', async () => {
  const database = await createTestDatabase()
  const env = {
    DATABASE_URL: database.url,
    SECRET_KEY: 'a secret that only the tests know of',
    ADMIN_PASSWORD: password,
    TRUST_PROXY: 'loopback',
    STOP_DELAY: '1',
  }
  const ports = [await findFreePort(), await findFreePort()]
  const start = (port: number) => startServerProcess({ ...env, PORT: String(port) })
  const servers = await Promise.all(ports.map(start))
  const balancer = await startBalancer(ports)
  const visits = startVisits(balancer.url)
  try {
    for (const [index, port] of ports.entries()) {
      assert.deepEqual(await servers[index]?.end('SIGTERM'), { code: 0, signal: null })
      servers[index] = await start(port)
      // Until the balancer asks it again.
      await sleep(1_000)
    }
    const { acknowledged, failures } = await visits.stop()
    assert.deepEqual(failures, [])
    assert.ok(acknowledged.length > 0)
    const client = new pg.Client({ connectionString: database.url })
    await client.connect()
    const { rows } = await client.query<{ email: string }>('SELECT email FROM early_adopters')
    await client.end()
    assert.deepEqual(rows.map(({ email }) => email).sort(), acknowledged.sort())
  } finally {
    await visits.stop()
    await balancer.close()
    await Promise.all(servers.map((server) => server.end('SIGTERM')))
    await database.drop()
  }
})
