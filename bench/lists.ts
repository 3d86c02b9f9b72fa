// The team's list with 100,000 early adopters, compared with 1,000.
import pg from 'pg'
import { seedEarlyAdopters, seededCompany, seededTags } from './early-adopters.ts'
import { type Finding, runAlone } from './support/report.ts'
import { compareSizes, type Read, startTwoSizes } from './support/sizes.ts'

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
  await using products = await startTwoSizes(async (url, count) => {
    await seedEarlyAdopters(url, count)
    // As many as are kept, and a hundredth.
    await seedNotifications(url, count / 5)
  })
  const findings: Finding[] = []
  for (const [name, read] of Object.entries(reads))
    findings.push(compareSizes(name, await products.compare(read)))
  return findings
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

await runAlone(import.meta, measureLists)
