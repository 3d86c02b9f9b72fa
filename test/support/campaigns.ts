import assert from 'node:assert/strict'
import { Campaign, type CampaignDraft, type CampaignText } from '#features/campaigns/contract.ts'
import { campaignPoller } from '#features/campaigns/poller.ts'
import { createPreparation } from '#features/campaigns/preparation.ts'
import { createAudiences } from '#features/early-adopters/records/audience-store.ts'
import { createNotificationRecords } from '#features/notifications/records.ts'
import type { TestApp } from './build-app.ts'
import type { Reply, Send } from './http-client.ts'
import { startTestEngine } from './mail-engine.ts'
import { pollIfDue } from './poll.ts'

/** A complete text, with a mark by which a test finds it. */
export function campaignTextOf(mark: string, changes: Partial<CampaignText> = {}): CampaignText {
  return {
    subject: `Asunto ${mark}`,
    preheader: '',
    body: `<p>Hola, {{name}}: ${mark}</p>`,
    action: '',
    action_url: '',
    ...changes,
  }
}

type Changes = Partial<Omit<CampaignDraft, 'audience'>> & { audience?: Partial<CampaignDraft['audience']> }

/** A complete campaign, to everyone by default, with a name that no other test uses. */
export function draftOfCampaign({ audience = {}, ...changes }: Changes = {}) {
  return {
    name: `Campaña ${crypto.randomUUID()}`,
    audience,
    texts: { es: campaignTextOf('es') },
    fallback_language: 'es' as const,
    ...changes,
  }
}

/** Saves a campaign; fails the test when it is refused. */
export async function makeCampaign(send: Send, changes: Changes = {}): Promise<Campaign> {
  const reply = await send('/api/campaigns', { json: draftOfCampaign(changes) })
  assert.equal(reply.status, 201, reply.text)
  return reply.read(Campaign)
}

/** Starts a campaign, by default at once and without a limit. */
export function launch(
  send: Send,
  { id, updated_at }: Campaign,
  { due_at = null, throttle = 0 }: { due_at?: string | null; throttle?: number } = {},
): Promise<Reply> {
  return send(`/api/campaigns/${id}/schedule`, { json: { due_at, throttle, updated_at } })
}

interface SeededLeads {
  count: number
  /** Part of their addresses, to distinguish them from other leads. */
  mark?: string
  language?: string
  segment?: string
  joined?: Date
}

/** Inserts many leads; returns their ids. */
export async function seedLeads(
  { pool, clock }: Pick<TestApp, 'pool' | 'clock'>,
  { count, mark = 'lead', language = 'es', segment = 'developer', joined = clock.now() }: SeededLeads,
): Promise<string[]> {
  const ids: string[] = []
  // A statement takes as long as a request may at most.
  for (let first = 1; first <= count; first += 2_000) {
    const { rows } = await pool.query<{ id: string }>(
      `INSERT INTO early_adopters (id, email, email_key, name, company, segment, interests, language, consented_at,
       consent_text, search_text, created_at, last_contact_at)
     SELECT gen_random_uuid(), email, email, $1 || ' ' || n, 'Taller Uno', $2, '{}', $3, $4, 'x',
       lower($1) || ' ' || n || ' ' || email, $4, $4
     FROM generate_series($5::int, $6::int) AS n, LATERAL (SELECT $1 || n || '@example.test' AS email) AS address
     RETURNING id`,
      [mark, segment, language, joined, first, Math.min(count, first + 1_999)],
    )
    ids.push(...rows.map(({ id }) => id))
  }
  return ids
}

/** The part of a server process that prepares campaigns and sends their mails, with its own connections. */
export function startCampaignWorker({ databaseUrl, clock }: TestApp) {
  const engine = startTestEngine({ databaseUrl, clock })
  const { db, records } = engine
  const preparation = createPreparation({
    ...{ db, clock, publicUrl: 'https://firmeza.test' },
    nextOf: createAudiences(records.campaignMails).next,
    notify: createNotificationRecords().notify,
    mail: { post: records.post, ...records.campaignMails },
  })
  return {
    poll: () => pollIfDue(campaignPoller(preparation), { db, now: clock.now() }),
    send: engine.poll,
    close: engine.close,
  }
}
