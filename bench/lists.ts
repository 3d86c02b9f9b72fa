// The team's list with 100,000 early adopters, compared with 1,000.
import pg from 'pg'
import { z } from 'zod'
import { EarlyAdopter } from '#features/early-adopters/contract.ts'
import { seedEarlyAdopters, seededCompany, seededTags } from './early-adopters.ts'
import { atMost, type Finding, format, median, runAlone } from './support/report.ts'
import { type RunningServer, startFreshServer, startServer } from './support/server.ts'

const sizes = { few: 1_000, many: 100_000 } as const
const rounds = 60
const warmUps = 15

/** One request of the list, on a list of `size` people that includes `person`. */
type Read = (size: number, person: EarlyAdopter) => string

const list = '/api/early-adopters'

const reads: Record<string, Read> = {
  'the first page': () => list,
  'a segment': () => `${list}?segment=business`,
  'a kind': () => `${list}?kind=investor`,
  'a language': () => `${list}?language=ar`,
  'a badge': () => `${list}?badge=pioneer`,
  'a tag that a hundred have': () => `${list}?tag=${seededTags.few}`,
  'a tag that everybody has': () => `${list}?tag=${seededTags.everybody}`,
  'a tag that everybody has, by name': () => `${list}?tag=${seededTags.everybody}&sort=name`,
  'a tag and a segment': () => `${list}?tag=${seededTags.everybody}&segment=business`,
  'a tag and a language, by e-mail': () => `${list}?tag=${seededTags.few}&language=es&sort=email`,
  'the tags': () => '/api/tags',
  'nobody with a badge': () => `${list}?has_badge=false`,
  'by name': () => `${list}?sort=name`,
  'by e-mail, from the end': () => `${list}?sort=email&order=desc`,
  'a search that finds one': (_size, { email }) => `${list}?search=${encodeURIComponent(email ?? '')}`,
  'a search that finds one in a hundred': () => `${list}?search=${seededCompany()}`,
  'a search of two letters': () => `${list}?search=an`,
  'a search of two letters, by name': () => `${list}?search=zz&sort=name`,
  'a page in the middle': (size) => `${list}?offset=${size / 2}`,
  'the last page': (size) => `${list}?offset=${size - 50}`,
  'the counts': () => `${list}/summary`,
  'one person': (_size, { id }) => `/api/leads/${id}`,
  'what happened to one person': (_size, { id }) => `/api/leads/${id}/timeline`,
  'the bell': () => '/api/notifications/bell',
  'the notifications': () => '/api/notifications',
  'the unread notifications': () => '/api/notifications?unread=true',
  'the audit log': () => '/api/audit',
  'the audit log of one table': () => '/api/audit?subject=early_adopters',
  'the audit log of one person': (_size, { id }) => `/api/audit?person=${id}`,
  'a search in the audit log that finds one': (_size, { email }) =>
    `/api/audit?search=${encodeURIComponent(email ?? '')}`,
}

export async function measureLists(): Promise<Finding[]> {
  // Two processes on one PostgreSQL, so that both sizes are read under the same conditions.
  await using few = await startFreshServer()
  const fewUrl = await few.databaseUrl()
  const manyUrl = await createDatabase(fewUrl, 'firmeza_many')
  await using many = await startServer({ dataDir: few.dataDir, databaseUrl: manyUrl })
  await seedEarlyAdopters(fewUrl, sizes.few)
  await seedEarlyAdopters(manyUrl, sizes.many)
  // As many as are kept, and a hundredth.
  await seedNotifications(fewUrl, 200)
  await seedNotifications(manyUrl, 20_000)
  const readers = { few: await createReader(few, sizes.few), many: await createReader(many, sizes.many) }

  const findings: Finding[] = []
  for (const [name, read] of Object.entries(reads)) {
    const times = { few: [] as number[], many: [] as number[] }
    for (let round = 0; round < warmUps + rounds; round++) {
      const order = round % 2 ? (['few', 'many'] as const) : (['many', 'few'] as const)
      for (const size of order) {
        const time = await readers[size](read)
        if (round >= warmUps) times[size].push(time)
      }
    }
    const [at1000, at100000] = [median(times.few), median(times.many)]
    findings.push(
      atMost(3, {
        promise: `${name}, at 100,000 against 1,000`,
        measured: `${format(at100000)} ms against ${format(at1000)} ms`,
        ratio: at100000 / at1000,
      }),
    )
  }
  return findings
}

/** Sends a signed-in request and measures it in milliseconds. */
async function createReader(server: RunningServer, size: number): Promise<(read: Read) => Promise<number>> {
  const headers = { authorization: `Bearer ${await server.signIn()}` }
  const response = await fetch(`${server.url}${list}?limit=1&offset=${size / 2}`, { headers })
  const [someone] = z.array(EarlyAdopter).parse(await response.json())
  if (!someone) throw new Error('the list is empty')
  return async (read) => {
    const url = server.url + read(size, someone)
    const begun = performance.now()
    const answer = await fetch(url, { headers })
    const body = await answer.text()
    const time = performance.now() - begun
    if (answer.status !== 200 || body === '[]') throw new Error(`${url} answers ${answer.status} ${body}`)
    return time
  }
}

/** Adds notifications that an admin sees, every other one read by each user. */
async function seedNotifications(url: string, count: number): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(
    `INSERT INTO notifications (type, data, count, at)
     SELECT 'jobs.failed', '{"job": "audit-check"}', 1, now() - n * interval '1 second' FROM generate_series(1, $1::int) n`,
    [count],
  )
  await client.query(
    `INSERT INTO notification_receipts (user_id, notification_id, read_at)
     SELECT users.id, notifications.id, now() FROM users, notifications WHERE number % 2 = 0`,
  )
  await client.query('ANALYZE notifications, notification_receipts')
  await client.end()
}

/** Creates an empty database on the server of another one. */
export async function createDatabase(neighbourUrl: string, name: string): Promise<string> {
  const client = new pg.Client({ connectionString: neighbourUrl })
  await client.connect()
  const { rows } = await client.query<{ ctype: string }>(
    'SELECT datctype AS ctype FROM pg_database WHERE datname = current_database()',
  )
  await client.query(`CREATE DATABASE ${name} TEMPLATE template0 LC_CTYPE '${rows[0]?.ctype ?? 'C'}'`)
  await client.end()
  const url = new URL(neighbourUrl)
  url.pathname = name
  return url.href
}

await runAlone(import.meta, measureLists)
