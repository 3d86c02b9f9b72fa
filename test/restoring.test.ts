import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { z } from 'zod'
import { LedgerState } from '#features/ledger/contract.ts'
import { createSigningKeyStore } from '#platform/secrets/signing-key-store.ts'
import { createRestoreDrill, type RestoreDrill, type SavedState } from './support/backups/restore-drill.ts'
import { awardBadge, insertLeads } from './support/badges.ts'
import { startTestApp, type TestApp } from './support/build-app.ts'
import { hours } from './support/clock.ts'
import { registrationOf } from './support/factories.ts'
import type { Send } from './support/http-client.ts'
import { insertMail, mailLinks } from './support/mails.ts'
import { activate, activateLead, formOf, inviteLead } from './support/signatures/signatures.ts'
import { insertAccount, insertPosts } from './support/social/publishing-engine.ts'

let app: TestApp
let drill: RestoreDrill
let admin: Send

before(async () => {
  app = await startTestApp()
  drill = createRestoreDrill(app)
  admin = await app.signIn()
})
after(() => app?.close())

const query = async (text: string, values: unknown[] = []): Promise<Record<string, unknown>[]> =>
  (await app.pool.query<Record<string, unknown>>(text, values)).rows
const read = async (text: string, values: unknown[] = []): Promise<unknown> =>
  Object.values((await query(text, values))[0] ?? {})[0]

/** The tables with a row that has a text somewhere. */
async function findText(text: string): Promise<string[]> {
  const found: string[] = []
  for (const table of await drill.listTables()) {
    const rows = await query(`SELECT FROM "${table}" AS one WHERE one::text ILIKE $1 LIMIT 1`, [`%${text}%`])
    if (rows.length > 0) found.push(table)
  }
  return found
}

async function addUser(name: string, changes: Record<string, unknown> = {}): Promise<string> {
  const row = { username: name, username_key: name, name, role: 'viewer', password_hash: 'old', ...changes }
  const columns = Object.keys(row)
  return String(
    await read(
      `INSERT INTO users (${columns.join(', ')}) VALUES (${columns.map((_, index) => `$${index + 1}`).join(', ')}) RETURNING id`,
      Object.values(row),
    ),
  )
}

const readLedger = async () => (await app.send('/api/ledger')).read(LedgerState)
const readCheckpoint = async () => (await app.send('/ledger/checkpoint')).text

/** The lines of a checkpoint: origin, size and root. */
function parse(note: string) {
  const [origin = '', size = '', root = ''] = note.split('\n')
  return { origin, size: Number(size), root: Buffer.from(root, 'base64').toString('hex') }
}

/** Whether the ledger of now begins with the tree of a checkpoint. */
async function isBeginning(note: string): Promise<boolean> {
  const { size, root } = parse(note)
  const reply = await app.send(`/api/ledger/consistency?first=${size}`)
  if (reply.status !== 200) return false
  return reply.read(z.object({ first_root_hash: z.string() })).first_root_hash === root
}

test('the parts name only tables that there are, and each once', async () => {
  const tables = await drill.listTables()
  const parts = app.app.backupParts
  const left = parts.flatMap(({ emptied = [], untouched = [] }) => [...emptied, ...untouched])
  const compared = parts.flatMap((part) => part.compared ?? [])
  assert.deepEqual(
    [...left, ...compared].filter((table) => !tables.includes(table)),
    [],
  )
  assert.deepEqual(left, [...new Set(left)])
  assert.deepEqual(compared, [...new Set(compared)])
})

interface Case {
  name: string
  /** Does something before the backup; returns what happens after it, which returns the check after the restore. */
  prepare(): Promise<() => Promise<() => Promise<void>>>
}

const cases: Case[] = [
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
      const { leadId, token } = await inviteLead(app, admin, changes)
      await activate(app, token, formOf({ fullName: mark }))
      await awardBadge(admin, leadId)
      await query(
        'INSERT INTO lead_notes (lead_id, text, created_at, updated_at) VALUES ($1, $2, now(), now())',
        [leadId, mark],
      )
      await insertMail(app, { leadId, toEmail: `${mark}@example.org`, toName: mark })
      const stored = await findText(mark)
      assert.ok(stored.length > 3, stored.join())
      return async () => {
        assert.equal((await admin('/api/early-adopters/erase', { json: { ids: [leadId] } })).status, 200)
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
      const revoked = await awardBadge(admin, leadId)
      return async () => {
        await admin(`/api/badges/${revoked.id}/revoke`, { json: { reason: 'By mistake' } })
        const given = await awardBadge(admin, leadId, 'visionary')
        const [later = ''] = await insertLeads(app, 1)
        const [lost = ''] = await insertLeads(app, 1)
        const late = await awardBadge(admin, later)
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
          assert.ok((await awardBadge(admin, later, 'visionary')).id)
        }
      }
    },
  },
  {
    name: 'a link that was used stays used, and what it has activated is valid, as long as it was not revoked',
    async prepare() {
      const invited = await inviteLead(app, admin)
      const revoked = await activateLead(app, admin)
      return async () => {
        const reply = await activate(app, invited.token)
        assert.equal(reply.status, 200)
        const signature = String(await read('SELECT id FROM signatures WHERE lead_id = $1', [revoked.leadId]))
        assert.equal(
          (await admin(`/api/signatures/${signature}/revoke`, { json: { reason: 'Lost' } })).status,
          200,
        )
        const later = await activateLead(app, admin)
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
            const record = (await app.send(`/api/certificates/${id}`)).read(
              z.looseObject({ status: z.string(), ledger: z.unknown() }),
            )
            assert.ok(record.ledger, id)
          }
          assert.ok(await read('SELECT revoked_at FROM signatures WHERE lead_id = $1', [revoked.leadId]))
        }
      }
    },
  },
  {
    name: 'users keep the password, the address and the permissions of now, and those deleted since are gone',
    async prepare() {
      const changed = await addUser('changed', {
        email: 'old@example.org',
        email_key: 'old@example.org',
        role: 'admin',
      })
      const deleted = await addUser('deleted')
      const renamed = await addUser('renamed')
      await query(
        `INSERT INTO passkeys (user_id, name, credential_id, public_key, counter, transports, created_at)
        VALUES ($1, 'stolen', 'stolen', '', 0, '{}', now())`,
        [changed],
      )
      await query(`INSERT INTO totp_keys (user_id, secret, created_at) VALUES ($1, 'old', now())`, [changed])
      return async () => {
        await query('DELETE FROM passkeys')
        await query(`UPDATE totp_keys SET secret = 'new'`)
        await query(
          `UPDATE users SET password_hash = 'new', email = 'new@example.org', email_key = 'new@example.org', role = 'viewer',
          disabled_at = now() WHERE id = $1`,
          [changed],
        )
        await query('DELETE FROM users WHERE id = $1', [deleted])
        await query(`UPDATE users SET username = 'was renamed', username_key = 'was renamed' WHERE id = $1`, [
          renamed,
        ])
        const added = await addUser('renamed')
        return async () => {
          const [user] = await query(
            'SELECT password_hash, email_key, role, disabled_at IS NOT NULL AS disabled FROM users WHERE id = $1',
            [changed],
          )
          assert.deepEqual(user, {
            password_hash: 'new',
            email_key: 'new@example.org',
            role: 'viewer',
            disabled: true,
          })
          assert.equal(await read('SELECT count(*)::int FROM passkeys'), 0)
          assert.equal(await read('SELECT secret FROM totp_keys WHERE user_id = $1', [changed]), 'new')
          assert.equal(
            await read('SELECT count(*)::int FROM users WHERE id = ANY ($1)', [[deleted, added]]),
            0,
          )
          assert.equal(await read('SELECT username_key FROM users WHERE id = $1', [renamed]), 'was renamed')
          // The one with which this test has signed in since.
          assert.equal(await read('SELECT count(*)::int FROM sessions'), 1)
        }
      }
    },
  },
  {
    name: 'keys and links that were ended since stay ended',
    async prepare() {
      const user = await addUser('owner')
      const key = await read(
        `INSERT INTO api_keys (name, token_hash, hint, scopes, created_by, created_at) VALUES ('k', 'k', 'k', '{}', $1, now()) RETURNING id`,
        [user],
      )
      const hook = await read(
        `INSERT INTO webhooks (url, description, events, secret, created_at) VALUES ('https://a.example', '', '{}', 's', now()) RETURNING id`,
      )
      const link = await read(
        `INSERT INTO report_links (name, token_hash, created_by, created_at, expires_at) VALUES ('l', 'l', $1, now(), now() + interval '9 days') RETURNING id`,
        [user],
      )
      await query(
        `INSERT INTO report_mails (user_id, cadence, filters, created_at, due_at) VALUES ($1, 'weekly', '{}', now(), now() - interval '1 hour')`,
        [user],
      )
      return async () => {
        await query('UPDATE api_keys SET revoked_at = now() WHERE id = $1', [key])
        await query('DELETE FROM webhooks WHERE id = $1', [hook])
        await query('DELETE FROM report_links WHERE id = $1', [link])
        return async () => {
          assert.ok(await read('SELECT revoked_at FROM api_keys WHERE id = $1', [key]))
          assert.equal(await read('SELECT count(*)::int FROM webhooks WHERE id = $1', [hook]), 0)
          assert.equal(await read('SELECT count(*)::int FROM report_links WHERE id = $1', [link]), 0)
          assert.equal(await read('SELECT count(*)::int FROM report_mails WHERE due_at <= now()'), 0)
        }
      }
    },
  },
  {
    name: 'no post is published twice',
    async prepare() {
      const accountId = await insertAccount(app.db, 'threads', { accessToken: 'old' })
      const past = new Date(app.clock.now().getTime() - hours)
      const future = new Date(app.clock.now().getTime() + 9 * hours)
      const postOf = (content: string, dueAt: Date) => ({
        ...{ accountId, content, dueAt, platform: 'threads' as const },
      })
      const [published, withdrawn, coming] = await idsOf([
        ...[postOf('published', past), postOf('withdrawn', past), postOf('coming', future)],
      ])
      return async () => {
        await query(
          `UPDATE social_posts SET status = 'published', published_id = '7', published_at = now() WHERE id = $1`,
          [published],
        )
        await query('DELETE FROM social_posts WHERE id = $1', [withdrawn])
        await query(`UPDATE social_posts SET content = 'changed' WHERE id = $1`, [coming])
        await query(`UPDATE social_accounts SET access_token = 'new'`)
        const other = await insertAccount(app.db, 'linkedin')
        const [late, never] = await idsOf([
          { ...postOf('late', past), accountId: other, platform: 'linkedin' },
          { ...postOf('never', future), accountId: other, platform: 'linkedin' },
        ])
        await query(
          `UPDATE social_posts SET status = 'published', published_id = '8', published_at = now() WHERE id = $1`,
          [late],
        )
        return async () => {
          const states = await query(
            'SELECT content, status, fault FROM social_posts WHERE id = ANY ($1) ORDER BY content',
            [[published, withdrawn, coming, late, never]],
          )
          assert.deepEqual(states, [
            { content: 'coming', status: 'scheduled', fault: null },
            { content: 'late', status: 'published', fault: null },
            { content: 'published', status: 'published', fault: null },
            { content: 'withdrawn', status: 'failed', fault: 'unknown' },
          ])
          assert.equal(
            await read('SELECT access_token FROM social_accounts WHERE id = $1', [accountId]),
            'new',
          )
        }
      }
    },
  },
  {
    name: 'no mail is sent twice, and campaigns go on from where they are',
    async prepare() {
      const [leadId = ''] = await insertLeads(app, 1)
      const campaign = async (name: string, status: string) =>
        String(
          await read(
            `INSERT INTO campaigns (name, status, audience, texts, fallback_language, due_at, created_at, updated_at)
             VALUES ($1, $2, '{}', '{}', 'es', now() - interval '1 hour', now(), now()) RETURNING id`,
            [name, status],
          ),
        )
      const [sent, stopped] = [await campaign('sent', 'scheduled'), await campaign('stopped', 'scheduled')]
      const waiting = { leadId, status: 'queued' as const, sentAt: null, endedAt: null }
      const once = await insertMail(app, waiting)
      const unknown = await insertMail(app, waiting)
      await query(`INSERT INTO confirmation_queue (lead_id, registered_at) VALUES ($1, now())`, [leadId])
      return async () => {
        await query(`UPDATE mails SET status = 'sent', sent_at = now(), ended_at = now() WHERE id = $1`, [
          once,
        ])
        await query('DELETE FROM mails WHERE id = $1', [unknown])
        await query('DELETE FROM confirmation_queue')
        await query(
          `UPDATE campaigns SET status = 'done', started_at = now(), ended_at = now() WHERE id = $1`,
          [sent],
        )
        await query('DELETE FROM campaigns WHERE id = $1', [stopped])
        const late = await campaign('late', 'done')
        await query('UPDATE campaigns SET started_at = now() WHERE id = $1', [late])
        const ofLate = await insertMail(app, { leadId, campaignId: late, kind: 'campaign' })
        return async () => {
          assert.equal(await read('SELECT status FROM mails WHERE id = $1', [once]), 'sent')
          assert.deepEqual(await query('SELECT status, response FROM mails WHERE id = $1', [unknown]), [
            { status: 'suppressed', response: 'restored' },
          ])
          assert.equal(await read('SELECT count(*)::int FROM mails WHERE id = $1', [ofLate]), 1)
          assert.equal(await read('SELECT count(*)::int FROM confirmation_queue'), 0)
          assert.deepEqual(
            await query('SELECT name, status FROM campaigns WHERE id = ANY ($1) ORDER BY name', [
              [sent, stopped, late],
            ]),
            [
              { name: 'late', status: 'done' },
              { name: 'sent', status: 'done' },
              { name: 'stopped', status: 'draft' },
            ],
          )
        }
      }
    },
  },
  {
    name: 'keys that have signed since stay, and retired ones stay retired',
    async prepare() {
      const current = async () => (await createSigningKeyStore(app.db, 'badges').findCurrent())?.id
      const old = await current()
      return async () => {
        const reply = await admin('/api/badges/keys/rotate', { method: 'POST' })
        assert.ok(reply.status < 300, reply.text)
        const renewed = await current()
        assert.notEqual(renewed, old)
        return async () => {
          assert.equal(await current(), renewed)
          assert.ok(await read('SELECT retired_at FROM signing_keys WHERE id = $1', [old]))
        }
      }
    },
  },
  {
    name: 'every checkpoint is the beginning of the ledger, under the same name, and every entry of the audit log is there',
    async prepare() {
      await drill.settle()
      const early = await readCheckpoint()
      return async () => {
        await drill.settle()
        const late = await readCheckpoint()
        const entries = Number(await read('SELECT count(*)::int FROM audit_entries'))
        const { origin } = await readLedger()
        return async () => {
          assert.ok(await isBeginning(early))
          assert.ok(await isBeginning(late))
          assert.ok(parse(late).size > parse(early).size)
          assert.ok(Number(await read('SELECT count(*)::int FROM audit_entries')) >= entries)
          const { origin: now, former_logs } = await readLedger()
          assert.deepEqual([now, former_logs], [origin, []])
        }
      }
    },
  },
]

const idsOf = async (posts: Parameters<typeof insertPosts>[1]) =>
  (await insertPosts(app.db, posts)).map(({ id }) => id)

let backup: SavedState
let beforeRestore: SavedState
let lastCheckpoint: string

describe('over a running installation', () => {
  const checks = new Map<string, () => Promise<void>>()

  before(async () => {
    const since: [string, () => Promise<() => Promise<void>>][] = []
    for (const { name, prepare } of cases) since.push([name, await prepare()])
    // The last case settles what the others have recorded.
    backup = await drill.save()
    app.clock.advance(2 * hours)
    admin = await app.signIn()
    for (const [name, happen] of since) checks.set(name, await happen())
    lastCheckpoint = await readCheckpoint()
    assert.equal(
      (await app.send('/api/early-adopters', { json: { ...registrationOf(), name: 'Newcomer' } })).status,
      201,
    )
    beforeRestore = await drill.save()
    await drill.restore(backup)
    admin = await app.signIn()
  })

  for (const { name } of cases) test(name, async () => checks.get(name)?.())

  test('both logs are whole', async () => {
    assert.deepEqual(await drill.findFaults(), [])
  })

  test('it can be undone', async () => {
    assert.equal(await read(`SELECT count(*)::int FROM early_adopters WHERE name = 'Newcomer'`), 0)
    await drill.restore(beforeRestore)
    admin = await app.signIn()
    assert.equal(await read(`SELECT count(*)::int FROM early_adopters WHERE name = 'Newcomer'`), 1)
    assert.deepEqual(await findText('gone-for-good'), [])
    assert.deepEqual(await drill.findFaults(), [])
    assert.ok(await isBeginning(lastCheckpoint))
  })
})

describe('on an empty machine', () => {
  let late: string

  before(async () => {
    await drill.settle()
    late = await readCheckpoint()
    await drill.restore(backup, { onEmptyMachine: true })
    admin = await app.signIn()
  })

  test('nothing that was due is sent by itself', async () => {
    assert.deepEqual(
      await query(`SELECT DISTINCT status FROM mails WHERE status IN ('queued', 'sending')`),
      [],
    )
    assert.deepEqual(
      await query(`SELECT FROM campaigns WHERE status IN ('scheduled', 'preparing', 'sending')`),
      [],
    )
    assert.deepEqual(
      await query(`SELECT FROM social_posts WHERE status IN ('scheduled', 'publishing') AND due_at <= now()`),
      [],
    )
    assert.deepEqual(await query('SELECT FROM confirmation_queue'), [])
    assert.deepEqual(await query('SELECT FROM report_mails WHERE due_at <= now()'), [])
  })

  test('the ledger goes on under another name, and says why', async () => {
    await drill.settle()
    const { origin, former_logs, keys } = await readLedger()
    const [former] = former_logs
    assert.ok(former)
    assert.equal(former_logs.length, 1)
    assert.notEqual(origin, former.origin)
    assert.ok(origin.startsWith(`${former.origin}-`))
    assert.ok(keys.some(({ verifier_key }) => verifier_key.startsWith(`${former.origin}+`)))
    assert.equal(parse(await readCheckpoint()).origin, origin)
    const [opening] = await query(`SELECT statement FROM ledger_openings WHERE kind = 'continuation'`)
    assert.deepEqual(
      { ...(opening?.statement as object), backup_taken_at: undefined },
      {
        ...{
          type: 'continuation',
          of: former.origin,
          size: former.size,
          root: former.root_hash,
          reason: 'restore',
        },
        ...{ joined: null, backup_taken_at: undefined },
      },
    )
    const inBackup = String(await read('SELECT note FROM ledger_checkpoints WHERE size = $1', [former.size]))
    assert.ok(await isBeginning(inBackup))
    assert.equal(await isBeginning(late), false)
    assert.deepEqual(await drill.findFaults(), [])
    assert.equal(await read(`SELECT count(*)::int FROM audit_entries WHERE subject = 'audit_entries'`), 1)
  })

  test('the longer log of the lost machine joins it later, with all of its entries', async () => {
    const own = await readCheckpoint()
    app.clock.advance(hours)
    const lost = await query(`SELECT entry_id FROM ${beforeRestore.schema}.ledger_leaves`)
    await drill.restore(beforeRestore)
    admin = await app.signIn()
    await drill.settle()
    const { origin, former_logs } = await readLedger()
    assert.notEqual(origin, parse(own).origin)
    assert.ok(former_logs.length >= 1)
    assert.equal(
      await read('SELECT count(*)::int FROM ledger_leaves WHERE entry_id = ANY ($1)', [
        lost.map(({ entry_id }) => entry_id),
      ]),
      lost.length,
    )
    assert.equal(
      await read(
        `SELECT count(*)::int FROM ${beforeRestore.schema}.audit_entries AS lost WHERE NOT EXISTS (
           SELECT FROM audit_entries AS now WHERE now.at = lost.at AND now.row_key = lost.row_key AND now.subject = lost.subject)`,
      ),
      0,
    )
    assert.deepEqual(await drill.findFaults(), [])
  })
})
