import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { and, eq } from 'drizzle-orm'
import { z } from 'zod'
import { createErasure } from '#features/early-adopters/rights/erasure.ts'
import { leadEvents } from '#features/early-adopters/table.ts'
import { mails } from '#features/mail/table.ts'
import { Notification } from '#features/notifications/contract.ts'
import { createLog } from '#platform/log.ts'
import { insertLeads } from '../../../test/support/badges.ts'
import { startTestApp, type TestApp } from '../../../test/support/build-app.ts'
import { hours } from '../../../test/support/clock.ts'
import type { Send } from '../../../test/support/http-client.ts'
import {
  activate,
  activateLead,
  createSecondProcess,
  formOf,
  inviteLead,
  readToken,
} from '../../../test/support/signatures/signatures.ts'
import { until } from '../../../test/support/until.ts'
import { Certificate, SignatureCounts, SignatureDetail, SignatureSummary } from './contract.ts'
import { signatureLinks, signatures } from './table.ts'

const lines: string[] = []
let app: TestApp
let admin: Send
let editor: Send
let viewer: Send

before(async () => {
  app = await startTestApp({ log: createLog('debug', { write: (line: string) => lines.push(line) }) })
  editor = await app.signInAs('editor')
  viewer = await app.signInAs('viewer')
})
beforeEach(async () => {
  admin = await app.signIn()
  await app.db.delete(signatures)
})
after(() => app.close())

const get = async (as: Send, id: string) => (await as(`/api/signatures/${id}`)).read(SignatureDetail)
const list = async (as: Send, query = '') =>
  (await as(`/api/signatures${query}`)).read(z.array(SignatureSummary))
const untilInLedger = (id: string) =>
  until(async () => (await get(viewer, id)).ledger_index !== null, 'the entry is in the tree')
const revocationMailsOf = (leadId: string) =>
  app.db
    .select()
    .from(mails)
    .where(and(eq(mails.leadId, leadId), eq(mails.kind, 'signature_revoked')))
const revoke = (as: Send, id: string, reason = 'Lost device') =>
  as(`/api/signatures/${id}/revoke`, { json: { reason } })
const resend = (as: Send, id: string) => as(`/api/signatures/${id}/resend`, { method: 'POST' })
const idOf = async (leadId: string) =>
  (await viewer(`/api/leads/${leadId}/signature`)).read(SignatureDetail).id

describe('the list', () => {
  test('is newest first, counted, and by state', async () => {
    const invited = await inviteLead(app, admin)
    app.clock.advance(1000)
    const opened = await inviteLead(app, admin)
    await app.send(`/api/signature/progress/${opened.token}`, { json: { step: 'opened' } })
    app.clock.advance(1000)
    const activated = await activateLead(app, admin)
    const reply = await viewer('/api/signatures?limit=2')
    assert.equal(reply.headers['x-total-count'], '3')
    const all = await list(viewer)
    assert.deepEqual(
      all.map(({ lead, state }) => [lead?.id, state]),
      [
        [activated.leadId, 'activated'],
        [opened.leadId, 'opened'],
        [invited.leadId, 'sent'],
      ],
    )
    assert.deepEqual((await list(viewer, '?state=opened')).length, 1)
    assert.deepEqual((await list(viewer, `?lead_id=${invited.leadId}`)).length, 1)
    app.clock.advance(72 * hours)
    const { total, by_state } = (await viewer('/api/signatures/summary')).read(SignatureCounts)
    assert.deepEqual(
      [total, by_state],
      [3, { sent: 0, opened: 0, started: 0, activated: 1, expired: 2, revoked: 0 }],
    )
    assert.deepEqual((await list(viewer, '?state=expired')).length, 2)
    assert.equal((await viewer('/api/signatures?state=nothing')).status, 422)
  })

  test('is searched by what the reader may see', async () => {
    const { blockchain_address: address } = await activateLead(app, admin, {
      fullName: 'Zenobia Quispe',
      organization: 'Cooperativa 100%',
    })
    const find = async (as: Send, words: string) =>
      (await list(as, `?search=${encodeURIComponent(words)}`)).length
    assert.deepEqual([await find(viewer, 'ana'), await find(editor, 'ana')], [1, 1])
    assert.deepEqual([await find(viewer, 'zenobia'), await find(editor, 'zenobia')], [0, 1])
    assert.deepEqual([await find(viewer, '100%'), await find(editor, '100%')], [0, 1])
    assert.equal(await find(viewer, address.toLowerCase()), 1)
    assert.equal(await find(editor, '%_%'), 0)
  })
})

describe('a signature', () => {
  test('tells the number of its entry in the ledger, also once its holder was erased', async () => {
    const { leadId, signature_id: id } = await activateLead(app, admin)
    await untilInLedger(id)
    const { ledger_index, ledger_entry } = await get(viewer, id)
    const { rows } = await app.pool.query('SELECT index FROM ledger_leaves WHERE entry_id = $1', [
      ledger_entry,
    ])
    assert.deepEqual(
      rows.map(({ index }) => Number(index)),
      [ledger_index],
    )
    assert.equal((await admin(`/api/leads/${leadId}`, { method: 'DELETE' })).status, 204)
    assert.equal((await get(viewer, id)).ledger_index, ledger_index)
    const open = await inviteLead(app, admin)
    assert.equal((await get(viewer, await idOf(open.leadId))).ledger_index, null)
  })

  test('tells viewers its state alone, and editors what was written', async () => {
    const { signature_id: id } = await activateLead(app, admin)
    await untilInLedger(id)
    const [seen, read] = [await get(viewer, id), await get(editor, id)]
    const { agreedToTerms: _, ...form } = formOf()
    assert.deepEqual([seen.form, read.form], [null, form])
    assert.deepEqual({ ...seen, form }, read)
    assert.equal((await viewer(`/api/signatures/${crypto.randomUUID()}`)).status, 404)
    const [stranger] = await insertLeads(app, 1)
    const none = await viewer(`/api/leads/${stranger}/signature`)
    assert.deepEqual([none.status, none.read(SignatureDetail.nullable())], [200, null])
    assert.equal((await viewer(`/api/leads/${crypto.randomUUID()}/signature`)).status, 404)
  })

  test('that is not activated is sent again by editors, which ends the earlier link', async () => {
    const { leadId, token } = await inviteLead(app, admin)
    const id = await idOf(leadId)
    app.clock.advance(100 * hours)
    editor = await app.signInAs('editor')
    assert.equal((await resend(await app.signInAs('viewer'), id)).status, 403)
    const sent = (await resend(editor, id)).read(SignatureDetail)
    assert.deepEqual([sent.state, sent.links_sent], ['sent', 2])
    assert.equal((await activate(app, token)).status, 404)
    assert.equal((await activate(app, await readToken(app, leadId))).status, 200)
    assert.equal((await resend(editor, id)).status, 409)
    assert.equal((await resend(editor, crypto.randomUUID())).status, 404)
    viewer = await app.signInAs('viewer')
  })

  test('that is activated is revoked by admins, and its certificate says so', async () => {
    const { leadId, token, signature_id: id } = await activateLead(app, admin)
    assert.equal((await revoke(editor, id)).status, 403)
    assert.equal((await revoke(admin, id, ' ')).status, 422)
    const { signatures: services, recorded } = await createSecondProcess(app)
    const [user] = (await app.pool.query('SELECT id FROM users LIMIT 1')).rows
    const actor = { id: String(user.id), role: 'admin' as const, languages: null }
    const revoked = await services.revoke(id, 'Lost device', actor)
    assert.deepEqual([revoked.state, revoked.revoke_reason], ['revoked', 'Lost device'])
    const certificate = (await app.send(`/api/signature/certificate/${token}`)).read(Certificate)
    assert.deepEqual([certificate.revoke_reason, certificate.revoked_at], ['Lost device', revoked.revoked_at])
    assert.deepEqual(
      recorded.map(({ kind, statement }) => [kind, statement]),
      [
        [
          'revocation',
          {
            ...{ type: 'revocation', of: 'signature', certificate: certificate.certificate_id },
            revoked_at: revoked.revoked_at,
          },
        ],
      ],
    )
    const events = await app.db.select().from(leadEvents).where(eq(leadEvents.leadId, leadId))
    assert.ok(events.some(({ kind }) => kind === 'signature_revoked'))
    assert.equal((await revoke(admin, id)).status, 409)
    const told = await revocationMailsOf(leadId)
    assert.deepEqual(
      told.map(({ variables, actionUrl }) => [variables, actionUrl]),
      [
        [
          { name: 'Ana Ñandú', reason: 'Lost device' },
          `http://localhost:3000/es/verify/${certificate.certificate_id}`,
        ],
      ],
    )
    assert.equal((await resend(admin, id)).status, 409)
  })

  test('that is revoked before its activation ends with its links, and leaves nothing in the ledger', async () => {
    const { leadId, token } = await inviteLead(app, admin)
    const id = await idOf(leadId)
    const racing = await Promise.all([revoke(admin, id), revoke(admin, id), activate(app, token)])
    const statuses = racing.map(({ status }) => status)
    assert.equal(statuses.slice(0, 2).filter((status) => status === 200).length, 1)
    const { state, activated_at } = await get(viewer, id)
    assert.equal(state, 'revoked')
    assert.equal(statuses[2], activated_at ? 200 : 404)
    const other = await inviteLead(app, admin)
    assert.equal((await revoke(admin, await idOf(other.leadId))).status, 200)
    assert.equal((await activate(app, other.token)).status, 404)
    assert.deepEqual(await revocationMailsOf(other.leadId), [])
    const links = await app.db.select().from(signatureLinks)
    assert.equal(links.length, activated_at ? 1 : 0)
  })

  test('is told to the team', async () => {
    await app.pool.query('DELETE FROM notifications')
    const { signature_id: id } = await activateLead(app, admin)
    const items = (await admin('/api/notifications')).read(z.array(Notification))
    const told = items.filter(({ type }) => type === 'signatures.activated')
    assert.deepEqual(
      told.map(({ title, path }) => [title, path]),
      [['Ana Ñandú ha activado su firma', `/admin/signatures/${id}`]],
    )
  })
})

describe('the export', () => {
  test('has every signature, for admins, as a table and as JSON', async () => {
    const { signature_id: id } = await activateLead(app, admin, {
      organization: '=1+1',
      fullName: 'Ana, "X"',
    })
    await inviteLead(app, admin)
    assert.equal((await editor('/api/signatures/export')).status, 403)
    const csv = await admin('/api/signatures/export?format=csv')
    assert.match(csv.headers['content-disposition'] ?? '', /signatures\.csv/)
    const rows = csv.text.trim().split('\r\n')
    assert.equal(rows.length, 3)
    assert.match(csv.text, /"Ana, ""X""",'=1\+1/)
    const json = await admin('/api/signatures/export?format=json')
    const items = z.array(z.looseObject({ id: z.uuid(), state: z.string() })).parse(JSON.parse(json.text))
    assert.deepEqual([items.length, items.find((item) => item.id === id)?.state], [2, 'activated'])
  })
})

describe('erasing a person', () => {
  test('removes all that is theirs from the signature, and the ledger forgets it', async () => {
    const { leadId, token, signature_id: id } = await activateLead(app, admin)
    const { signatures: services, forgotten } = await createSecondProcess(app)
    const erasures = createErasure({
      ...{ db: app.db, clock: app.clock, keepCounts: async () => {} },
      listPersonalData: () => [
        { erase: (transaction, person) => services.eraseLead(transaction, person.id) },
      ],
    })
    await erasures.erase([leadId], 'by_team')
    assert.deepEqual(forgotten, [id])
    const [row] = await app.db.select().from(signatures).where(eq(signatures.id, id))
    const kept = Object.entries(row ?? {}).filter(([, value]) => value !== null)
    assert.deepEqual(
      kept.map(([name]) => name).sort(),
      [
        ...[
          'activatedAt',
          'certificateId',
          'erasedAt',
          'expiresAt',
          'id',
          'invitedAt',
          'invitedBy',
          'keyEpoch',
        ],
        ...['ledgerEntry', 'linksSent', 'openedAt', 'startedAt', 'statusIndex', 'termsDate'],
      ].sort(),
    )
    assert.equal((await app.send(`/api/signature/certificate/${token}`)).status, 404)
    const detail = await get(admin, id)
    assert.deepEqual([detail.lead, detail.form, detail.blockchain_address], [null, null, null])
    assert.equal((await revoke(admin, id)).status, 409)
    assert.deepEqual(await app.db.select().from(signatureLinks), [])
    const { rows } = await app.pool.query<{ text: string }>(
      `SELECT e::text AS text FROM audit_entries e WHERE e::text LIKE $1 AND e::text LIKE '%Example Cooperative%'`,
      [`%${leadId}%`],
    )
    assert.deepEqual(rows, [])
  })

  test('while they activate leaves either nothing or a whole activation that is erased', async () => {
    for (let round = 0; round < 5; round++) {
      const { leadId, token } = await inviteLead(app, admin)
      const [activated] = await Promise.all([
        activate(app, token),
        admin('/api/early-adopters/erase', { json: { ids: [leadId] } }),
      ])
      assert.ok([200, 404].includes(activated.status), activated.text)
    }
    const rows = await app.db.select().from(signatures)
    assert.ok(rows.every(({ erasedAt, address, fullName }) => erasedAt && !address && !fullName))
  })
})

describe('the token of a link', () => {
  test('is in no line of the log and no column but that of a waiting mail', async () => {
    const { leadId, token } = await activateLead(app, admin)
    await app.send(`/api/signature/validate/${token}?x=${token}`)
    await app.send(`/api/signature/certificate/${token}`)
    await app.send(`/api/signature/progress/${token}`, { json: { step: 'opened' } })
    assert.ok(lines.some((line) => line.includes('/api/signature/validate/:token')))
    assert.ok(!lines.join('').includes(token))
    const { rows: tables } = await app.pool.query<{ name: string }>(
      `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public'`,
    )
    const holding = []
    for (const { name } of tables) {
      const found = await app.pool.query(`SELECT 1 FROM ${name} t WHERE t::text LIKE $1 LIMIT 1`, [
        `%${token}%`,
      ])
      if (found.rowCount) holding.push(name)
    }
    assert.deepEqual(holding, ['mails'])
    const own = await app.db
      .select()
      .from(mails)
      .where(and(eq(mails.leadId, leadId), eq(mails.status, 'queued')))
    assert.equal(own.length, 2)
  })
})
