import { randomUUID } from 'node:crypto'
import type { Clock } from '#platform/clock.ts'
import type { Encryption } from '#platform/encryption.ts'
import { findUrlFault } from '#platform/outgoing/public-address.ts'
import type { Database } from '#platform/postgres.ts'
import { Problem, type RefusedField } from '#shared/problem.ts'
import type { FindNames } from '#shared/user.ts'
import type { WebhookEventType } from '#shared/webhooks/event.ts'
import {
  type EventDescription,
  mostWebhooks,
  secretOverlapHours,
  type Webhook,
  type WebhookDraft,
  type WebhookWithSecret,
} from './contract.ts'
import { describeMessage } from './message.ts'
import { makeSecret, webhookPurpose } from './signing.ts'
import { type CountedWebhook, createWebhookStore } from './store.ts'

export interface WebhookOptions {
  db: Database
  clock: Clock
  encryption: Encryption
  /** Hosts of private networks that may be called, and by HTTP. */
  trustedHosts: ReadonlySet<string>
  /** The kinds of events of all features. */
  listEvents(): readonly WebhookEventType[]
  findNames: FindNames
}

/** Where events are sent to, as admins manage them. */
export function createWebhooks(options: WebhookOptions) {
  const { db, clock, encryption, listEvents, findNames } = options
  const store = createWebhookStore(db)
  const cipher = encryption.cipher(webhookPurpose)

  async function describe(rows: readonly CountedWebhook[]): Promise<Webhook[]> {
    const names = await findNames(rows.flatMap(({ createdBy }) => createdBy ?? []))
    const now = clock.now()
    return rows.map((row) => toWebhook(row, names, now))
  }

  /** @throws {Problem} 404 */
  async function get(id: string): Promise<Webhook> {
    const row = await store.find(id)
    const [webhook] = row ? await describe([row]) : []
    if (!webhook) throw new Problem('webhook_not_found', 404)
    return webhook
  }

  return {
    /** All webhooks, oldest first. */
    list: async (): Promise<Webhook[]> => describe(await store.list()),

    get,

    /** The kinds of events that can be subscribed to. */
    describeEvents: (): EventDescription[] =>
      listEvents().map(({ type, example: data }) => ({
        type,
        example: describeMessage({ type, at: clock.now(), data }),
      })),

    /** Adds a webhook. @throws {Problem} 409 there are too many, 422 */
    async create(draft: WebhookDraft, userId: string): Promise<WebhookWithSecret> {
      const url = checkDraft(draft, options)
      const { description, events, is_enabled: isEnabled } = draft
      const [id, secret] = [randomUUID(), makeSecret()]
      await db.transaction(async (transaction) => {
        const within = createWebhookStore(transaction)
        await within.lock()
        if ((await within.count()) >= mostWebhooks)
          throw new Problem('webhooks_full', 409, { params: { limit: mostWebhooks } })
        await within.insert({
          ...{ id, url, description, events: [...new Set(events)], isEnabled },
          ...{ secret: cipher.encrypt(secret, id), createdBy: userId, createdAt: clock.now() },
        })
      })
      return { webhook: await get(id), secret }
    },

    /**
     * Changes a webhook. One that is turned on, or gets another address, starts afresh: what waits is sent now.
     * @throws {Problem} 404, 422
     */
    async change(id: string, draft: WebhookDraft): Promise<Webhook> {
      await changeWebhook(options, id, draft)
      return get(id)
    },

    /** Deletes a webhook and what was sent to it. @throws {Problem} 404 */
    async remove(id: string): Promise<void> {
      if (!(await store.remove(id))) throw new Problem('webhook_not_found', 404)
    },

    /** Gives a webhook a new secret; the present one signs too for a day. @throws {Problem} 404 */
    async renewSecret(id: string): Promise<WebhookWithSecret> {
      const secret = makeSecret()
      await renewSecret(db, id, { secret: cipher.encrypt(secret, id), now: clock.now() })
      return { webhook: await get(id), secret }
    },
  }
}
export type Webhooks = ReturnType<typeof createWebhooks>

async function changeWebhook(options: WebhookOptions, id: string, draft: WebhookDraft): Promise<void> {
  const { db, clock } = options
  const url = checkDraft(draft, options)
  const { description, events, is_enabled: isEnabled } = draft
  await db.transaction(async (transaction) => {
    const within = createWebhookStore(transaction)
    const before = await within.findForChange(id)
    if (!before) throw new Problem('webhook_not_found', 404)
    await within.update(id, { url, description, events: [...new Set(events)], isEnabled, stopReason: null })
    if (isEnabled && (!before.isEnabled || before.url !== url)) await within.startAfresh(id, clock.now())
  })
}

interface RenewedSecret {
  /** Encrypted. */
  secret: string
  now: Date
}

async function renewSecret(db: Database, id: string, { secret, now }: RenewedSecret): Promise<void> {
  await db.transaction(async (transaction) => {
    const within = createWebhookStore(transaction)
    const before = await within.findForChange(id)
    if (!before) throw new Problem('webhook_not_found', 404)
    const oldSecretUntil = new Date(now.getTime() + secretOverlapHours * 3_600_000)
    await within.update(id, { secret, oldSecret: before.secret, oldSecretUntil })
  })
}

type DraftRules = Pick<WebhookOptions, 'listEvents' | 'trustedHosts'>

/** The address as it is called. @throws {Problem} 422 with all that is wrong with a draft */
function checkDraft({ url, events }: WebhookDraft, { listEvents, trustedHosts }: DraftRules): string {
  const known = new Set(listEvents().map(({ type }) => type))
  const unknown = events.find((type) => !known.has(type))
  const parsed = URL.parse(url)
  const fault = parsed ? findUrlFault(parsed, trustedHosts) : 'scheme'
  const code = fault === 'private_address' ? 'address_private' : 'address_invalid'
  const fields: RefusedField[] = [
    ...(fault ? [{ field: 'url', code }] : []),
    ...(unknown !== undefined
      ? [{ field: 'events', code: 'event_unknown', params: { event: unknown } }]
      : []),
  ]
  if (!parsed || fields.length > 0) throw new Problem('validation_failed', 422, { fields })
  parsed.hash = ''
  return parsed.href
}

function toWebhook(row: CountedWebhook, names: ReadonlyMap<string, string>, now: Date): Webhook {
  const { createdBy, oldSecretUntil } = row
  const overlap = oldSecretUntil && oldSecretUntil > now ? oldSecretUntil : null
  return {
    ...{ id: row.id, url: row.url, description: row.description, events: row.events, state: stateOf(row) },
    stop_reason: row.stopReason,
    failing_since: row.failingSince?.toISOString() ?? null,
    retry_at: row.retryAt?.toISOString() ?? null,
    old_secret_until: overlap?.toISOString() ?? null,
    created_at: row.createdAt.toISOString(),
    created_by: createdBy === null ? null : { id: createdBy, name: names.get(createdBy) ?? '' },
    ...{ waiting: row.waiting, failed: row.failed },
  }
}

function stateOf({ isEnabled, stopReason, failingSince }: CountedWebhook): Webhook['state'] {
  if (!isEnabled) return stopReason === null ? 'paused' : 'stopped'
  return failingSince === null ? 'active' : 'failing'
}
