// The list and the history of a text with 10,000 versions, compared with 100.
import pg from 'pg'
import { languages } from '#shared/languages.ts'
import { createDatabase } from './support/database.ts'
import { atMost, type Finding, format, median, runAlone } from './support/report.ts'
import { type RunningServer, startFreshServer, startServer } from './support/server.ts'

const sizes = { few: 100, many: 10_000 } as const
const rounds = 60
const warmUps = 15
const key = 'home-hero'

/** The number of a key's versions in each language except Spanish, which has all the others. */
const elsewhere = (size: number) => size / 100
const inSpanish = (size: number) => size - elsewhere(size) * (languages.length - 1)

/** One request of the content screens. */
const reads: Record<string, (size: number) => string> = {
  'the content list': () => '/api/content',
  'the versions of a language': () => `/api/content/${key}/all?language=es`,
  'the history of a language': () => `/api/content/${key}/actions?language=es`,
  'the history of a language, in the middle': (size) =>
    `/api/content/${key}/actions?language=es&offset=${Math.floor(inSpanish(size) / 2)}`,
  'the history of a language, at its end': (size) =>
    `/api/content/${key}/actions?language=es&offset=${inSpanish(size) - 50}`,
  'the history of all languages': () => `/api/content/${key}/actions`,
  'one version': (size) => `/api/content/${key}?language=es&version=${Math.floor(inSpanish(size) / 2)}`,
}

export async function measureContentHistory(): Promise<Finding[]> {
  // Two processes on one PostgreSQL, so that both sizes are read under the same conditions.
  await using few = await startFreshServer()
  const fewUrl = await few.databaseUrl()
  const manyUrl = await createDatabase(fewUrl, 'firmeza_many_versions')
  await using many = await startServer({ dataDir: few.dataDir, databaseUrl: manyUrl })
  await seedVersions(fewUrl, sizes.few)
  await seedVersions(manyUrl, sizes.many)
  const readers = { few: await createReader(few, sizes.few), many: await createReader(many, sizes.many) }

  const findings: Finding[] = []
  for (const name of [...Object.keys(reads), presence]) {
    const times = { few: [] as number[], many: [] as number[] }
    for (let round = 0; round < warmUps + rounds; round++) {
      const order = round % 2 ? (['few', 'many'] as const) : (['many', 'few'] as const)
      for (const size of order) {
        const time = await readers[size](name)
        if (round >= warmUps) times[size].push(time)
      }
    }
    const [at100, at10000] = [median(times.few), median(times.many)]
    findings.push(
      atMost(3, {
        promise: `${name}, at 10,000 versions against 100`,
        measured: `${format(at10000)} ms against ${format(at100)} ms`,
        ratio: at10000 / at100,
      }),
    )
  }
  return findings
}

const presence = 'a heartbeat of an open editor'

/** Inserts versions of the key, each with its entry in the history, and publishes the newest of each language. */
async function seedVersions(url: string, size: number): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  for (const language of languages) {
    await client.query(
      `INSERT INTO content_versions
         (key, language, version, content, published, seo_title, seo_description, seo_keywords, author_id, created_at, updated_at)
       SELECT $1, $2, version, '<h1>Versión ' || version || '</h1>' || repeat('<p>Un párrafo de una longitud corriente.</p>', 8),
         version = $3, 'Título', 'Descripción', '', (SELECT id FROM users LIMIT 1),
         now() - ($3 - version) * interval '1 minute', now() - ($3 - version) * interval '1 minute'
       FROM generate_series(1, $3::int) AS version`,
      [key, language, language === 'es' ? inSpanish(size) : elsewhere(size)],
    )
  }
  await client.query(
    `INSERT INTO content_actions (at, action, key, language, version, actor_id)
     SELECT created_at, 'save', key, language, version, author_id FROM content_versions`,
  )
  await client.query('VACUUM ANALYZE content_versions, content_actions')
  await client.end()
}

/** Sends a signed-in request and measures it in milliseconds. */
async function createReader(server: RunningServer, size: number): Promise<(name: string) => Promise<number>> {
  const headers = { authorization: `Bearer ${await server.signIn()}`, 'content-type': 'application/json' }
  const beat = { method: 'PUT', body: JSON.stringify({ editor: crypto.randomUUID(), language: 'es' }) }
  return async (name) => {
    const read = reads[name]
    const url = server.url + (read ? read(size) : `/api/content/${key}/presence`)
    const begun = performance.now()
    const answer = await fetch(url, { headers, ...(!read && beat) })
    const body = await answer.text()
    const time = performance.now() - begun
    if (answer.status !== 200 || body === '[]') throw new Error(`${url} answers ${answer.status} ${body}`)
    return time
  }
}

await runAlone(import.meta, measureContentHistory)
