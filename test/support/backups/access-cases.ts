import assert from 'node:assert/strict'
import { createSigningKeyStore } from '#platform/secrets/signing-key-store.ts'
import { type CaseContext, createQuestions, parseCheckpoint, type RestoreCase } from './questions.ts'

/** What happens to those who have access, to keys and to logs. */
export function listAccessCases(context: CaseContext): RestoreCase[] {
  const { app, drill } = context
  const { query, read, addUser, readLedger, readCheckpoint, isBeginning } = createQuestions(context)
  return [
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
        await query(`INSERT INTO totp_keys (user_id, secret, created_at) VALUES ($1, 'old', now())`, [
          changed,
        ])
        return async () => {
          await query('DELETE FROM passkeys')
          await query(`UPDATE totp_keys SET secret = 'new'`)
          await query(
            `UPDATE users SET password_hash = 'new', email = 'new@example.org', email_key = 'new@example.org', role = 'viewer',
          disabled_at = now() WHERE id = $1`,
            [changed],
          )
          await query('DELETE FROM users WHERE id = $1', [deleted])
          await query(
            `UPDATE users SET username = 'was renamed', username_key = 'was renamed' WHERE id = $1`,
            [renamed],
          )
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
      name: 'keys that have signed since stay, and retired ones stay retired',
      async prepare() {
        const current = async () => (await createSigningKeyStore(app.db, 'badges').findCurrent())?.id
        const old = await current()
        return async () => {
          const reply = await context.admin('/api/badges/keys/rotate', { method: 'POST' })
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
            assert.ok(parseCheckpoint(late).size > parseCheckpoint(early).size)
            assert.ok(Number(await read('SELECT count(*)::int FROM audit_entries')) >= entries)
            const { origin: now, former_logs } = await readLedger()
            assert.deepEqual([now, former_logs], [origin, []])
          }
        }
      },
    },
  ]
}
