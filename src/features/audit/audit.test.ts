import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { z } from 'zod'
import { User } from '#shared/user.ts'
import { insertLeads } from '../../../test/support/badges.ts'
import { startTestApp, type TestApp } from '../../../test/support/build-app.ts'
import { registrationOf } from '../../../test/support/factories.ts'
import type { Send } from '../../../test/support/http-client.ts'
import { AuditEntry } from './contract.ts'

let app: TestApp
let admin: Send
let from = 0

before(async () => {
  app = await startTestApp()
})
beforeEach(async () => {
  admin = await app.signIn()
  const { rows } = await app.pool.query<{ id: string }>('SELECT max(id) AS id FROM audit_entries')
  from = Number(rows[0]?.id ?? 0)
})
after(() => app.close())

/** The entries of this test, newest first. */
async function list(query = '', send = admin): Promise<AuditEntry[]> {
  const entries = (await send(`/api/audit?limit=200&${query}`)).read(z.array(AuditEntry))
  return entries.filter(({ id }) => id > from)
}
const whoAmI = async (send: Send) => (await send('/api/auth/me')).read(User)
const rename = (send: Send, id: string, name: string) =>
  send(`/api/leads/${id}`, { method: 'PATCH', json: { name } })

async function insertLead(): Promise<string> {
  const [id = ''] = await insertLeads(app, 1)
  return id
}

describe('a change', () => {
  test('is recorded: who, from which session, what, before and after', async () => {
    const id = await insertLead()
    const reply = await rename(admin, id, 'Ana María')
    assert.equal(reply.status, 200, reply.text)
    const [entry] = await list('subject=early_adopters&operation=update')
    const user = await whoAmI(admin)
    assert.ok(entry)
    assert.deepEqual(
      { ...entry, id: 0, at: '', author: 0, position: null, hash: null, before: Object.keys(entry.before) },
      {
        ...{ id: 0, at: '', author: 0, action: 'leads.edit', request: reply.headers['x-request-id'] },
        ...{ subject: 'early_adopters', row: id, operation: 'update', person: id, before: ['name'] },
        ...{ after: { name: 'Ana María' }, secret_fields: [], is_erased: false, names: [] },
        ...{ position: null, hash: null },
      },
    )
    assert.equal(entry.author.kind, 'user')
    assert.deepEqual(entry.author.user, { id: user.id, name: user.name })
    const { rows } = await app.pool.query('SELECT FROM sessions WHERE id = $1', [entry.author.session?.id])
    assert.equal(rows.length, 1)
  })

  test('that is refused or rolled back leaves no trace', async () => {
    const id = await insertLead()
    assert.equal((await rename(admin, id, '')).status, 422)
    assert.equal((await rename(admin, crypto.randomUUID(), 'Nobody')).status, 404)
    const client = await app.pool.connect()
    await client.query('BEGIN')
    await client.query(`UPDATE early_adopters SET name = 'Nobody'`)
    await client.query('ROLLBACK')
    client.release()
    assert.deepEqual(await list('subject=early_adopters&operation=update'), [])
  })

  test('by a visitor and by hand in the database is told apart', async () => {
    assert.equal((await app.send('/api/early-adopters', { json: registrationOf() })).status, 201)
    const [signUp] = await list('subject=early_adopters')
    assert.equal(signUp?.author.kind, 'visitor')
    assert.equal(signUp?.author.user, null)
    const { default: pg } = await import('pg')
    const byHand = new pg.Client({ connectionString: app.databaseUrl })
    await byHand.connect()
    await byHand.query(`UPDATE early_adopters SET company = 'Changed by hand' WHERE id = $1`, [signUp?.row])
    await byHand.end()
    const [entry] = await list('subject=early_adopters&author=database')
    assert.deepEqual(entry?.after, { company: 'Changed by hand' })
  })

  test('by many at once is never put down to another', async () => {
    const ids = await insertLeads(app, 20)
    const senders = await Promise.all([app.signInAs('editor'), app.signInAs('editor'), app.signInAs('admin')])
    const users = await Promise.all(senders.map(async (send) => (await whoAmI(send)).id))
    await Promise.all(
      ids.map((id, index) => rename(senders[index % 3] ?? admin, id, `Renamed by ${users[index % 3]}`)),
    )
    const entries = await list('subject=early_adopters&operation=update')
    assert.equal(entries.length, 20)
    for (const { author, after } of entries) assert.equal(after.name, `Renamed by ${author.user?.id}`)
  })

  test('of what is only counted or remembered is none', async () => {
    await insertLead()
    await app.pool.query(`UPDATE early_adopters SET last_contact_at = now(), search_text = 'x'`)
    await app.pool.query('UPDATE sessions SET last_seen_at = now()')
    assert.deepEqual(await list('operation=update'), [])
  })
})

describe('secrets', () => {
  test('are recorded without their values', async () => {
    const body = { current: 'correct horse battery', password: 'another horse battery' }
    assert.equal((await admin('/api/auth/password', { method: 'PUT', json: body })).status, 200)
    const back = { current: body.password, password: body.current }
    assert.equal((await admin('/api/auth/password', { method: 'PUT', json: back })).status, 200)
    const [entry] = await list('subject=users&operation=update')
    assert.deepEqual([entry?.secret_fields, entry?.before, entry?.after], [['password_hash'], {}, {}])
    const { rows } = await app.pool.query<{ row: string }>(
      'SELECT row_to_json(audit_entries)::text AS row FROM audit_entries',
    )
    const { rows: users } = await app.pool.query<{ hash: string }>('SELECT password_hash AS hash FROM users')
    const { rows: sessions } = await app.pool.query<{ hash: string }>(
      'SELECT token_hash AS hash FROM sessions',
    )
    for (const { hash } of [...users, ...sessions]) for (const { row } of rows) assert.ok(!row.includes(hash))
  })
})

describe('the audit log', () => {
  test('is searched and filtered', async () => {
    const [one = '', other = ''] = await insertLeads(app, 2)
    await rename(admin, one, 'Zoë Quintanilla')
    await rename(admin, other, '李小龙 100%')
    const find = async (query: string) => (await list(query)).map(({ row }) => row)
    assert.deepEqual(await find('search=quintan'), [one])
    assert.deepEqual(await find(`search=${encodeURIComponent('李小龙')}`), [other])
    assert.deepEqual(await find(`search=${encodeURIComponent('100%')}`), [other])
    assert.deepEqual(await find(`search=${encodeURIComponent('QUINT zoë')}`), [one])
    for (const nothing of ['quinto', '%', `'`, '\\', ':*', '& |', `a'b\\c`])
      assert.deepEqual(await find(`search=${encodeURIComponent(nothing)}`), [], nothing)
    assert.deepEqual(await find(`search=${one}&operation=update`), [one])
    assert.deepEqual(await find(`person=${other}&operation=update`), [other])
    assert.deepEqual(await find('subject=early_adopters&search=quintan&author=visitor'), [])
    const { id } = await whoAmI(admin)
    assert.deepEqual(await find(`user=${id}&operation=update`), [other, one])
    const later = encodeURIComponent(new Date(Date.now() + 60_000).toISOString())
    assert.deepEqual(await find(`from=${later}`), [])
    assert.equal((await find(`to=${later}`)).length > 2, true)
    assert.deepEqual(await find('subject=no_such_table'), [])
    for (const query of [
      'author=nobody',
      'user=me',
      'from=yesterday',
      'to=0000-01-01T00:00:00Z',
      'limit=0',
      `search=${'x'.repeat(201)}`,
    ])
      assert.equal((await admin(`/api/audit?${query}`)).status, 422, query)
  })

  test('is for admins only', async () => {
    for (const role of ['editor', 'viewer'] as const) {
      const send = await app.signInAs(role)
      for (const path of ['/api/audit', '/api/audit/head', '/api/audit/check'])
        assert.equal((await send(path)).status, 403, `${role} ${path}`)
    }
  })

  test('tells actions that change nothing, such as exports', async () => {
    assert.equal((await admin('/api/early-adopters/export', { json: { format: 'csv' } })).status, 200)
    const entries = await list('subject=sensitive_actions')
    assert.equal(entries.at(-1)?.after.outcome, 'started')
    assert.equal(entries.at(-1)?.after.action, 'leads.export')
    assert.equal(entries.at(-1)?.author.kind, 'user')
  })

  test('is exported as CSV that runs no formula, and as JSON lines', async () => {
    const id = await insertLead()
    await rename(admin, id, '=1+1')
    const json = { person: id, operation: 'update' }
    const csv = await admin('/api/audit/export', { json: { ...json, format: 'csv' } })
    assert.equal(csv.status, 200)
    const [columns = '', line = '', ...more] = csv.text.split('\r\n')
    assert.match(columns, /^\ufeffposition,id,at,/)
    assert.match(line, /,leads\.edit,early_adopters,/)
    assert.deepEqual(more, [''])
    const lines = await admin('/api/audit/export', { json: { ...json, format: 'json' } })
    const exported = lines.text
      .trim()
      .split('\n')
      .map((one) => JSON.parse(one))
    assert.equal(exported.length, 1)
    assert.deepEqual(exported[0].personal.after, { name: '=1+1' })
    for (const bad of [
      {},
      { format: 'pdf' },
      { format: 'csv', person: 'me' },
      { format: 'csv', search: 'a\0b' },
    ]) {
      const reply = await admin('/api/audit/export', { json: bad })
      assert.equal(reply.status, 422, JSON.stringify(bad))
      assert.ok((reply.problem().errors ?? []).length > 0)
    }
    app.clock.advance(16 * 60_000)
    assert.equal((await admin('/api/audit/export', { json: { format: 'csv' } })).status, 403)
  })
})

describe('what is personal', () => {
  test('goes with the person, whoever deletes them, and the rest stays', async () => {
    const id = await insertLead()
    await rename(admin, id, 'Leticia Forgotten')
    assert.equal((await admin(`/api/leads/${id}/notes`, { json: { text: 'Met in Quito' } })).status, 201)
    assert.equal((await list('search=forgotten')).length, 1)
    assert.equal((await admin(`/api/leads/${id}`, { method: 'DELETE' })).status, 204)
    for (const words of ['forgotten', 'quito']) assert.deepEqual(await list(`search=${words}`), [])
    const entries = await list(`person=${id}`)
    assert.deepEqual(
      new Set(entries.map(({ subject, operation }) => `${operation} ${subject}`)),
      new Set([
        ...['insert early_adopters', 'update early_adopters', 'delete early_adopters'],
        ...['insert lead_notes', 'delete lead_notes'],
      ]),
    )
    const { rows } = await app.pool.query(
      'SELECT FROM audit_entries WHERE person_id = $1 AND (personal IS NOT NULL OR salt IS NOT NULL)',
      [id],
    )
    assert.equal(rows.length, 0)
  })
})
