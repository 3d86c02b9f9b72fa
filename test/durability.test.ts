import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { LoginResponse } from '#features/accounts/contract.ts'
import { VisitFigures } from '#features/analytics/contract.ts'
import { type ServerProcess, startServerProcess } from './support/server-process.ts'
import { assertStoredOnce, createSignUps, killPostgres } from './support/sign-ups.ts'

const password = 'correct horse battery'
const people = 400

/** Views that are sent until they are acknowledged, each under its own id. */
function createViews() {
  const waiting: string[] = []
  const acknowledged = new Set<string>()
  async function send({ send }: ServerProcess, id: string): Promise<void> {
    const view = { id, page: '/', language: 'es' }
    const headers = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' }
    const status = await send('/api/visits', { json: view, headers }).then(
      (reply) => reply.status,
      () => 0,
    )
    if (status === 202) acknowledged.add(id)
    else waiting.push(id)
  }
  return {
    acknowledged,
    async sendUntil(server: ServerProcess, { signal }: AbortController): Promise<void> {
      const sendMore = async () => {
        while (!signal.aborted) await send(server, waiting.shift() ?? randomUUID())
      }
      await Promise.all(Array.from({ length: 5 }, sendMore))
    },
    async sendRest(server: ServerProcess): Promise<void> {
      while (waiting.length > 0) await send(server, waiting.shift() ?? '')
    },
  }
}

test('what was acknowledged, sign-ups and views, outlives kill -9, and every restart needs no hand', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'firmeza-durability-'))
  const env = { DATA_DIR: dataDir, ADMIN_PASSWORD: password }
  const signUps = createSignUps({ people, atOnce: 20 })
  let server = await startServerProcess(env)
  const views = createViews()
  let kills = 0
  try {
    while (!signUps.isOver()) {
      const killed = new AbortController()
      const sending = views.sendUntil(server, killed)
      await signUps.signUpUntilKill(server, 20 + Math.floor(Math.random() * 70), () => server.end('SIGKILL'))
      killed.abort()
      await sending
      kills++
      // Every third time the machine fails as a whole: PostgreSQL is gone as well and has to recover.
      if (kills % 3 === 0) await killPostgres(dataDir)
      server = await startServerProcess(env)
    }
    assert.equal(signUps.acknowledged.size, people)
    assert.ok(kills >= 5, `${kills} kills`)
    await assertStoredOnce(server, signUps, password)
    await views.sendRest(server)
    const { access_token: token } = (
      await server.send('/api/auth/login', { form: { username: 'admin', password } })
    ).read(LoginResponse)
    const figures = await server.send('/api/analytics/visits', {
      headers: { authorization: `Bearer ${token}` },
    })
    assert.ok(views.acknowledged.size > 100, `${views.acknowledged.size} views`)
    assert.equal(figures.read(VisitFigures).total.views, views.acknowledged.size)
  } finally {
    await server.end('SIGTERM')
    await rm(dataDir, { recursive: true, force: true })
  }
})
