import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { LoginResponse } from '#features/accounts/contract.ts'
import { EarlyAdopter, EarlyAdopterSummary } from '#features/early-adopters/contract.ts'
import { registrationOf } from './support/factories.ts'
import { createHttpClient } from './support/http-client.ts'
import { type ServerProcess, startServerProcess } from './support/server-process.ts'

const password = 'correct horse battery'
const people = 1_000
const atOnce = 20

test('every sign-up that was acknowledged outlives kill -9, and every restart needs no hand', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'firmeza-durability-'))
  const env = { DATA_DIR: dataDir, ADMIN_PASSWORD: password }
  const acknowledged = new Set<string>()
  const waiting = Array.from({ length: people }, (_, number) => `person-${number}@example.org`)
  let server = await startServerProcess(env)
  let kills = 0
  try {
    while (waiting.length > 0) {
      const killAfter = acknowledged.size + 30 + Math.floor(Math.random() * 150)
      await signUp(server, waiting, acknowledged, killAfter, () => server.end('SIGKILL'))
      kills++
      // Every third time the machine fails as a whole: PostgreSQL is gone as well and has to recover.
      if (kills % 3 === 0) await killPostgres(dataDir)
      server = await startServerProcess(env)
    }
    assert.equal(acknowledged.size, people)
    assert.ok(kills >= 5, `${kills} kills`)

    const login = await server.send('/api/auth/login', { form: { username: 'admin', password } })
    const team = createHttpClient(server.url, {
      authorization: `Bearer ${login.read(LoginResponse).access_token}`,
    })
    const stored: string[] = []
    for (let offset = 0; offset < people + 200; offset += 200) {
      const page = await team(`/api/early-adopters?limit=200&offset=${offset}`)
      stored.push(...page.read(z.array(EarlyAdopter)).map(({ email }) => email ?? ''))
    }
    assert.deepEqual(
      [...acknowledged].filter((email) => !stored.includes(email)),
      [],
      'acknowledged and lost',
    )
    assert.equal(stored.length, people)
    assert.equal(new Set(stored).size, people)
    assert.equal((await team('/api/early-adopters/summary')).read(EarlyAdopterSummary).total, people)
  } finally {
    await server.end('SIGTERM')
    await rm(dataDir, { recursive: true, force: true })
  }
})

/**
 * Signs people up, some at once, and calls `kill` once so many are acknowledged, with the other requests of that moment
 * on their way. Who got no answer waits for the next time.
 */
async function signUp(
  { send }: ServerProcess,
  waiting: string[],
  acknowledged: Set<string>,
  enough: number,
  kill: () => Promise<unknown>,
): Promise<void> {
  let killing: Promise<unknown> | undefined
  const unanswered: string[] = []
  async function work(): Promise<void> {
    while (!killing) {
      const email = waiting.pop()
      if (email === undefined) return
      try {
        const reply = await send('/api/early-adopters', { json: registrationOf({ email }) })
        assert.equal(reply.status, 201)
        acknowledged.add(email)
      } catch (error) {
        if (error instanceof assert.AssertionError) throw error
        unanswered.push(email)
      }
      if (acknowledged.size >= enough) killing ??= kill()
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  await (killing ?? kill())
  waiting.push(...unanswered)
}

async function killPostgres(dataDir: string): Promise<void> {
  const text = await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')
  process.kill(Number(text.split('\n')[0]), 'SIGKILL')
  await sleep(50)
}
