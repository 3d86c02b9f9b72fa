import { randomUUID } from 'node:crypto'
import type { Notify } from '#feature.ts'
import type { Platform } from '#features/social/platforms/platform.ts'
import { createPostFileStore } from '#features/social/posts/post-file-store.ts'
import { createContentReader } from '#features/social/publishing/content.ts'
import type { PublishingAccounts } from '#features/social/publishing/ports.ts'
import { createPublisher } from '#features/social/publishing/publisher.ts'
import { socialAccounts, socialPosts } from '#features/social/table.ts'
import type { Announce } from '#features/social/webhook-events.ts'
import type { Clock } from '#platform/clock.ts'
import { createEncryption } from '#platform/encryption.ts'
import { createLog } from '#platform/log.ts'
import { connectPostgres, type Database } from '#platform/postgres.ts'
import type { NewNotification } from '#shared/notifications/type.ts'
import type { WebhookEvent } from '#shared/webhooks/event.ts'
import { pollIfDue } from '../poll.ts'

// The same in all processes of a test.
export const engineSecret = 's'.repeat(40)
const encryption = createEncryption({ current: engineSecret, earlier: [] })

interface EngineOptions {
  databaseUrl: string
  clock: Clock
  platforms: readonly Platform[]
  accounts: PublishingAccounts
  leaseSeconds?: number
  armedFor?: number
}

/** The part of a server process that publishes posts, with its own connections; it polls when it is told to. */
export function startPublishingEngine({ databaseUrl, clock, platforms, ...options }: EngineOptions) {
  const log = createLog('silent')
  const { db, close } = connectPostgres(databaseUrl, { log, max: 6 })
  const told: NewNotification[] = []
  const notify: Notify = async (_transaction, news) => {
    told.push(...news)
  }
  const announced: WebhookEvent[] = []
  const announce: Announce = async (_transaction, events) => {
    announced.push(...events)
  }
  const publisher = createPublisher({
    ...{ db, clock, log, notify, announce, encryption, ...options },
    platforms: new Map(platforms.map((platform) => [platform.id, platform])),
    readContent: createContentReader({
      files: {
        forPlatform() {
          throw new Error('these posts have no files')
        },
      },
      listFiles: (id) => createPostFileStore(db).listOf([id]),
      siteOrigin: 'https://www.example.org',
    }),
  })
  const start = () => pollIfDue(publisher.poller, { db, now: clock.now() })
  return {
    db,
    /** What the team was told. */
    told,
    /** What programs of others were told. */
    announced,
    /** Starts to publish what is due, without waiting for it. */
    start,
    /** Publishes what is due. */
    async poll(): Promise<void> {
      await start()
      await publisher.drain()
    },
    stop: publisher.stop,
    async close(): Promise<void> {
      await publisher.stop()
      await close()
    },
  }
}

/** Inserts an account of a platform. */
export async function insertAccount(db: Database, platform: Platform['id'], more = {}): Promise<string> {
  const id = randomUUID()
  await db.insert(socialAccounts).values({
    ...{ id, platform, externalId: id, name: 'Firmeza', mode: 'automatic', connectedAt: new Date(), ...more },
  })
  return id
}

interface NewTestPost {
  accountId: string
  platform: Platform['id']
  dueAt: Date
  content?: string
}

/** Inserts posts; returns their ids and keys. */
export async function insertPosts(db: Database, posts: readonly NewTestPost[]) {
  const rows = posts.map(({ dueAt, content = 'Hola, mundo', ...post }) => ({
    ...{ ...post, content, id: randomUUID(), groupId: randomUUID(), searchText: content, tracksLinks: false },
    ...{ scheduledAt: dueAt, dueAt, wallTime: dueAt.toISOString().slice(0, 16), timeZone: 'UTC' },
    ...{ idempotencyKey: randomUUID(), createdAt: dueAt, updatedAt: dueAt },
  }))
  await db.insert(socialPosts).values(rows)
  return rows.map(({ id, idempotencyKey }) => ({ id, key: idempotencyKey }))
}

/** Accounts whose one token is what a simulator accepts, without any store. */
export function plainAccounts(tokens: { get(): string; renew(): string }): PublishingAccounts {
  const open = (accessToken: string) => ({
    account: { externalId: 'a', name: 'Firmeza', data: {} },
    ...{ client: { id: 'c', secret: 's' }, accessToken, tokenVersion: 1 },
  })
  return {
    open: async () => open(tokens.get()),
    renew: async () => open(tokens.renew()),
    noteSuccess: async () => {},
  }
}
