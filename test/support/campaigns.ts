import assert from 'node:assert/strict'
import { Registry } from 'prom-client'
import { Campaign, type CampaignDraft, type CampaignText } from '#features/campaigns/contract.ts'
import { campaignPoller } from '#features/campaigns/poller.ts'
import { createPreparation } from '#features/campaigns/preparation.ts'
import { sendableCampaigns } from '#features/campaigns/store.ts'
import { createAudiences } from '#features/early-adopters/records/audience-store.ts'
import { createMailEngine } from '#features/mail/engine.ts'
import {
  hasOpenMails,
  holdBackMails,
  isSuppressed,
  wasWritten,
} from '#features/mail/outbox/campaign-mail-store.ts'
import { createMailLinks } from '#features/mail/tracking/links.ts'
import { createLog } from '#platform/log.ts'
import { connectPostgres } from '#platform/postgres.ts'
import { createWorkerPool } from '#platform/worker-pool.ts'
import type { TestApp } from './build-app.ts'
import type { Reply, Send } from './http-client.ts'
import { pollIfDue } from './poll.ts'

/** A text that can be sent, with a mark to know it by. */
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

/** A campaign that can be sent, to everyone unless said otherwise, by a name that no other test uses. */
export function draftOfCampaign({ audience = {}, ...changes }: Changes = {}) {
  return {
    name: `Campaña ${crypto.randomUUID()}`,
    audience,
    texts: { es: campaignTextOf('es') },
    fallback_language: 'es' as const,
    ...changes,
  }
}

/** Stores a campaign, which must be accepted. */
export async function makeCampaign(send: Send, changes: Changes = {}): Promise<Campaign> {
  const reply = await send('/api/campaigns', { json: draftOfCampaign(changes) })
  assert.equal(reply.status, 201, reply.text)
  return reply.read(Campaign)
}

/** Has a campaign go out, at once and as fast as it can unless said otherwise. */
export function launch(
  send: Send,
  { id, updated_at }: Campaign,
  { due_at = null, throttle = 0 }: { due_at?: string | null; throttle?: number } = {},
): Promise<Reply> {
  return send(`/api/campaigns/${id}/schedule`, { json: { due_at, throttle, updated_at } })
}

interface SeededLeads {
  count: number
  /** Told apart from others by their address. */
  mark?: string
  language?: string
  segment?: string
  joined?: Date
}

/** Adds leads by the thousand; answers their ids. */
export async function seedLeads(
  { pool, clock }: Pick<TestApp, 'pool' | 'clock'>,
  { count, mark = 'lead', language = 'es', segment = 'developer', joined = clock.now() }: SeededLeads,
): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `INSERT INTO early_adopters (id, email, email_key, name, company, segment, interests, language, consented_at,
       consent_text, search_text, created_at, last_contact_at)
     SELECT gen_random_uuid(), email, email, $1 || ' ' || n, 'Taller Uno', $2, '{}', $3, $4, 'x',
       lower($1) || ' ' || n || ' ' || email, $4, $4
     FROM generate_series(1, $5::int) AS n, LATERAL (SELECT $1 || n || '@example.test' AS email) AS address
     RETURNING id`,
    [mark, segment, language, joined, count],
  )
  return rows.map(({ id }) => id)
}

/** The part of a server process that prepares campaigns and writes their mails to the outbox, with its own connections. */
export function startCampaignWorker(app: TestApp) {
  const log = createLog('silent')
  const { db, close } = connectPostgres(app.databaseUrl, { log, max: 4 })
  const { clock } = app
  const publicUrl = 'https://firmeza.test'
  const engine = createMailEngine({
    ...{ db, clock, log, publicUrl, links: createMailLinks('a secret of the tests') },
    ...{
      from: { name: 'Firmeza', address: 'team@firmeza.test' },
      replyTo: 'team@firmeza.test',
      host: '127.0.0.1',
    },
    ...{
      registry: new Registry(),
      workers: createWorkerPool(),
      smtpUrl: undefined,
      dkim: undefined,
      bounceDomain: undefined,
      bouncePort: undefined,
    },
    render: async () => ({ subject: 'x', html: '<p>x</p>', text: 'x' }),
    findRightsUrl: async () => undefined,
    sendableCampaigns,
    unsubscribe: async () => {},
  })
  const preparation = createPreparation({
    ...{ db, clock, publicUrl, nextOf: createAudiences({ isSuppressed, wasWritten }).next },
    mail: { post: engine.post, hasOpen: hasOpenMails, holdBack: holdBackMails },
  })
  return {
    poll: () => pollIfDue(campaignPoller(preparation), { db, now: clock.now() }),
    async send() {
      await pollIfDue(engine.poller, { db, now: clock.now() })
      await engine.drain()
    },
    async close() {
      await engine.stop()
      await close()
    },
  }
}
