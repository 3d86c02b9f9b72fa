import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import pg from 'pg'
import { z } from 'zod'
import { LoginResponse } from '#features/accounts/contract.ts'
import { ErasureResult } from '#features/early-adopters/contract.ts'
import { foldText } from '#shared/fold-text.ts'
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.ts'
import { registrationOf } from '../../../../test/support/factories.ts'
import { createHttpClient, type Send } from '../../../../test/support/http-client.ts'
import { type ServerProcess, startServerProcess } from '../../../../test/support/server-process.ts'
import { until } from '../../../../test/support/until.ts'

const password = 'correct horse battery'
/** The personal data to look for: in any case, also escaped or encoded. */
const person = {
  email: 'Zuleika.Quintanar@Beispiel.example',
  name: 'Zuleika Quintanár',
  company: 'Ferretería Xochimilco',
  message: 'Tlaquepaque-Zertifikate prüfen',
}
const nowhere = '00000000-0000-4000-8000-000000000000'

let database: TestDatabase
let dataDir: string
let server: ServerProcess
let client: pg.Client
let admin: Send

async function start() {
  database = await createTestDatabase()
  dataDir = await mkdtemp(join(tmpdir(), 'firmeza-test-'))
  server = await startServerProcess({
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    ADMIN_PASSWORD: password,
    LOG_LEVEL: 'trace',
  })
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
  const reply = await server.send('/api/auth/login', { form: { username: 'admin', password } })
  const { access_token: token } = reply.read(LoginResponse)
  admin = createHttpClient(server.url, { authorization: `Bearer ${token}` })
}
async function stop() {
  await client.end()
  await server.end('SIGTERM')
  await database.drop()
  await rm(dataDir, { recursive: true })
}

/** The tables that contain personal data of the person in any column. */
async function findTraces(words: string[]): Promise<string[]> {
  const { rows: tables } = await client.query<{ schema: string; table: string }>(
    `SELECT table_schema AS schema, table_name AS table FROM information_schema.tables
     WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema')`,
  )
  assert.ok(tables.length > 20, `only ${tables.length} tables were read`)
  const found: string[] = []
  for (const { schema, table } of tables) {
    const name = `"${schema}"."${table}"`
    const { rows } = await client.query<{ row: string }>(`SELECT row_to_json(t)::text AS row FROM ${name} t`)
    if (rows.some(({ row }) => hasTrace(row, words))) found.push(`${schema}.${table}`)
  }
  return found
}

function hasTrace(text: string, words: string[]): boolean {
  const plain = foldText(text)
  const forms = words.flatMap((word) => {
    const folded = foldText(word)
    const encodings = [
      Buffer.from(word).toString('base64').slice(0, -4).toLowerCase(),
      encodeURIComponent(word).toLowerCase(),
    ]
    return [folded, folded.replaceAll(' ', '_'), ...encodings]
  })
  return forms.some((form) => plain.includes(form))
}

function filesWithTraces(words: string[]): string[] {
  const files = readdirSync(dataDir, { recursive: true, withFileTypes: true }).filter((file) => file.isFile())
  return files
    .map((file) => join(file.parentPath, file.name))
    .filter(
      (path) => hasTrace(readFileSync(path, 'latin1'), words) || hasTrace(readFileSync(path, 'utf8'), words),
    )
}

const rowsOf = async (query: string) => (await client.query(query)).rowCount ?? 0

describe('erasing', () => {
  // Hooks of this suite, so that they run before the database is dropped.
  before(start)
  after(stop)

  describe('erasing a lead with data of every kind', () => {
    test('leaves no trace in any table, file or log, and counts that name nobody', async () => {
      const words = [...Object.values(person), 'zuleika.quintanar@andere.example']
      const sent = { json: registrationOf({ ...person, kind: 'demo' }), headers: { 'accept-language': 'de' } }
      assert.equal((await server.send('/api/early-adopters', sent)).status, 201)
      const { rows } = await client.query<{ id: string }>('SELECT id FROM early_adopters')
      const id = rows[0]?.id ?? ''
      // Two leads that are not erased.
      for (let more = 0; more < 2; more++)
        await server.send('/api/early-adopters', { json: registrationOf() })
      await server.send('/api/early-adopters', sent)
      const note = { text: `${person.name} rief an` }
      assert.equal((await admin(`/api/leads/${id}/notes`, { json: note })).status, 201)
      const award = { lead_id: id, badge_type: 'pioneer' }
      const awarded = await admin('/api/badges', { json: award })
      assert.equal(awarded.status, 201)
      const { id: badgeId } = awarded.read(z.object({ id: z.uuid() }))
      assert.ok(hasTrace((await server.send(`/badges/${badgeId}`)).text, words))
      await server.send(`/credentials/${badgeId}/badge.png`)
      await server.send('/es/rights', { form: { email: person.email } })
      await admin(`/api/early-adopters?search=${encodeURIComponent(person.name)}`)
      await until(
        async () => (await rowsOf(`SELECT FROM mails WHERE lead_id = '${id}' AND status = 'outbox'`)) >= 6,
        'the mails',
      )
      const { rows: mails } = await client.query<{ raw: string }>(
        `SELECT raw FROM mails WHERE lead_id = '${id}'`,
      )
      for (const [address] of mails.flatMap(({ raw }) => [
        ...raw.matchAll(/\/(?:m\/[oc]|unsubscribe)\/[\w-]+/g),
      ])) {
        await server.send(address)
      }
      await server.send('/api/early-adopters', {
        json: { ...registrationOf(person), email: `${person.email}<` },
      })
      const newEmail = { email: `zuleika.quintanar@andere.example` }
      assert.equal((await admin(`/api/leads/${id}`, { method: 'PATCH', json: newEmail })).status, 200)
      const revocation = { reason: `${person.name} wollte es so` }
      assert.equal((await admin(`/api/badges/${badgeId}/revoke`, { json: revocation })).status, 200)
      // Rows without a lead: a test mail to the address, and its suppression.
      await client.query(
        `INSERT INTO mails (id, cause, kind, language, to_email, to_name, variables, due_at, created_at, status)
       VALUES (gen_random_uuid(), 'trial', 'test', 'de', $1, '', '{}', now(), now(), 'outbox')`,
        [person.email],
      )
      const address = person.email.toLowerCase()
      await client.query(`INSERT INTO mail_suppressions VALUES ($1, 'hard_bounce', now())`, [address])
      assert.ok((await findTraces(words)).length >= 5)

      const gone = await admin(`/api/leads/${id}`, { method: 'DELETE' })
      assert.equal(gone.status, 204)
      assert.deepEqual(await findTraces(words), [])
      assert.deepEqual(filesWithTraces(words), [])
      assert.ok(!hasTrace(server.output(), words), 'the log')
      assert.equal((await admin(`/api/leads/${id}`)).status, 404)
      assert.equal((await server.send(`/credentials/${badgeId}.json`)).status, 410)
      assert.equal((await server.send(`/badges/${badgeId}`)).status, 410)
      assert.equal(await rowsOf('SELECT FROM early_adopters'), 2)
      const { rows: counts } = await client.query('SELECT segment, reason, total FROM erasures')
      assert.deepEqual(counts, [{ segment: 'developer', reason: 'by_team', total: 1 }])
      const { rows: totals } = await client.query<{ total: string }>(
        `SELECT sum(total) AS total FROM early_adopter_counts WHERE badge = 'all'`,
      )
      assert.equal(Number(totals[0]?.total), 2)
    })
  })

  describe('erasing by the team', () => {
    test('counts erased and missing leads, also when two requests overlap', async () => {
      await server.send('/api/early-adopters', { json: registrationOf() })
      const { rows } = await client.query<{ id: string }>('SELECT id FROM early_adopters')
      const ids = rows.map(({ id }) => id)
      const ask = () => admin('/api/early-adopters/erase', { json: { ids: [...ids, ids[0], nowhere] } })
      const results = (await Promise.all([ask(), ask()])).map((reply) => reply.read(ErasureResult))
      assert.equal(
        results.reduce((sum, { erased }) => sum + erased, 0),
        ids.length,
      )
      for (const { erased, missing } of results) assert.equal(erased + missing, ids.length + 1)
      assert.equal(await rowsOf('SELECT FROM early_adopters'), 0)
    })

    test('refuses invalid lists of leads', async () => {
      for (const body of [
        {},
        { ids: [] },
        { ids: ['x'] },
        { ids: 'x' },
        { ids: Array(501).fill(nowhere) },
        [],
      ]) {
        assert.equal((await admin('/api/early-adopters/erase', { json: body })).status, 422)
      }
      assert.equal((await admin(`/api/leads/${nowhere}`, { method: 'DELETE' })).status, 404)
      assert.equal((await admin('/api/leads/x', { method: 'DELETE' })).status, 404)
    })
  })
})
