import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'

import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { after, before, describe, test } from 'node:test'
import { promisify } from 'node:util'
import { gunzipSync } from 'node:zlib'

import { putFile } from '#platform/files/file-store.ts'
import type { Postgres } from '#platform/postgres.ts'
import {
  createTestFiles,
  makeArchive,
  openBytes,
  orderOf,
} from '../../../../test/support/backups/archives.ts'
import { connectTestDatabase } from '../../../../test/support/database.ts'
import { until } from '../../../../test/support/until.ts'
import { loadFiles, loadInTransaction } from './loading.ts'
import { writeArchive } from './writing.ts'

const run = promisify(execFile)

/** Tables with every kind of column, with rows that refer to each other in a circle. */
const kinds = `
  CREATE TYPE mood AS ENUM ('calm', 'loud');
  CREATE TABLE kinds (
    number bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY, mood mood, bytes bytea, data jsonb, plain json,
    words text[], ids uuid[], days date[], big numeric(78, 0), real real, double double precision,
    at timestamptz, precise timestamptz(3), day date, span interval, text text NOT NULL,
    folded text GENERATED ALWAYS AS (lower(text)) STORED, tokens tsvector, address inet, yes boolean,
    parent bigint REFERENCES kinds, mate bigint
  );
  CREATE TABLE mates (number bigint PRIMARY KEY, kind bigint NOT NULL REFERENCES kinds);
  ALTER TABLE kinds ADD FOREIGN KEY (mate) REFERENCES mates;
  CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'a trigger ran'; END $$`
const trigger =
  'CREATE TRIGGER refuse BEFORE INSERT OR TRUNCATE ON kinds FOR EACH STATEMENT EXECUTE FUNCTION refuse()'
const rows = `
  INSERT INTO kinds (mood, bytes, data, plain, words, ids, days, big, real, double, at, precise, day, span, text, tokens, address, yes)
  VALUES
    ('loud', '\\x00ff5c0a', '{"a": [1, null, "\\\\n"]}', '{"b":  2}', '{"a,b","\\"", NULL, "\\\\"}', ARRAY[gen_random_uuid()],
     '{2026-01-31}', 123456789012345678901234567890, 0.1, 0.30000000000000004, '2026-03-29 01:30:00.123456+00',
     now(), '0044-03-15 BC', '1 mon -2 days', E'ÁRBOL\\n\\t\\\\.\\r العربية \\\\N', 'árbol:1', '::1', true),
    (NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 'NaN', '-Infinity', 'infinity', NULL, NULL, NULL, '', NULL, NULL, NULL),
    ('calm', '', 'null', 'null', '{}', '{}', '{}', -1, 1e-30, 1e300, '-infinity', NULL, NULL, NULL, E'\\\\.', '', '10.0.0.0/8', false);
  INSERT INTO mates SELECT number, number FROM kinds;
  UPDATE kinds SET parent = number + 1, mate = number WHERE number < 3;
  DELETE FROM kinds WHERE number = 3 AND NOT EXISTS (SELECT FROM kinds k WHERE k.parent = 3);
  INSERT INTO kinds (text) SELECT 'the last, which is deleted' FROM generate_series(1, 5);
  DELETE FROM kinds WHERE number > 3`

let source: Postgres & { url: string }
let target: Postgres & { url: string }
let stored: Awaited<ReturnType<typeof createTestFiles>>
let restored: Awaited<ReturnType<typeof createTestFiles>>
let folder: string
/** All tables of the product, which most tests need not copy. */
let product: string[]

before(async () => {
  ;[source, target] = await Promise.all([connectTestDatabase(), connectTestDatabase()])
  ;[stored, restored] = await Promise.all([createTestFiles(), createTestFiles()])
  folder = await mkdtemp(join(tmpdir(), 'firmeza-test-'))
  const { rows: tables } = await source.pool.query<{ name: string }>(
    "SELECT relname AS name FROM pg_class WHERE relkind IN ('r', 'p') AND relnamespace = 'public'::regnamespace",
  )
  product = tables.map(({ name }) => name)
  for (const { pool } of [source, target]) await pool.query(kinds)
  await source.pool.query(rows)
  for (const { pool } of [source, target]) await pool.query(trigger)
  await source.pool.query(
    `CREATE TABLE analytics_views_2026_11 PARTITION OF analytics_views FOR VALUES FROM ('2026-11-01') TO ('2026-12-01')`,
  )
  await putFile(stored.files, 'pictures/a.webp', Buffer.from('a picture'))
  await putFile(
    stored.files,
    `documents/${'long-name-'.repeat(15)}/${'x'.repeat(30)}.pdf`,
    Buffer.alloc(100_001, 7),
  )
  await putFile(stored.files, 'empty', Buffer.alloc(0))
})
after(async () => {
  await Promise.all([source.close(), target.close(), stored.remove(), restored.remove()])
  await rm(folder, { recursive: true })
})

const order = (more = {}) => orderOf({ databaseUrl: source.url, files: stored.files }, more)
const orderOfFew = (more = {}) => order({ leftOut: product, ...more })
const readKinds = async ({ pool }: Postgres) =>
  (await pool.query('SELECT kinds::text, ctid FROM kinds ORDER BY number')).rows.map(({ kinds }) => kinds)

describe('an archive', () => {
  test('restores every kind of column, circles of rows, numbers and files', async () => {
    const { bytes, manifest } = await makeArchive(order())
    await loadInTransaction(target.url, await openBytes(bytes))
    assert.deepEqual(await readKinds(target), await readKinds(source))
    assert.equal((await readKinds(source)).length, 3)
    // Twice: what is there is replaced.
    await loadInTransaction(target.url, await openBytes(bytes))
    assert.deepEqual(await readKinds(target), await readKinds(source))
    // Numbers that were given are not given again.
    await target.pool.query('ALTER TABLE kinds DISABLE TRIGGER USER')
    const { rows: added } = await target.pool.query("INSERT INTO kinds (text) VALUES ('') RETURNING number")
    assert.deepEqual(added, [{ number: '9' }])
    await target.pool.query('DELETE FROM kinds WHERE number = 9')
    await target.pool.query('ALTER TABLE kinds ENABLE TRIGGER USER')
    await assert.rejects(target.pool.query('INSERT INTO kinds (text, mate) VALUES (1, 99)'), /a trigger ran/)
    await assert.rejects(target.pool.query('UPDATE kinds SET mate = 99'), /foreign key/)
    const again = await makeArchive(orderOf({ databaseUrl: target.url, files: stored.files }))
    assert.deepEqual(again.manifest.tables, manifest.tables)
    assert.deepEqual(again.manifest.partitions, manifest.partitions)
    assert.equal(manifest.partitions.length, 1)

    assert.equal(await loadFiles(restored.files, await openBytes(bytes)), 3)
    assert.equal(await loadFiles(restored.files, await openBytes(bytes)), 0)
    const picture = await restored.files.open('pictures/a.webp')
    assert.equal(picture && (await buffer(picture)).toString(), 'a picture')
  })

  test('is read with the programs that everyone has', async () => {
    const { bytes, manifest } = await makeArchive(order())
    await writeFile(join(folder, 'backup.tar'), bytes)
    await run('tar', ['-xf', 'backup.tar'], { cwd: folder })
    const { stdout } = await run('tar', ['-tf', 'backup.tar'], { cwd: folder })
    const names = stdout.trim().split('\n')
    assert.equal(names[0], 'README.txt')
    assert.deepEqual(names.slice(-2), ['manifest.json', 'SHA256'])
    const part = names.find((name) => /-kinds\//.test(name)) ?? ''
    const lines = gunzipSync(await readFile(join(folder, part)))
      .toString()
      .trimEnd()
      .split('\n')
    assert.equal(lines.length, manifest.tables.find(({ name }) => name === 'kinds')?.rows)
    const list = await readFile(join(folder, 'files-00001.sha256'), 'utf8')
    for (const line of list.trim().split('\n')) {
      const [sha256, name = ''] = line.split('  ')
      assert.equal(
        createHash('sha256')
          .update(await readFile(join(folder, name)))
          .digest('hex'),
        sha256,
      )
    }
    assert.equal(list.split('\n').length, 4)
    assert.deepEqual(JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')), manifest)
    const seal = await readFile(join(folder, 'SHA256'), 'utf8')
    assert.equal(createHash('sha256').update(bytes.subarray(0, -2048)).digest('hex'), seal.trim())
  })

  test('leaves out what it is told to, and refuses to leave out half of something', async () => {
    await source.pool.query(
      "INSERT INTO users (username, username_key, name, role, password_hash) VALUES ('a', 'a', 'a', 'admin', '')",
    )
    const leftOut = ['sessions', 'factor_challenges', 'social_connections']
    const { bytes, manifest } = await makeArchive(
      order({ leftOut, leavesOutFile: (name: string) => name.startsWith('pictures/') }),
    )
    assert.deepEqual(manifest.leftOut, leftOut.toSorted())
    assert.ok(!manifest.tables.some(({ name }) => leftOut.includes(name)))
    assert.equal(manifest.files.count, 2)
    assert.ok(!bytes.includes('a picture'))
    await assert.rejects(makeArchive(order({ leftOut: ['sessions'] })), /refers to rows of sessions/)
    await assert.rejects(makeArchive(order({ leftOut: ['no_table'] })), /no table no_table/)
  })

  test('names the files that were removed meanwhile, and fails with one that breaks off', async () => {
    const { files } = stored
    const forgetful = {
      ...files,
      open: async (name: string) => (name === 'empty' ? undefined : files.open(name)),
    }
    const { bytes, manifest } = await makeArchive(orderOfFew({ files: forgetful }))
    assert.deepEqual(manifest.files, { count: 2, bytes: 100_010, missing: ['empty'] })
    await openBytes(bytes)
    const short = { ...files, open: (name: string) => files.open(name, { start: 0, end: 2 }) }
    await assert.rejects(makeArchive(orderOfFew({ files: short })), /not as long as its store says/)
    const failing = { ...files, open: async () => Readable.from(breakOff(), { objectMode: false }) }
    await assert.rejects(makeArchive(orderOfFew({ files: failing })), /the store is away/)
  })

  test('is of one moment, whatever is written meanwhile', async () => {
    // What leaves the table that is copied first arrives in the one that is copied last.
    for (const name of ['aa_from', 'zz_to'])
      await source.pool.query(`CREATE TABLE ${name} AS SELECT 100000 AS amount`)
    let isOver = false
    const moving = Array.from({ length: 2 }, async () => {
      while (!isOver)
        await source.pool.query(
          'BEGIN; UPDATE aa_from SET amount = amount - 1; UPDATE zz_to SET amount = amount + 1; COMMIT',
        )
    })
    try {
      const sums = new Set<number>()
      for (let round = 0; round < 3; round += 1) {
        const archive = await openBytes((await makeArchive(orderOfFew())).bytes)
        const amounts: number[] = []
        await archive.read({
          async table({ name }, lines) {
            const text = (await buffer(lines)).toString()
            if (name === 'aa_from' || name === 'zz_to') amounts.push(Number(text))
          },
        })
        const [from = 0, to = 0] = amounts
        assert.equal(from + to, 200_000)
        sums.add(from)
      }
      assert.ok(sums.size > 1, 'nothing was written meanwhile')
    } finally {
      isOver = true
      await Promise.all(moving)
      await source.pool.query('DROP TABLE aa_from, zz_to')
    }
  })

  test('fails cleanly when the database goes away, or when it is stopped', async () => {
    await source.pool.query(
      "CREATE TABLE long AS SELECT n, repeat('x', 1000) FROM generate_series(1, 20000) n",
    )
    try {
      for (const stop of [
        (_: AbortController) =>
          source.pool.query(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'firmeza backup' AND datname = current_database()",
          ),
        (controller: AbortController) => controller.abort(new Error('stopped')),
      ]) {
        const controller = new AbortController()
        const { bytes, manifest } = writeArchive(orderOfFew({ signal: controller.signal }))
        let isStopped = false
        const reading = async () => {
          for await (const chunk of bytes) {
            if (!isStopped && chunk.length > 0) {
              isStopped = true
              await stop(controller)
            }
          }
        }
        await assert.rejects(reading(), /terminat|connection error|stopped/i)
        await assert.rejects(manifest)
      }
      // Nobody reads on.
      const { bytes, manifest } = writeArchive(orderOfFew())
      for await (const _ of bytes) break
      await assert.rejects(manifest)
      await until(async () => {
        const { rows } = await source.pool.query(
          "SELECT FROM pg_stat_activity WHERE application_name = 'firmeza backup' AND datname = current_database()",
        )
        return rows.length === 0
      }, 'its connection ends')
    } finally {
      await source.pool.query('DROP TABLE long')
    }
  })

  test('takes rows that are longer than a part, and cuts the others at their ends', async () => {
    await source.pool.query(
      `CREATE TABLE wide AS SELECT n, repeat(md5(n::text), CASE n WHEN 2 THEN 300000 ELSE 1000 END) FROM generate_series(1, 300) n`,
    )
    try {
      const { bytes, manifest } = await makeArchive(orderOfFew())
      assert.equal(manifest.tables.find(({ name }) => name === 'wide')?.rows, 300)
      const archive = await openBytes(bytes)
      assert.deepEqual(archive.manifest, manifest)
    } finally {
      await source.pool.query('DROP TABLE wide')
    }
  })
})

async function* breakOff() {
  yield Buffer.alloc(10)
  throw new Error('the store is away')
}
