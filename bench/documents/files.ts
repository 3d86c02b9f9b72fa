// A published file, compared with @fastify/static alone; lists and searches with 2,000 documents of 50 pages, compared with 20.
import { cp, mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { add } from '../../test/support/documents/library.ts'
import { pdfFile } from '../../test/support/documents/pdf-file.ts'
import { createHttpClient } from '../../test/support/http-client.ts'
import { until } from '../../test/support/until.ts'
import { startBaseline } from '../support/baseline.ts'
import { createDatabase } from '../support/database.ts'
import { compareLoad } from '../support/load.ts'
import { createReader } from '../support/reader.ts'
import { atLeast, atMost, type Finding, format, median, runAlone } from '../support/report.ts'
import { makeDataDir, startFreshServer, startServer } from '../support/server.ts'

const sizes = { few: 20, many: 2_000 } as const
const pagesOfEach = 50
/** Whether an answer is what was asked for. */
const isRight = (body: string) => /documento/i.test(body)

const rounds = 40
const warmUps = 10

const reads = {
  'the list of documents': '/api/documents?sortBy=title&sortOrder=asc',
  'a search in the list of documents': '/api/documents?search=documento+7',
  'a search for a rare word inside documents': '/es/docs/search?q=ornitorrinco',
  'a search for a common word inside documents': '/es/docs/search?q=certificado',
} as const

export async function measureDocuments(): Promise<Finding[]> {
  return [...(await measureFile()), ...(await measureLists())]
}

async function measureFile(): Promise<Finding[]> {
  await using server = await startFreshServer()
  const admin = createHttpClient(server.url, { authorization: `Bearer ${await server.signIn()}` })
  const file = pdfFile({ padding: 1_000_000 })
  const { id } = await add(admin, { file, title: 'Measured', clean_metadata: 'false' })
  const isReady = async () => (await admin(`/api/documents/${id}`)).text.includes('"file_state":"ready"')
  await until(isReady, 'the file has been read')
  await admin(`/api/documents/${id}/publish`, { method: 'POST', json: {} })
  await using folder = await makeDataDir()
  const { rows } = await queryOf(await server.databaseUrl(), 'SELECT file_path FROM documents')
  const copy = join(folder.path, 'measured.pdf')
  await mkdir(dirname(copy), { recursive: true })
  await cp(join(server.dataDir, 'files', rows[0].file_path), copy)
  await using bare = await startBaseline({ does: 'static', folder: folder.path })
  const urls = { product: `${server.url}/files/measured.pdf`, bare: `${bare.url}/measured.pdf` }
  const { rates, ratio } = await compareLoad({ product: { url: urls.product }, bare: { url: urls.bare } })
  const first = { product: [] as number[], bare: [] as number[] }
  for (let round = 0; round < rounds; round++)
    for (const name of ['product', 'bare'] as const) first[name].push(await timeFirstByte(urls[name]))
  return [
    atLeast(0.7, {
      promise: 'a published file of 1 MB against @fastify/static',
      measured: `${format(rates.product ?? 0)}/s against ${format(rates.bare ?? 0)}/s`,
      ratio: ratio('product', 'bare'),
    }),
    atMost(1.5, {
      promise: 'its first byte against @fastify/static',
      measured: `${format(median(first.product))} ms against ${format(median(first.bare))} ms`,
      ratio: median(first.product) / median(first.bare),
    }),
  ]
}

async function timeFirstByte(url: string): Promise<number> {
  const begun = performance.now()
  const { body } = await fetch(url)
  const reader = body?.getReader()
  await reader?.read()
  const time = performance.now() - begun
  await reader?.cancel()
  return time
}

async function measureLists(): Promise<Finding[]> {
  // Two processes on one PostgreSQL, so that both sizes are read under the same conditions.
  await using few = await startFreshServer()
  const fewUrl = await few.databaseUrl()
  const manyUrl = await createDatabase(fewUrl, 'firmeza_documents')
  await using many = await startServer({ dataDir: few.dataDir, databaseUrl: manyUrl })
  await seedDocuments(fewUrl, sizes.few)
  await seedDocuments(manyUrl, sizes.many)
  const readers = { few: await createReader(few, isRight), many: await createReader(many, isRight) }
  const findings: Finding[] = []
  for (const [name, path] of Object.entries(reads)) {
    const times = { few: [] as number[], many: [] as number[] }
    for (let round = 0; round < warmUps + rounds; round++) {
      for (const size of round % 2 ? (['few', 'many'] as const) : (['many', 'few'] as const)) {
        const time = await readers[size](path)
        if (round >= warmUps) times[size].push(time)
      }
    }
    const [small, large] = [median(times.few), median(times.many)]
    findings.push(
      atMost(3, {
        promise: `${name}, with 2,000 of 50 pages against 20`,
        measured: `${format(large)} ms against ${format(small)} ms`,
        ratio: large / small,
      }),
    )
  }
  return findings
}

/** Published documents; every page has a common word, and one page in all of them a rare one. */
async function seedDocuments(url: string, count: number): Promise<void> {
  await queryOf(
    url,
    `INSERT INTO documents (slug, title, category, status, original_filename, file_path, file_size, file_digest,
       file_modified_at, page_count, mapped_language, search_text, created_at, updated_at, published_at)
     SELECT 'documento-' || n, 'Documento ' || n, 'guide', 'published', n || '.pdf', 'documents/' || n || '/file.pdf', 1000000, 'x',
       now(), $2::int, 'es', 'documento ' || n, now(), now(), now() FROM generate_series(1, $1::int) AS n`,
    [count, pagesOfEach],
  )
  await queryOf(
    url,
    `INSERT INTO document_versions (document_id, number, key, original_filename, file_path, file_size, file_digest, state,
       cleans_metadata, is_read, created_at)
     SELECT id, 1, gen_random_uuid(), original_filename, file_path, 1, 'x', 'ready', true, true, now() FROM documents`,
  )
  await queryOf(
    url,
    `INSERT INTO document_pages (document_id, number, page, words, vector)
     SELECT id, 1, page, words, to_tsvector('spanish', words) FROM (
       SELECT id, page, 'Cada certificado se comprueba ' || repeat('palabra' || (page * 7 % 40) || ' de una pagina corriente ', 60)
         || CASE WHEN slug = 'documento-7' AND page = 3 THEN ' ornitorrinco' ELSE '' END AS words
       FROM documents CROSS JOIN generate_series(1, $1::int) AS page
     ) AS written`,
    [pagesOfEach],
  )
  await queryOf(url, 'VACUUM ANALYZE documents')
  await queryOf(url, 'VACUUM ANALYZE document_pages')
}

async function queryOf(url: string, text: string, values: unknown[] = []): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await client.query(text, values)
  } finally {
    await client.end()
  }
}

await runAlone(import.meta, measureDocuments)
