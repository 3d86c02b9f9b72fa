import assert from 'node:assert/strict'
import { Agent } from 'node:http'
import { test } from 'node:test'
import pg from 'pg'
import { createTestDatabase } from './support/database.ts'
import { registrationOf } from './support/factories.ts'
import { startServerProcess } from './support/server-process.ts'

const people = 10_000
const atOnce = 50

test('10,000 sign-ups at 50 at a time: none lost, none doubled, none failed', async () => {
  const database = await createTestDatabase()
  const server = await startServerProcess({
    DATABASE_URL: database.url,
    SECRET_KEY: 'a secret that only the tests know of',
  })
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce })
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  const statuses = new Map<number, number>()
  const segments = ['developer', 'business', 'academic', 'ngo_gov'] as const
  let next = 0
  async function work(): Promise<void> {
    while (next < people) {
      const number = next++
      const segment = segments[number % segments.length] ?? 'developer'
      const email = `Person-${number}@example.org`
      // Every twentieth presses the button twice.
      const times = number % 20 ? 1 : 2
      const replies = await Promise.all(
        Array.from({ length: times }, (_, time) =>
          server.send('/api/early-adopters', {
            agent,
            json: registrationOf({ email: time ? email.toLowerCase() : email, segment }),
          }),
        ),
      )
      for (const { status } of replies) statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }
  }
  try {
    await Promise.all(Array.from({ length: atOnce }, work))
    assert.deepEqual([...statuses], [[201, people + people / 20]])
    const { rows } = await client.query<{ leads: number; people: number; counted: number }>(`
      SELECT count(*)::int AS leads, count(DISTINCT lower(email))::int AS people,
        (SELECT sum(total)::int FROM early_adopter_counts) AS counted
      FROM early_adopters`)
    assert.deepEqual(rows, [{ leads: people, people, counted: people }])
    const { rows: missing } = await client.query(
      `SELECT number FROM generate_series(0, $1) AS number
       WHERE NOT EXISTS (SELECT FROM early_adopters WHERE email_key = 'person-' || number || '@example.org')`,
      [people - 1],
    )
    assert.deepEqual(missing, [])
  } finally {
    agent.destroy()
    await client.end()
    await server.end('SIGTERM')
    await database.drop()
  }
})
