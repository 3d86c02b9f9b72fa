import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { registrationOf } from '../test/support/factories.ts'
import { type ServerProcess, startServerProcess } from '../test/support/server-process.ts'
import { assertStoredOnce, createSignUps, killPostgres } from '../test/support/sign-ups.ts'

const password = 'correct horse battery'
const rounds = 20
const slowestReady = 5_000

interface Fault {
  /** Ends the process or its database, and returns the server that goes on. */
  cause(server: ServerProcess, dataDir: string): Promise<unknown>
  restart(server: ServerProcess, env: Record<string, string>): Promise<ServerProcess>
}

const faults: Record<string, Fault> = {
  'the server process': {
    cause: (server) => server.end('SIGKILL'),
    restart: (_server, env) => startServerProcess(env),
  },
  PostgreSQL: {
    cause: (_server, dataDir) => killPostgres(dataDir),
    restart: async (server) => server,
  },
}

/** Waits until the server acknowledges a sign-up again: `/readyz` may repeat an answer that is a second old. */
async function untilStoring(server: ServerProcess): Promise<void> {
  for (;;) {
    const { status } = await server
      .send('/api/early-adopters', { json: registrationOf() })
      .catch((cause: unknown) => {
        throw new Error(`the server ended: ${server.output()}`, { cause })
      })
    if (status === 201) return
    await sleep(20)
  }
}

/** Twenty kills amid sign-ups; reports the times until the server stored a sign-up again. */
async function drill(t: TestContext, { cause, restart }: Fault): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'firmeza-drill-'))
  const env = { DATA_DIR: dataDir, ADMIN_PASSWORD: password }
  const signUps = createSignUps({ people: rounds * 150, atOnce: 20 })
  let server = await startServerProcess(env)
  const pauses: number[] = []
  try {
    for (let round = 0; round < rounds; round++) {
      let killedAt = 0
      await signUps.signUpUntilKill(server, 20 + Math.floor(Math.random() * 110), () => {
        killedAt = performance.now()
        return cause(server, dataDir)
      })
      server = await restart(server, env)
      await untilStoring(server)
      pauses.push(performance.now() - killedAt)
    }
    await assertStoredOnce(server, signUps, password)
    pauses.sort((one, other) => one - other)
    const [median = 0, longest = 0] = [pauses[rounds / 2], pauses.at(-1)].map((time = 0) => Math.round(time))
    t.diagnostic(
      `${signUps.acknowledged.size} acknowledged, 0 lost, 0 doubled; ready after ${median} ms (median), ${longest} ms (longest)`,
    )
    assert.ok(longest <= slowestReady, `ready only after ${longest} ms`)
  } finally {
    await server.end('SIGTERM')
    await rm(dataDir, { recursive: true, force: true })
  }
}

describe('sign-ups amid 20 kills', () => {
  for (const [name, fault] of Object.entries(faults)) {
    test(`of ${name} are neither lost nor doubled, and the server is ready within 5 s`, (t) =>
      drill(t, fault))
  }
})
