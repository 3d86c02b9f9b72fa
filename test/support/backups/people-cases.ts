import assert from 'node:assert/strict'
import { CertificateRecord } from '#features/signatures/contract.ts'
import { awardBadge, insertLeads } from '../badges.ts'
import { insertMail, mailLinks } from '../mails.ts'
import { activate, activateLead, formOf, inviteLead } from '../signatures/signatures.ts'
import { type CaseContext, createQuestions, type RestoreCase } from './questions.ts'

/** What happens to people and to what they hold. */
export function listPeopleCases(context: CaseContext): RestoreCase[] {
  const { app, drill } = context
  const { query, read, findText } = createQuestions(context)
  return [
    {
      name: 'whoever was erased since is nowhere',
      async prepare() {
        const mark = 'gone-for-good'
        const changes = {
          email: `${mark}@example.org`,
          emailKey: `${mark}@example.org`,
          searchText: mark,
          name: mark,
        }
        const { leadId, token } = await inviteLead(app, context.admin, changes)
        await activate(app, token, formOf({ fullName: mark }))
        await awardBadge(context.admin, leadId)
        await query(
          'INSERT INTO lead_notes (lead_id, text, created_at, updated_at) VALUES ($1, $2, now(), now())',
          [leadId, mark],
        )
        await insertMail(app, { leadId, toEmail: `${mark}@example.org`, toName: mark })
        const stored = await findText(mark)
        assert.ok(stored.length > 3, stored.join())
        return async () => {
          assert.equal(
            (await context.admin('/api/early-adopters/erase', { json: { ids: [leadId] } })).status,
            200,
          )
          assert.deepEqual(await findText(mark), [])
          const erased = await read('SELECT sum(total)::int FROM erasures')
          return async () => {
            assert.deepEqual(await findText(mark), [])
            assert.equal(await read('SELECT count(*)::int FROM early_adopters WHERE id = $1', [leadId]), 0)
            assert.equal(await read('SELECT sum(total)::int FROM erasures'), erased)
            for (const table of ['badge_awards', 'signatures'])
              assert.equal(await read(`SELECT count(*)::int FROM ${table} WHERE lead_id = $1`, [leadId]), 0)
            assert.equal(
              await read(
                `SELECT count(*)::int FROM ledger_openings WHERE subject IN (SELECT id FROM badge_awards WHERE erased_at IS NOT NULL
                 UNION SELECT id FROM signatures WHERE erased_at IS NOT NULL)`,
              ),
              0,
            )
          }
        }
      },
    },
    {
      name: 'whoever has unsubscribed since, or cannot be reached, gets no mails',
      async prepare() {
        const [leadId = ''] = await insertLeads(app, 1)
        const email = `lead-${leadId}@example.org`
        const mailId = await insertMail(app, { leadId, toEmail: email, kind: 'campaign' })
        await query(`INSERT INTO mail_suppressions VALUES ('kept@example.org', 'by_hand', now())`)
        return async () => {
          const path = `/unsubscribe/${mailLinks.signLink('unsubscribe', mailId)}`
          assert.equal((await app.send(path, { form: {} })).status, 200)
          await query(`INSERT INTO mail_suppressions VALUES ('dead@example.org', 'hard_bounce', now())`)
          await query(`DELETE FROM mail_suppressions WHERE email_key = 'kept@example.org'`)
          return async () => {
            assert.deepEqual(
              await query(
                `SELECT email_key, reason FROM mail_suppressions WHERE email_key = ANY ($1) ORDER BY email_key = $2, email_key`,
                [[email, 'dead@example.org', 'kept@example.org'], email],
              ),
              [
                { email_key: 'dead@example.org', reason: 'hard_bounce' },
                { email_key: 'kept@example.org', reason: 'by_hand' },
                { email_key: email, reason: 'unsubscribed' },
              ],
            )
            assert.ok(await read('SELECT consent_withdrawn_at FROM early_adopters WHERE id = $1', [leadId]))
          }
        }
      },
    },
    {
      name: 'what people have corrected themselves stays, and what the team has changed does not',
      async prepare() {
        const [moved = '', swapped = '', team = ''] = await insertLeads(app, 3)
        const change = (id: string, email: string, epoch: number) =>
          query(
            'UPDATE early_adopters SET email = $2, email_key = $2, name = $3, link_epoch = $4 WHERE id = $1',
            [id, email, 'Corrected', epoch],
          )
        await change(swapped, 'first@example.org', 0)
        return async () => {
          await change(swapped, 'second@example.org', 1)
          await change(moved, 'first@example.org', 1)
          await query(`UPDATE early_adopters SET name = 'By the team' WHERE id = $1`, [team])
          for (const id of [moved, swapped])
            await query(`INSERT INTO lead_events (lead_id, kind, at) VALUES ($1, 'email_changed', $2)`, [
              id,
              app.clock.now(),
            ])
          return async () => {
            const ids = [moved, swapped, team]
            const rows = await query(
              'SELECT email_key, name, link_epoch FROM early_adopters WHERE id = ANY ($1) ORDER BY array_position($1, id)',
              [ids],
            )
            assert.deepEqual(rows.slice(0, 2), [
              { email_key: 'first@example.org', name: 'Corrected', link_epoch: 1 },
              { email_key: 'second@example.org', name: 'Corrected', link_epoch: 1 },
            ])
            assert.equal(rows[2]?.name, 'Ana Ñandú')
            assert.equal(await read(`SELECT count(*)::int FROM lead_events WHERE kind = 'email_changed'`), 2)
          }
        }
      },
    },
    {
      name: 'badges that were revoked since stay revoked, and those that were awarded since stay with their holders',
      async prepare() {
        const [leadId = ''] = await insertLeads(app, 1)
        const revoked = await awardBadge(context.admin, leadId)
        return async () => {
          await context.admin(`/api/badges/${revoked.id}/revoke`, { json: { reason: 'By mistake' } })
          const given = await awardBadge(context.admin, leadId, 'visionary')
          const [later = ''] = await insertLeads(app, 1)
          const [lost = ''] = await insertLeads(app, 1)
          const late = await awardBadge(context.admin, later)
          return async () => {
            assert.ok(await read('SELECT revoked_at FROM badge_awards WHERE id = $1', [revoked.id]))
            for (const { id, holder } of [
              { id: given.id, holder: leadId },
              { id: late.id, holder: later },
            ]) {
              const [award] = await query(
                'SELECT lead_id, credential IS NOT NULL AS held FROM badge_awards WHERE id = $1',
                [id],
              )
              assert.deepEqual(award, { lead_id: holder, held: true })
            }
            assert.deepEqual(await read('SELECT badges FROM early_adopters WHERE id = $1', [leadId]), [
              'visionary',
            ])
            assert.deepEqual(await read('SELECT badges FROM early_adopters WHERE id = $1', [later]), [
              'pioneer',
            ])
            assert.equal(await read('SELECT count(*)::int FROM early_adopters WHERE id = $1', [lost]), 0)
            // The next award has a place of its own in the status list.
            assert.ok((await awardBadge(context.admin, later, 'visionary')).id)
          }
        }
      },
    },
    {
      name: 'a link that was used stays used, and what it has activated is valid, as long as it was not revoked',
      async prepare() {
        const invited = await inviteLead(app, context.admin)
        const revoked = await activateLead(app, context.admin)
        return async () => {
          const reply = await activate(app, invited.token)
          assert.equal(reply.status, 200)
          const signature = String(
            await read('SELECT id FROM signatures WHERE lead_id = $1', [revoked.leadId]),
          )
          assert.equal(
            (await context.admin(`/api/signatures/${signature}/revoke`, { json: { reason: 'Lost' } })).status,
            200,
          )
          const later = await activateLead(app, context.admin)
          await drill.settle()
          const certificateOf = async (leadId: string) =>
            String(await read('SELECT certificate_id FROM signatures WHERE lead_id = $1', [leadId]))
          const ids = [await certificateOf(invited.leadId), await certificateOf(later.leadId)]
          return async () => {
            const again = await activate(app, invited.token)
            assert.notEqual(
              await read(
                `SELECT count(*)::int FROM mails WHERE kind = 'signature_activated' AND lead_id = $1`,
                [invited.leadId],
              ),
              2,
            )
            assert.ok(again.status >= 200)
            assert.equal(await certificateOf(invited.leadId), ids[0])
            for (const id of ids) {
              const record = (await app.send(`/api/certificates/${id}`)).read(CertificateRecord)
              assert.ok(record.ledger, id)
            }
            assert.ok(await read('SELECT revoked_at FROM signatures WHERE lead_id = $1', [revoked.leadId]))
          }
        }
      },
    },
  ]
}
