import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, beforeEach, describe, test } from 'node:test'
import { createLedgerRecords, type LedgerRecords } from '#features/ledger/records.ts'
import { createNotificationRecords } from '#features/notifications/records.ts'
import { createLog } from '#platform/log.ts'
import { connectPostgres, type Postgres } from '#platform/postgres.ts'
import { canonicalizeJson } from '#shared/canonical-json.ts'
import { createFakeClock } from '../../../../test/support/clock.ts'
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.ts'
import { createAuditExports } from '../exports.ts'
import { createAudit } from '../service.ts'
import { createAuditStore } from '../store.ts'
import { createChaining } from './chaining.ts'
import { createChecking } from './checking.ts'

const log = createLog('silent')
const databases: { database: TestDatabase; postgres: Postgres }[] = []
let postgres: Postgres
let chaining: ReturnType<typeof createChaining>
let checking: ReturnType<typeof createChecking>
let ledger: LedgerRecords

beforeEach(async () => {
  const database = await createTestDatabase()
  postgres = connectPostgres(database.url, { log })
  databases.push({ database, postgres })
  chaining = createChaining({ db: postgres.db })
  const { notify } = createNotificationRecords()
  const clock = createFakeClock()
  ledger = createLedgerRecords({ clock })
  checking = createChecking({ db: postgres.db, clock, log, notify, ledger })
})
after(async () => {
  for (const one of databases) {
    await one.postgres.close()
    await one.database.drop()
  }
})

const query = (text: string, values?: unknown[]) => postgres.pool.query(text, values)
const addTags = (count: number) =>
  query(`INSERT INTO lead_tags (name, name_key) SELECT n, n FROM generate_series(1, $1::int) n`, [count])
const addLeads = (count: number) =>
  query(
    `INSERT INTO early_adopters (id, email, email_key, name, segment, interests, language, consented_at, consent_text, search_text,
       created_at, last_contact_at)
     SELECT gen_random_uuid(), n || '@leads.example', n || '@leads.example', 'Lead ' || n, 'developer', '{}', 'es', now(), 'hash',
       'x', now(), now() FROM generate_series(1, $1::int) n`,
    [count],
  )

/** Changes the log as somebody who owns the database can. */
async function tamper(text: string): Promise<void> {
  await query('ALTER TABLE audit_entries DISABLE TRIGGER USER; ALTER TABLE audit_links DISABLE TRIGGER USER')
  await query(text)
  await query('ALTER TABLE audit_entries ENABLE TRIGGER USER; ALTER TABLE audit_links ENABLE TRIGGER USER')
}

describe('the chain', () => {
  test('of an empty log is whole', async () => {
    assert.deepEqual(await checking.checkAll(), { checked_to: 0, is_end: true, broken_at: null })
  })

  test('holds every entry once, also when several processes chain at once', async () => {
    await addTags(2_500)
    await Promise.all([chaining.chain(), chaining.chain(), createChaining({ db: postgres.db }).chain()])
    await chaining.chain()
    const { position, unchained } = await checking.getHead()
    assert.deepEqual([position, unchained], [2_500, 0])
    assert.deepEqual(await checking.checkAll(), { checked_to: 2_500, is_end: true, broken_at: null })
    assert.equal((await checking.getHead()).checked_to, 2_500)
  })

  test('takes entries whose transaction ended late', async () => {
    const late = await postgres.pool.connect()
    await late.query('BEGIN')
    await late.query(`INSERT INTO lead_tags (name, name_key) VALUES ('late', 'late')`)
    await addTags(2)
    await chaining.chain()
    await late.query('COMMIT')
    late.release()
    await chaining.chain()
    assert.deepEqual(await checking.checkAll(), { checked_to: 3, is_end: true, broken_at: null })
  })

  test('stays whole when a person is erased, before and after their entries are chained', async () => {
    await addLeads(2)
    await chaining.chain()
    await addTags(1)
    await query(`UPDATE early_adopters SET name = 'Somebody else'`)
    await query('DELETE FROM early_adopters')
    await chaining.chain()
    const { rows } = await query('SELECT FROM audit_entries WHERE personal IS NOT NULL OR salt IS NOT NULL')
    assert.equal(rows.length, 0)
    assert.deepEqual(await checking.checkAll(), { checked_to: 7, is_end: true, broken_at: null })
  })

  const attacks: Record<string, [string, number]> = {
    'an entry that was altered': [`UPDATE audit_entries SET action = 'other' WHERE id = 4`, 4],
    'an author who was replaced': ['UPDATE audit_entries SET user_id = gen_random_uuid() WHERE id = 2', 2],
    'a value that was altered': [`UPDATE audit_entries SET after = '{"name": "x"}' WHERE id = 5`, 5],
    'a personal value that was altered': [
      `UPDATE audit_entries SET personal = '{"after": {"name": "Eve"}}' WHERE id = 7`,
      7,
    ],
    'an entry that was removed': ['DELETE FROM audit_entries WHERE id = 3', 3],
    'a link that was removed': ['DELETE FROM audit_links WHERE position = 3', 3],
    'the last entries with their links': [
      'DELETE FROM audit_links WHERE position > 6; DELETE FROM audit_entries WHERE id > 6',
      7,
    ],
    'two entries that changed places': [
      `UPDATE audit_links SET entry_id = -1 WHERE position = 1; UPDATE audit_links SET entry_id = 1 WHERE position = 2;
       UPDATE audit_links SET entry_id = 2 WHERE position = 1`,
      1,
    ],
  }
  for (const [name, [attack, position]] of Object.entries(attacks)) {
    test(`shows ${name}`, async () => {
      await addTags(5)
      await addLeads(3)
      await chaining.chain()
      await tamper(attack)
      assert.equal((await checking.checkAll()).broken_at, position)
      assert.equal((await checking.getHead()).broken_at, position)
      // Admins are told once, however often it is checked.
      await checking.checkAll()
      const { rows } = await query('SELECT type, data FROM notifications')
      assert.deepEqual(rows, [{ type: 'audit.broken', data: { position } }])
    })
  }

  test('shows a log that was chained anew from an entry on, by what the ledger has of it', async () => {
    await addTags(3)
    await chaining.chain()
    assert.equal((await checking.checkAll()).broken_at, null)
    await tamper(`UPDATE audit_entries SET action = 'other' WHERE id = 2; DELETE FROM audit_links;
      INSERT INTO audit_queue SELECT id FROM audit_entries;
      UPDATE audit_head SET position = 0, hash = decode(repeat('00', 32), 'hex')`)
    await chaining.chain()
    assert.equal((await checking.checkAll()).broken_at, 3)
  })

  test('is recorded in the ledger whenever it has grown, and is right', async () => {
    const list = () => ledger.listStatements(postgres.db, 'audit_checkpoint', 10)
    await checking.checkAll()
    assert.deepEqual(await list(), [])
    await addTags(3)
    await chaining.chain()
    await checking.checkAll()
    await checking.checkAll()
    const { position, hash } = await checking.getHead()
    assert.deepEqual(await list(), [{ type: 'audit_checkpoint', position, hash }])
  })

  test('can be checked from an export, as the documents say', async () => {
    await addLeads(3)
    await addTags(2)
    await query('DELETE FROM early_adopters WHERE email_key LIKE $1', ['1%'])
    await chaining.chain()
    const store = createAuditStore(postgres.db)
    const exports = createAuditExports({ store, audit: createAudit({ store, listUsers: async () => [] }) })
    let text = ''
    for await (const part of exports.write({ format: 'json', search: '' }, () => {})) text += part
    let hash: Buffer = Buffer.alloc(32)
    for (const line of text.trim().split('\n')) {
      const { hash: told, personal, salt, ...facts } = JSON.parse(line)
      const sha256 = (...parts: (string | Buffer)[]) =>
        createHash('sha256')
          .update(Buffer.concat(parts.map((part) => Buffer.from(part))))
          .digest()
      hash = sha256(hash, canonicalizeJson(facts))
      assert.equal(hash.toString('hex'), told)
      if (personal)
        assert.equal(
          sha256(Buffer.from(salt, 'hex'), canonicalizeJson(personal)).toString('hex'),
          facts.commitment,
        )
    }
    assert.equal(hash.toString('hex'), (await checking.getHead()).hash)
  })
})

test('the log refuses every change but erasing what is personal', async () => {
  await addLeads(1)
  await chaining.chain()
  for (const statement of [
    'DELETE FROM audit_entries',
    'TRUNCATE audit_entries',
    `UPDATE audit_entries SET action = 'x'`,
    `UPDATE audit_entries SET personal = '{}'`,
    "UPDATE audit_entries SET personal = NULL, salt = NULL, action = NULL, subject = 'x'",
    'UPDATE audit_links SET hash = hash',
    'DELETE FROM audit_links',
    'TRUNCATE audit_links',
  ])
    await assert.rejects(query(statement), /cannot be changed or deleted/, statement)
  await query('UPDATE audit_entries SET personal = NULL, salt = NULL')
})
