import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach } from 'node:test'
import { eq } from 'drizzle-orm'
import type { Publishing } from '#features/social/platforms/platform.ts'
import { socialAccounts, socialAttempts, socialPosts } from '#features/social/table.ts'
import type { Postgres } from '#platform/postgres.ts'
import { createFakeClock } from '../clock.ts'
import { connectTestDatabase } from '../database.ts'
import { createPlainPlatform, plainPlatformId, startPlainSimulator } from './plain-platform.ts'
import { insertAccount, insertPosts, plainAccounts, startPublishingEngine } from './publishing-engine.ts'

type EngineOptions = Partial<Parameters<typeof startPublishingEngine>[0]>
export type PublishingTrial = Awaited<ReturnType<typeof startPublishingTrial>>

/** Starts a trial before each test of a file, on a database that they share. */
export function startTrials(take: (trial: PublishingTrial) => void): void {
  let database: Postgres & { url: string }
  let trial: PublishingTrial
  before(async () => {
    database = await connectTestDatabase()
  })
  after(() => database.close())
  beforeEach(async () => {
    trial = await startPublishingTrial(database)
    take(trial)
  })
  afterEach(() => trial.close())
}

/** A publisher with a simulated platform, one account and a clock that stands still. */
async function startPublishingTrial({ db, url: databaseUrl }: Pick<Postgres, 'db'> & { url: string }) {
  const platform = await startPlainSimulator()
  const clock = createFakeClock()
  const accountId = await insertAccount(db, plainPlatformId)
  const tokens = {
    get: () => platform.state.tokens().accessToken,
    renew: () => {
      platform.state.counts.renewals += 1
      return platform.state.tokens().accessToken
    },
  }
  const accounts = plainAccounts(tokens)
  /** A further process. */
  const start = (more: EngineOptions = {}) =>
    startPublishingEngine({
      ...{ databaseUrl, clock, platforms: [createPlainPlatform(platform.origin)] },
      ...{ accounts, armedFor: 0, ...more },
    })

  const trial = {
    ...{ db, platform, clock, accountId, accounts, start },
    engine: start(),

    /** Starts the process anew with other options. */
    async restart(more: EngineOptions) {
      await trial.engine.close()
      trial.engine = start(more)
    },

    /** Starts the process anew with a platform some of whose functions are others. */
    async restartWith(publishing: Partial<Publishing>, more: EngineOptions = {}) {
      const plain = createPlainPlatform(platform.origin)
      assert.ok(plain.publishing)
      const platforms = [{ ...plain, publishing: { ...plain.publishing, ...publishing } }]
      await trial.restart({ platforms, ...more })
    },

    async schedule(content?: string, dueAt = clock.now()) {
      const [post] = await insertPosts(db, [
        { accountId, platform: plainPlatformId, dueAt, ...(content !== undefined && { content }) },
      ])
      assert.ok(post)
      return post
    },

    async read(id: string) {
      const [post] = await db.select().from(socialPosts).where(eq(socialPosts.id, id))
      assert.ok(post)
      return post
    },

    /** What has happened to a post. */
    async kindsOf(id: string) {
      const events = await db
        .select()
        .from(socialAttempts)
        .where(eq(socialAttempts.postId, id))
        .orderBy(socialAttempts.number)
      return events.map(({ kind }) => kind)
    },

    /** What programs of others were told. */
    announced: () => trial.engine.announced.map(({ type, data }) => [type, data]),
    idsOf: (id: string) => ({ post_id: id, account_id: accountId, platform: plainPlatformId }),

    /** Lets time pass until the post is published or a person has to decide. */
    async publish(id: string, most = 12) {
      for (let round = 0; round < most; round++) {
        await trial.engine.poll()
        const post = await trial.read(id)
        if (post.status === 'published' || post.status === 'failed') return post
        clock.advance(Math.max(0, post.dueAt.getTime() - clock.now().getTime()))
      }
      return trial.read(id)
    },

    async close() {
      await trial.engine.close()
      await platform.close()
      await db.delete(socialPosts)
      await db.delete(socialAccounts)
    },
  }
  return trial
}
