import assert from 'node:assert/strict'
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { sql } from 'drizzle-orm'
import { migrateDatabase } from '#platform/postgres.ts'
import { StartError } from '#platform/start-error.ts'
import { startTestApp, type TestApp } from '../../../test/support/build-app.ts'
import { draftOf, registrationOf } from '../../../test/support/factories.ts'
import { isCompatible } from './compatible-migrations.ts'

const migrations = fileURLToPath(new URL('../../../migrations', import.meta.url))
let older: TestApp
/** The migrations of a newer version. */
let newer: string

before(async () => {
  older = await startTestApp()
  newer = mkdtempSync(join(tmpdir(), 'firmeza-migrations-'))
  cpSync(migrations, newer, { recursive: true })
})
after(async () => {
  await older.close()
  rmSync(newer, { recursive: true })
})

/** Applies one more migration, as a newer version does at its start. */
async function migrate(name: string, text: string): Promise<void> {
  mkdirSync(join(newer, name))
  writeFileSync(join(newer, name, 'migration.sql'), text)
  await migrateDatabase(older.databaseUrl, { folder: newer })
}

/** Uses the older process for what writes to the tables that have changed. */
async function use(): Promise<void> {
  assert.equal((await older.send('/api/early-adopters', { json: registrationOf() })).status, 201)
  const editor = await older.signIn()
  const draft = draftOf({ version: ++version, published: true, content: `<h1>${version}</h1>` })
  assert.equal((await editor('/api/content', { json: draft })).status, 201)
  assert.match((await older.send('/es/')).text, new RegExp(`<h1[^>]*>${version}</h1>`))
  assert.equal((await editor('/api/early-adopters')).status, 200)
}
let version = 0

describe('an older process meets a newer schema', () => {
  test('and goes on, and starts, when every migration that it does not know is compatible', async () => {
    await use()
    await migrate(
      '29990101000000_first',
      `-- compatible
ALTER TABLE early_adopters ADD COLUMN nickname text, ADD COLUMN visits integer NOT NULL DEFAULT 0;--> statement-breakpoint
CREATE TABLE nicknames (id integer PRIMARY KEY);--> statement-breakpoint
ALTER TABLE content_versions ADD COLUMN nickname text;`,
    )
    await use()
    await migrateDatabase(older.databaseUrl)
    await use()
  })

  test('and is refused at its start when one takes something away, whatever came before', async () => {
    await migrate('29990102000000_second', 'ALTER TABLE early_adopters ADD COLUMN other text;')
    await use()
    await assert.rejects(migrateDatabase(older.databaseUrl), (error) => {
      assert.ok(error instanceof StartError)
      assert.match(error.message, /newer version .*29990102000000_second.*: start that version, or restore/)
      return true
    })
    await migrateDatabase(older.databaseUrl, { folder: newer })
    const { rows } = await older.db.execute<{ name: string }>(
      sql`SELECT name FROM drizzle.compatible_migrations WHERE name LIKE '2999%'`,
    )
    assert.deepEqual(rows, [{ name: '29990101000000_first' }])
  })
})

test('a migration that says it is compatible takes nothing away', () => {
  const takesAway =
    /\bDROP (TABLE|COLUMN|FUNCTION|VIEW|TYPE)\b|\bRENAME\b|SET DATA TYPE|\bSET NOT NULL\b|ADD COLUMN (?:(?!DEFAULT|,|;).)*NOT NULL(?!(?:(?!,|;).)*DEFAULT)|ADD CONSTRAINT(?!.*NOT VALID)/is
  assert.match('ALTER TABLE a ADD COLUMN b text NOT NULL;', takesAway)
  assert.match('ALTER TABLE a RENAME COLUMN b TO c', takesAway)
  assert.doesNotMatch(
    'ALTER TABLE a ADD COLUMN b text; ALTER TABLE a ADD COLUMN c int DEFAULT 0 NOT NULL;',
    takesAway,
  )
  for (const path of globSync(`${migrations}/*/migration.sql`)) {
    const text = readFileSync(path, 'utf8')
    if (isCompatible(text)) assert.doesNotMatch(text, takesAway, path)
  }
})
