import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { startServerProcess } from './support/server-process.ts'
import { assertStoredOnce, createSignUps, killPostgres } from './support/sign-ups.ts'

const password = 'correct horse battery'
const people = 1_000

test('every sign-up that was acknowledged outlives kill -9, and every restart needs no hand', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'firmeza-durability-'))
  const env = { DATA_DIR: dataDir, ADMIN_PASSWORD: password }
  const signUps = createSignUps({ people, atOnce: 20 })
  let server = await startServerProcess(env)
  let kills = 0
  try {
    while (!signUps.isOver()) {
      await signUps.signUpUntilKill(server, 30 + Math.floor(Math.random() * 150), () => server.end('SIGKILL'))
      kills++
      // Every third time the machine fails as a whole: PostgreSQL is gone as well and has to recover.
      if (kills % 3 === 0) await killPostgres(dataDir)
      server = await startServerProcess(env)
    }
    assert.equal(signUps.acknowledged.size, people)
    assert.ok(kills >= 5, `${kills} kills`)
    await assertStoredOnce(server, signUps, password)
  } finally {
    await server.end('SIGTERM')
    await rm(dataDir, { recursive: true, force: true })
  }
})
