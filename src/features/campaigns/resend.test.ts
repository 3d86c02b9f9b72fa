import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { z } from 'zod'
import { confirmPassword, startTestApp, type TestApp } from '../../../test/support/build-app.ts'
import { launch, makeCampaign, seedLeads, startCampaignWorker } from '../../../test/support/campaigns.ts'
import { createFakeClock } from '../../../test/support/clock.ts'
import type { Send } from '../../../test/support/http-client.ts'
import { AudienceCount, Campaign, CampaignLink } from './contract.ts'

let app: TestApp
let editor: Send
let worker: ReturnType<typeof startCampaignWorker>

before(async () => {
  app = await startTestApp({ clock: createFakeClock() })
  editor = await app.signInAs('editor')
  worker = startCampaignWorker(app)
})
beforeEach(async () => {
  for (const table of ['campaigns', 'early_adopters', 'mails', 'mail_counts', 'mail_suppressions'])
    await app.pool.query(`DELETE FROM ${table}`)
  await confirmPassword(editor)
})
after(async () => {
  await worker?.close()
  await app.close()
})

/** A campaign to some people that is over, and the ids of its mails in the order of their addresses. */
async function sendTo(count: number): Promise<{ campaign: Campaign; mails: string[] }> {
  await seedLeads(app, { count, mark: 'ana' })
  const campaign = (await launch(editor, await makeCampaign(editor))).read(Campaign)
  await worker.poll()
  await app.pool.query("UPDATE mails SET status = 'sent', sent_at = now()")
  await app.pool.query("UPDATE campaigns SET status = 'done', ended_at = now()")
  const { rows } = await app.pool.query('SELECT id FROM mails ORDER BY to_email')
  assert.equal(rows.length, count)
  return { campaign, mails: rows.map(({ id }) => id) }
}
const set = (mail: string | undefined, changes: string) =>
  app.pool.query(`UPDATE mails SET ${changes} WHERE id = $1`, [mail])
const resend = (id: string, send = editor) => send(`/api/campaigns/${id}/resend`, { method: 'POST' })
const countOf = async ({ audience }: Campaign) =>
  (await editor('/api/campaigns/audience', { json: audience })).read(AudienceCount).total

describe('a campaign that is sent again', () => {
  test('goes to those who got it and did not open it, as they are when it is sent', async () => {
    const { campaign, mails } = await sendTo(8)
    await set(mails[0], "open_verdict = 'human', opened_at = now()")
    await set(mails[1], "click_verdict = 'human', clicked_at = now()")
    await set(mails[2], "open_verdict = 'privacy_proxy', opened_at = now()")
    await set(mails[3], "status = 'bounced'")
    await set(mails[4], "open_verdict = 'scanner', opened_at = now()")
    await app.pool.query(
      `INSERT INTO mail_suppressions (email_key, reason, at)
       SELECT lower(to_email), 'unsubscribed', now() FROM mails WHERE id = $1`,
      [mails[5]],
    )
    const draft = (await resend(campaign.id)).read(Campaign)
    assert.deepEqual([draft.status, draft.texts], ['draft', campaign.texts])
    assert.equal(draft.audience.unopened_campaign, campaign.id)
    assert.equal(await countOf(draft), 3)
    await set(mails[6], "open_verdict = 'unknown', opened_at = now()")
    assert.equal(await countOf(draft), 2)

    await launch(editor, draft)
    await worker.poll()
    const { rows } = await app.pool.query('SELECT to_email FROM mails WHERE campaign_id = $1 ORDER BY 1', [
      draft.id,
    ])
    assert.deepEqual(
      rows.map(({ to_email }) => to_email),
      ['ana5@example.test', 'ana8@example.test'],
    )
    const again = await resend(campaign.id)
    assert.equal(again.status, 409)
    assert.match(again.problem().detail, /reenviado/)
  })

  test('is written once, however often and by how many it is asked for', async () => {
    const { campaign } = await sendTo(1)
    const replies = await Promise.all([1, 2, 3, 4].map(() => resend(campaign.id)))
    const ids = new Set(replies.map((reply) => reply.read(Campaign).id))
    assert.equal(ids.size, 1)
  })

  test('is refused while it is being sent, to viewers, and when there is none', async () => {
    const { campaign } = await sendTo(1)
    for (const status of ['draft', 'sending', 'paused', 'cancelled']) {
      await app.pool.query('UPDATE campaigns SET status = $1', [status])
      assert.equal((await resend(campaign.id)).status, 409, status)
    }
    assert.equal((await resend(campaign.id, await app.signInAs('viewer'))).status, 403)
    assert.equal((await resend('00000000-0000-4000-8000-000000000000')).status, 404)
  })
})

describe('the links of a campaign', () => {
  const linksOf = async (id: string) =>
    (await editor(`/api/campaigns/${id}/links`)).read(z.array(CampaignLink))
  const click = (mail: string | undefined, link: number, verdict = 'human') =>
    app.pool.query(
      `INSERT INTO mail_hits (mail_id, kind, link, at, verdict, reason) VALUES ($1, 'click', $2, now(), $3, 'browser')`,
      [mail, link, verdict],
    )

  test('say how many people followed each, in all languages together', async () => {
    const { campaign, mails } = await sendTo(4)
    assert.deepEqual(await linksOf(campaign.id), [])
    await set(mails[3], "language = 'ar'")
    await app.pool.query(
      `INSERT INTO mail_campaign_links (campaign_id, language, links)
       VALUES ($1, 'es', '{https://a.test/,https://b.test/,https://c.test/}'), ($1, 'ar', '{https://b.test/}')`,
      [campaign.id],
    )
    await click(mails[0], 1)
    await click(mails[0], 1)
    await click(mails[1], 1, 'unknown')
    await click(mails[2], 1, 'scanner')
    await click(mails[3], 0)
    await click(mails[2], 0)
    await click(mails[2], 255, 'scanner')
    await app.pool.query(
      "INSERT INTO mail_hits (mail_id, kind, at, verdict, reason) VALUES ($1, 'open', now(), 'human', 'browser')",
      [mails[1]],
    )
    const [b, a, c] = await linksOf(campaign.id)
    assert.deepEqual(b?.people, { at_least: 2, at_most: 3 })
    assert.deepEqual([b?.url, b?.languages.toSorted()], ['https://b.test/', ['ar', 'es']])
    assert.deepEqual(a, { url: 'https://a.test/', languages: ['es'], people: { at_least: 1, at_most: 1 } })
    assert.deepEqual(c, { url: 'https://c.test/', languages: ['es'], people: { at_least: 0, at_most: 0 } })
    // Erasing a person removes their clicks.
    await app.pool.query('DELETE FROM early_adopters WHERE email LIKE $1', ['ana1@%'])
    assert.deepEqual((await linksOf(campaign.id))[0]?.people, { at_least: 1, at_most: 2 })
  })

  test('are not told of a campaign that does not exist', async () => {
    assert.equal((await editor('/api/campaigns/00000000-0000-4000-8000-000000000000/links')).status, 404)
  })
})
