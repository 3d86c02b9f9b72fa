import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import pg from 'pg'
import { hashPassword } from '#features/accounts/credentials.ts'
import { listMigrations } from '#platform/database/migrations.ts'
import { startEmbeddedPostgres } from '#platform/embedded-postgres/embedded-postgres.ts'
import { createLog } from '#platform/log.ts'
import { migrateDatabase } from '#platform/postgres.ts'
import { startServerProcess } from './support/server-process.ts'

const password = 'a password of the first days'
const headline = 'Un titular de los primeros días'
const lead = { name: 'Lía Peña', email: 'lia@example.org' }

test('a data folder of the first version is opened by this one, and nothing in it is lost', async (t) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'firmeza-upgrade-'))
  t.after(() => rm(dataDir, { recursive: true, force: true }))
  await makeFirstDataFolder(dataDir)

  const server = await startServerProcess({ DATA_DIR: dataDir })
  try {
    const { send } = server
    const signIn = await send('/api/auth/login', {
      method: 'POST',
      form: { username: 'ines', password },
    })
    assert.equal(signIn.status, 200, signIn.text)
    const { access_token: token } = JSON.parse(signIn.text)
    const headers = { authorization: `Bearer ${token}` }
    const leads = await send('/api/early-adopters', { headers })
    assert.match(leads.text, new RegExp(lead.email))
    assert.match(leads.text, new RegExp(lead.name))
    assert.match((await send('/es/')).text, new RegExp(headline))
    assert.equal((await send('/readyz')).status, 200)
  } finally {
    await server.end('SIGTERM')
  }
})

/** What the first version left behind: its schema with a user, a text and a lead, and its secret. */
async function makeFirstDataFolder(dataDir: string): Promise<void> {
  const postgres = await startEmbeddedPostgres({ dataDir, log: createLog('silent') })
  try {
    const [first = ''] = listMigrations()
    await migrateDatabase(postgres.url, { only: [first] })
    const client = new pg.Client({ connectionString: postgres.url })
    await client.connect()
    await client.query(
      `INSERT INTO users (username, username_key, name, role, password_hash) VALUES ('ines', 'ines', 'Inés', 'admin', $1)`,
      [await hashPassword(password)],
    )
    await client.query(
      `INSERT INTO content_versions
         (key, language, version, content, published, seo_title, seo_description, seo_keywords, created_at, updated_at)
       VALUES ('home-hero', 'es', 1, $1, true, '', '', '', now(), now())`,
      [`<h1>${headline}</h1><p>Y una frase.</p>`],
    )
    await client.query(
      `INSERT INTO early_adopters
         (id, email, email_key, name, segment, interests, language, consented_at, consent_text, search_text, created_at)
       VALUES ($1, $2, $2, $3, 'developer', '{}', 'es', now(), 'Sí', $4, now())`,
      [randomUUID(), lead.email, lead.name, `${lead.name.toLowerCase()} ${lead.email}`],
    )
    await client.end()
  } finally {
    await postgres.stop()
  }
  await writeFile(join(dataDir, 'secret-key'), `${'0123456789abcdef'.repeat(4)}\n`, { mode: 0o600 })
}
