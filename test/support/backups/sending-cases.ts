import assert from 'node:assert/strict'
import { insertLeads } from '../badges.ts'
import { hours } from '../clock.ts'
import { insertMail } from '../mails.ts'
import { insertAccount, insertPosts } from '../social/publishing-engine.ts'
import { type CaseContext, createQuestions, type RestoreCase } from './questions.ts'

/** What is sent and published. */
export function listSendingCases(context: CaseContext): RestoreCase[] {
  const { app } = context
  const { query, read } = createQuestions(context)
  const idsOf = async (posts: Parameters<typeof insertPosts>[1]) =>
    (await insertPosts(app.db, posts)).map(({ id }) => id)
  return [
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
  ]
}
