// The search box with 100,000 early adopters and as many mails, compared with 1,000.
import pg from 'pg'
import { seedEarlyAdopters, seededCompany } from './early-adopters.ts'
import { type Finding, runAlone, within } from './support/report.ts'
import { compareSizes, type Read, startTwoSizes } from './support/sizes.ts'

/** In milliseconds. */
const mostTime = 100

const search = (words: string) => `/api/search?${new URLSearchParams({ search: words })}`
/** A word with its third letter left out. */
const withTypo = (word: string) => word.slice(0, 2) + word.slice(3)

const reads: Record<string, Read> = {
  'a search for an address': (_size, { email }) => search(email ?? ''),
  'a search for a name': (_size, { name }) => search(name),
  'a search for a name with a typo': (_size, { name }) => search(withTypo(name)),
  'a search for what one in a hundred has': () => search(seededCompany()),
  'a search for what one in a hundred has, with a typo': () => search(withTypo(seededCompany())),
  'a search for what all have': () => search('example'),
  'a search of two letters': () => search('an'),
  'a search for a word of the site': () => search('confianza'),
  'a search for a word of the site with a typo': () => search('trasparencai'),
}

export async function measureSearch(): Promise<Finding[]> {
  await using products = await startTwoSizes(async (url, count) => {
    await seedEarlyAdopters(url, count)
    await seedMails(url)
  })
  const findings: Finding[] = []
  for (const [name, read] of Object.entries(reads)) {
    const times = await products.compare(read)
    findings.push(compareSizes(name, times), within(`${name}, at 100,000`, mostTime, times.many, 'ms'))
  }
  return findings
}

/** Adds a sent mail for everybody. */
async function seedMails(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(
    `INSERT INTO mails (id, cause, kind, lead_id, language, segment, to_email, to_name, search_text, variables, due_at,
       status, created_at, sent_at, ended_at)
     SELECT gen_random_uuid(), 'seeded:' || id, 'confirmation', id, language, segment, email, name,
       name || ' ' || email, '{}', created_at, 'sent', created_at, created_at, created_at
     FROM early_adopters`,
  )
  await client.query('VACUUM ANALYZE mails')
  await client.end()
}

await runAlone(import.meta, measureSearch)
