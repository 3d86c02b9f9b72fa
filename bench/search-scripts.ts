// The search of the team's list in five scripts, with 100,000 leads compared with 1,000.
import pg from 'pg'
import { createDatabase } from './support/database.ts'
import { atMost, type Finding, format, median, runAlone } from './support/report.ts'
import { type RunningServer, startFreshServer, startServer } from './support/server.ts'

const sizes = { few: 1_000, many: 100_000 } as const
const rounds = 15
const warmUps = 5

/** Sixteen letters of each script, of which names and companies are made. */
const scripts = {
  Latin: 'abcdefghiklmnopr',
  Cyrillic: 'абвгдежзиклмнопр',
  Chinese: '王李张刘陈杨黄赵吴周徐孙马朱胡林',
  Arabic: 'ابتثجحخدذرزسشصضط',
  Hindi: 'कखगघचछजझटठडढतथदध',
} as const

/** Where a word is taken from: a name of one person, or a company of one in 500. */
const searches = {
  'one person': (name: string) => name,
  'one in 500': (_name: string, company: string) => company,
  'three letters': (name: string) => name.slice(2, 5),
  'two letters': (name: string) => name.slice(2, 4),
} as const

export async function measureSearchScripts(): Promise<Finding[]> {
  await using few = await startFreshServer()
  const fewUrl = await few.databaseUrl()
  const manyUrl = await createDatabase(fewUrl, 'firmeza_scripts')
  await using many = await startServer({ dataDir: few.dataDir, databaseUrl: manyUrl })
  await seedScripts(fewUrl, sizes.few)
  await seedScripts(manyUrl, sizes.many)
  const tokens = { few: await few.signIn(), many: await many.signIn() }

  const findings: Finding[] = []
  for (const [place, script] of Object.keys(scripts).entries()) {
    const person = await findPerson(fewUrl, place)
    for (const [name, wordOf] of Object.entries(searches)) {
      const word = wordOf(person.name, person.company)
      const times = { few: [] as number[], many: [] as number[] }
      for (let round = 0; round < warmUps + rounds; round++) {
        const fewTime = await search(few, tokens.few, word)
        const manyTime = await search(many, tokens.many, word)
        if (round < warmUps) continue
        times.few.push(fewTime)
        times.many.push(manyTime)
      }
      const [at1000, at100000] = [median(times.few), median(times.many)]
      findings.push(
        atMost(3, {
          promise: `search in ${script}, ${name}, at 100,000 against 1,000`,
          measured: `${format(at100000)} ms against ${format(at1000)} ms`,
          ratio: at100000 / at1000,
        }),
      )
    }
  }
  return findings
}

/** Fills the list with people whose names are in the five scripts by turns; the first ones are the same at any size. */
async function seedScripts(databaseUrl: string, count: number): Promise<void> {
  await withClient(databaseUrl, async (client) => {
    await client.query(
      `WITH drawn AS (
         SELECT n, translate(substr(md5(n::text), 1, 12), '0123456789abcdef', letters) AS name,
           translate(substr(md5('company' || n % 500), 1, 9), '0123456789abcdef', letters) AS company,
           now() - n * interval '1 minute' AS moment, n || '@example.test' AS email
         FROM generate_series(1, $1::int) AS n, LATERAL (SELECT ($2::text[])[1 + n % 5] AS letters) AS script)
       INSERT INTO early_adopters (id, email, email_key, name, company, segment, interests, language, consented_at,
         consent_text, search_text, created_at, last_contact_at)
       SELECT gen_random_uuid(), email, email, name, company, 'developer', '{identity}', 'es', moment, 'made up',
         name || ' ' || email || ' ' || company, moment, moment FROM drawn`,
      [count, Object.values(scripts)],
    )
    await client.query('VACUUM ANALYZE early_adopters')
  })
}

/** Somebody in the middle of the shorter list. */
async function findPerson(databaseUrl: string, place: number): Promise<{ name: string; company: string }> {
  return withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ name: string; company: string }>(
      'SELECT name, company FROM early_adopters WHERE email_key = $1',
      [`${500 + place}@example.test`],
    )
    if (!rows[0]) throw new Error('the list is empty')
    return rows[0]
  })
}

/** Sends a signed-in search and measures it in milliseconds. */
async function search(server: RunningServer, token: string, word: string): Promise<number> {
  const url = `${server.url}/api/early-adopters?${new URLSearchParams({ search: word })}`
  const begun = performance.now()
  const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` } })
  const body = await answer.text()
  const time = performance.now() - begun
  if (answer.status !== 200 || body === '[]') throw new Error(`${url} answers ${answer.status} ${body}`)
  return time
}

async function withClient<Result>(url: string, use: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return use(client).finally(() => client.end())
}

await runAlone(import.meta, measureSearchScripts)
