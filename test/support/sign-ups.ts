import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { LoginResponse } from '#features/accounts/contract.ts'
import { EarlyAdopter, EarlyAdopterSummary } from '#features/early-adopters/contract.ts'
import { registrationOf } from './factories.ts'
import { createHttpClient } from './http-client.ts'
import type { ServerProcess } from './server-process.ts'

/** People who sign up while servers are killed, and those whose sign-up was acknowledged. */
export interface SignUps {
  acknowledged: ReadonlySet<string>
  isOver(): boolean
  /**
   * Signs people up, some at once, and calls `kill` once `enough` more are acknowledged, with the other requests of that
   * moment on their way. Those who got no answer sign up again the next time.
   */
  signUpUntilKill(server: ServerProcess, enough: number, kill: () => Promise<unknown>): Promise<void>
}

export function createSignUps({ people, atOnce }: { people: number; atOnce: number }): SignUps {
  const acknowledged = new Set<string>()
  const waiting = Array.from({ length: people }, (_, number) => `person-${number}@example.org`)
  return {
    acknowledged,
    isOver: () => waiting.length === 0,
    async signUpUntilKill({ send }, enough, kill) {
      const target = acknowledged.size + enough
      let killing: Promise<unknown> | undefined
      const unanswered: string[] = []
      async function work(): Promise<void> {
        while (!killing) {
          const email = waiting.pop()
          if (email === undefined) return
          const status = await send('/api/early-adopters', { json: registrationOf({ email }) }).then(
            (reply) => reply.status,
            () => undefined,
          )
          if (status === 201) acknowledged.add(email)
          // A server that has lost its database refuses; any other refusal is a fault.
          else if (status === undefined || status === 503) unanswered.push(email)
          else assert.fail(`a sign-up was answered with ${status}`)
          if (acknowledged.size >= target) killing ??= kill()
        }
      }
      await Promise.all(Array.from({ length: atOnce }, work))
      await (killing ?? kill())
      waiting.push(...unanswered)
    },
  }
}

/** Checks that everyone who was acknowledged is stored, and everyone only once. */
export async function assertStoredOnce(
  server: ServerProcess,
  { acknowledged }: SignUps,
  password: string,
): Promise<void> {
  const login = await server.send('/api/auth/login', { form: { username: 'admin', password } })
  const team = createHttpClient(server.url, {
    authorization: `Bearer ${login.read(LoginResponse).access_token}`,
  })
  const { total } = (await team('/api/early-adopters/summary')).read(EarlyAdopterSummary)
  const stored: string[] = []
  for (let offset = 0; offset < total + 200; offset += 200) {
    const page = await team(`/api/early-adopters?limit=200&offset=${offset}`)
    stored.push(...page.read(z.array(EarlyAdopter)).map(({ email }) => email ?? ''))
  }
  const known = new Set(stored)
  assert.deepEqual(
    [...acknowledged].filter((email) => !known.has(email)),
    [],
    'acknowledged and lost',
  )
  assert.equal(stored.length, known.size, 'stored twice')
  assert.equal(stored.length, total)
}

/** Kills the embedded PostgreSQL of a data folder as a whole machine would fail. */
export async function killPostgres(dataDir: string): Promise<void> {
  const text = await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')
  process.kill(Number(text.split('\n')[0]), 'SIGKILL')
  await sleep(50)
}
