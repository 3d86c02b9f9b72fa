import { createHash } from 'node:crypto'
import type { Pool } from 'pg'
import type { Archive } from '#features/backups/archive/archive.ts'
import { hashRows } from '#platform/database/copying/row-hash.ts'
import { openSnapshot } from '#platform/database/copying/snapshot-store.ts'
import { type FileStore, readFile } from '#platform/files/file-store.ts'
import { erasedMark, type Writers, type Written } from './writers.ts'

/** What a restore on an empty machine changes, so that nothing is sent twice and both logs go on (docs/restoring-rules.md). */
export const restoredTables: readonly string[] = [
  ...['audit_entries', 'audit_queue', 'campaigns', 'confirmation_queue', 'ledger_former_logs', 'ledger_head'],
  ...['ledger_openings', 'ledger_queue', 'mail_counts', 'mails', 'report_mails', 'sensitive_actions'],
  'social_posts',
]
/** The tables, and files, that are not in a restored installation as they are in the archive, by the hashes of their rows. */
export async function findDifferences(
  archive: Archive,
  { databaseUrl, files }: { databaseUrl: string; files: FileStore },
): Promise<{ tables: string[]; files: string[] }> {
  const different: { tables: string[]; files: string[] } = { tables: [], files: [] }
  const snapshot = await openSnapshot(databaseUrl)
  try {
    await archive.read({
      async table({ name, columns }, rows) {
        const archived = await hashRows(rows)
        const table = snapshot.tables.find((one) => one.name === name)
        const restored = table && (await hashRows(snapshot.copy({ ...table, columns })))
        if (restored !== archived) different.tables.push(name)
      },
      async file({ name }, content) {
        const sha256 = createHash('sha256')
        for await (const chunk of content) sha256.update(chunk)
        const restored = await readFile(files, name)
        if (!restored || createHash('sha256').update(restored).digest('hex') !== sha256.digest('hex'))
          different.files.push(name)
      },
    })
  } finally {
    await snapshot.close()
  }
  return different
}

/**
 * What is half in a restored database: rows that refer to rows that are not there, changes without their records, people who are
 * erased in a part of the tables. Tables that backups leave out are empty, whatever was recorded of them.
 */
export async function findHalves(pool: Pool, leftOut: readonly string[]): Promise<string[]> {
  const unrecorded = await findUnrecorded(pool, leftOut)
  return [...(await findBrokenReferences(pool)), ...unrecorded, ...(await findHalfErased(pool))]
}

interface ForeignKey {
  name: string
  source: string
  target: string
  from: string[]
  to: string[]
}

/** Foreign keys that do not hold, whatever PostgreSQL believes of them. */
async function findBrokenReferences(pool: Pool): Promise<string[]> {
  const { rows: keys } = await pool.query<ForeignKey>(
    `SELECT conname AS name, conrelid::regclass::text AS source, confrelid::regclass::text AS target,
       ARRAY (SELECT quote_ident(attname) FROM unnest(conkey) WITH ORDINALITY AS part (number, place)
              JOIN pg_attribute ON attrelid = conrelid AND attnum = number ORDER BY place) AS from,
       ARRAY (SELECT quote_ident(attname) FROM unnest(confkey) WITH ORDINALITY AS part (number, place)
              JOIN pg_attribute ON attrelid = confrelid AND attnum = number ORDER BY place) AS to
     FROM pg_constraint WHERE contype = 'f' AND connamespace = 'public'::regnamespace`,
  )
  const broken: string[] = []
  for (const { name, source, target, from, to } of keys) {
    const isSet = from.map((column) => `one.${column} IS NOT NULL`).join(' AND ')
    const fits = from.map((column, index) => `other.${to[index]} = one.${column}`).join(' AND ')
    const { rowCount } = await pool.query(
      `SELECT FROM ${source} AS one WHERE ${isSet} AND NOT EXISTS (SELECT FROM ${target} AS other WHERE ${fits}) LIMIT 1`,
    )
    if (rowCount) broken.push(`${source}: ${name}`)
  }
  if (keys.length === 0) broken.push('there is no foreign key')
  return broken
}

/**
 * Rows of recorded tables that the audit log knows nothing of, and entries of rows that are not there: both are written in one
 * transaction.
 */
async function findUnrecorded(pool: Pool, leftOut: readonly string[]): Promise<string[]> {
  const { rows: tables } = await pool.query<{ name: string; parameters: Buffer }>(
    `SELECT relname AS name, tgargs AS parameters FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid
     WHERE tgname = 'audit_insert' AND relnamespace = 'public'::regnamespace AND relname <> ALL ($1) ORDER BY 1`,
    [leftOut],
  )
  const found: string[] = []
  for (const { name, parameters } of tables) {
    const [key = '', , , , , , , shown = ''] = parameters.toString().split('\0')
    const { rows } = await pool.query<{ fault: string; row: string }>(
      `WITH entries AS (
         SELECT id, operation, row_key FROM audit_entries WHERE subject = $1 AND row_key <> ''
         UNION ALL SELECT id, operation, jsonb_array_elements_text(after -> 'rows') FROM audit_entries
           WHERE subject = $1 AND row_key = '' AND after ? 'rows'
       ), last AS (
         SELECT DISTINCT ON (row_key) row_key, operation FROM entries ORDER BY row_key, id DESC
       ), present AS (
         SELECT audit_row_key(to_jsonb(one), $2::text[]) AS row_key FROM public."${name}" AS one
         WHERE $3 = '' OR to_jsonb(one) -> $3 = 'true'
       )
       SELECT CASE WHEN present.row_key IS NULL THEN 'is not there' ELSE 'is not recorded' END AS fault,
         coalesce(present.row_key, last.row_key) AS row
       FROM present FULL JOIN last USING (row_key)
       WHERE (present.row_key IS NULL AND last.operation <> 'delete')
         OR (present.row_key IS NOT NULL AND coalesce(last.operation, 'delete') = 'delete')
       LIMIT 3`,
      [name, key, shown],
    )
    found.push(...rows.map(({ fault, row }) => `${name} ${row} ${fault}`))
  }
  return found
}

/** Tables with something of a person who was erased, and is not among the leads. */
async function findHalfErased(pool: Pool): Promise<string[]> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `SELECT oid::regclass::text AS name FROM pg_class
     WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition`,
  )
  const found: string[] = []
  for (const { name } of tables) {
    const { rows } = await pool.query<{ mark: string }>(
      `SELECT DISTINCT mark[1] AS mark FROM ${name} AS one, regexp_matches(one::text, $1, 'g') AS mark
       WHERE mark[1] NOT IN (SELECT name FROM early_adopters)`,
      [`${erasedMark}-\\d+`],
    )
    found.push(...rows.map(({ mark }) => `${name} knows ${mark}`))
  }
  return found
}

/** Documents whose file is missing, or another one. */
export async function findWithoutFile(pool: Pool, files: FileStore): Promise<string[]> {
  const { rows } = await pool.query<{ path: string; digest: string }>(
    'SELECT file_path AS path, file_digest AS digest FROM documents',
  )
  const found: string[] = rows.length === 0 ? ['there is no document'] : []
  for (const { path, digest } of rows) {
    const bytes = await readFile(files, path)
    if (!bytes || createHash('sha256').update(bytes).digest('hex') !== digest) found.push(path)
  }
  return found
}

/** What was written before a backup was begun and is missing, or after it had ended and is there. */
export async function findUntimely(
  pool: Pool,
  { leads, texts, notes, files, erased }: Writers['written'],
  { begun, ended }: { begun: number; ended: number },
): Promise<string[]> {
  const listOf = async (query: string) =>
    new Set((await pool.query<{ id: string }>(query)).rows.map(({ id }) => id))
  const people = await listOf('SELECT email AS id FROM early_adopters')
  const kept: [readonly Written[], ReadonlySet<string>][] = [
    [leads, people],
    [texts, await listOf('SELECT id FROM content_versions')],
    [notes, await listOf('SELECT id FROM lead_notes')],
    [files, await listOf('SELECT id FROM documents UNION ALL SELECT id FROM pictures')],
  ]
  const untimely = kept.flatMap(([written, there]) =>
    written.filter(
      ({ id, begunAt, endedAt }) => (endedAt < begun && !there.has(id)) || (begunAt > ended && there.has(id)),
    ),
  )
  const back = erased.filter(
    ({ id, begunAt, endedAt }) => (endedAt < begun || begunAt > ended) && people.has(id),
  )
  return [...untimely, ...back].map(({ id }) => id)
}
