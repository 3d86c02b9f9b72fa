// The list of texts with 10,000 versions of every text, compared with 100.
import pg from 'pg'
import { contentKeys } from '#features/content/contract.ts'
import { splitBlocks } from '#features/content/sanitizing/blocks.ts'
import { languages } from '#shared/languages.ts'
import { createDatabase } from './support/database.ts'
import { createReader } from './support/reader.ts'
import { atMost, type Finding, format, median, runAlone } from './support/report.ts'
import { startFreshServer, startServer } from './support/server.ts'

const sizes = { few: 100, many: 10_000 } as const
/** Whether an answer is what was asked for. */
const isRight = (body: string) => body.includes('"outdated":true')

const rounds = 60
const warmUps = 15

const reads = {
  'the list of texts': '/api/content',
  'what changed in the source of a translation': '/api/content/home-hero/translation?language=de',
} as const

export async function measureContentList(): Promise<Finding[]> {
  // Two processes on one PostgreSQL, so that both sizes are read under the same conditions.
  await using few = await startFreshServer()
  const fewUrl = await few.databaseUrl()
  const manyUrl = await createDatabase(fewUrl, 'firmeza_versions')
  await using many = await startServer({ dataDir: few.dataDir, databaseUrl: manyUrl })
  await seedVersions(fewUrl, sizes.few)
  await seedVersions(manyUrl, sizes.many)
  const readers = { few: await createReader(few, isRight), many: await createReader(many, isRight) }

  const findings: Finding[] = []
  for (const [name, path] of Object.entries(reads)) {
    const times = { few: [] as number[], many: [] as number[] }
    for (let round = 0; round < warmUps + rounds; round++) {
      const order = round % 2 ? (['few', 'many'] as const) : (['many', 'few'] as const)
      for (const size of order) {
        const time = await readers[size](path)
        if (round >= warmUps) times[size].push(time)
      }
    }
    const [at100, at10000] = [median(times.few), median(times.many)]
    findings.push(
      atMost(3, {
        promise: `${name}, at 10,000 versions of each against 100`,
        measured: `${format(at10000)} ms against ${format(at100)} ms`,
        ratio: at10000 / at100,
      }),
    )
  }
  return findings
}

const paragraphs = '<p>A paragraph of an ordinary length, with <strong>one</strong> word in bold.</p>'.repeat(
  8,
)
const textOf = (version: number | string) => `<h1>Text ${version}</h1>${paragraphs}`

/**
 * Writes versions of every key, spread over the languages. The newest but one of each language is published, and the
 * translations were made from the source before that.
 */
async function seedVersions(url: string, count: number): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const versions = count / languages.length
  const basis = splitBlocks(textOf(versions - 2)).map(({ fingerprint }) => fingerprint)
  for (const key of contentKeys) {
    await client.query(
      `INSERT INTO content_versions (key, language, version, content, published, seo_title, seo_description,
         seo_keywords, basis, made_by, created_at, updated_at)
       SELECT $1, language, version, replace($4, '#', version::text), version = $2::int - 1, 'A title', '', '',
         CASE WHEN language <> 'es' THEN $5::jsonb END,
         'person', now() - version * interval '1 minute', now() - version * interval '1 minute'
       FROM unnest($3::text[]) AS language, generate_series(1, $2::int) AS version`,
      [key, versions, [...languages], textOf('#'), JSON.stringify(basis)],
    )
  }
  await client.query('VACUUM ANALYZE content_versions')
  await client.end()
}

await runAlone(import.meta, measureContentList)
