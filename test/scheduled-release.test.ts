import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { LoginResponse } from '#features/accounts/contract.ts'
import { makeRelease } from './support/content/releases.ts'
import { createTestDatabase } from './support/database.ts'
import { draftOf } from './support/factories.ts'
import { createHttpClient } from './support/http-client.ts'
import { type ServerProcess, startServerProcess } from './support/server-process.ts'
import { until } from './support/until.ts'

const password = 'correct horse battery'
let database: Awaited<ReturnType<typeof createTestDatabase>>
let env: Record<string, string>

before(async () => {
  database = await createTestDatabase()
  env = {
    DATABASE_URL: database.url,
    SECRET_KEY: 'a secret that only the tests know of',
    ADMIN_PASSWORD: password,
  }
})
after(() => database.drop())

/** Saves a version and has it published in so many milliseconds. */
async function schedule(server: ServerProcess, version: number, milliseconds: number): Promise<void> {
  const login = await server.send('/api/auth/login', { form: { username: 'admin', password } })
  const authorization = `Bearer ${login.read(LoginResponse).access_token}`
  const send = createHttpClient(server.url, { authorization })
  const json = draftOf({ version, content: `<h1>versión-${version}-</h1>` })
  assert.equal((await send('/api/content', { json })).status, 201)
  const due_at = new Date(Date.now() + milliseconds).toISOString()
  await makeRelease(send, [{ key: 'home-hero', language: 'es', version }], { due_at })
}

async function waitFor(server: ServerProcess, version: number): Promise<void> {
  const isShown = async () => (await server.send('/es/')).text.includes(`versión-${version}-`)
  await until(isShown, `version ${version} is live`)
}

test('a scheduled release outlives the process that took it in, and a time when none runs', async () => {
  const [a, b] = await Promise.all([startServerProcess(env), startServerProcess(env)])
  await schedule(a, 1, 1_000)
  await a.end('SIGKILL')
  await waitFor(b, 1)
  await schedule(b, 2, 500)
  await b.end('SIGKILL')
  await sleep(600)
  const c = await startServerProcess(env)
  await waitFor(c, 2)
  assert.equal((await c.end('SIGTERM')).code, 0)
})
