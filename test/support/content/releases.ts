import assert from 'node:assert/strict'
import type { ContentKey } from '#features/content/contract.ts'
import { createPublicationRecord } from '#features/content/publication-record.ts'
import { createTextPublisher } from '#features/content/publisher.ts'
import { createNotificationRecords } from '#features/notifications/records.ts'
import { Release, type ReleaseDraft, type ReleaseItem } from '#features/releases/contract.ts'
import { createDueReleases } from '#features/releases/due.ts'
import { someAreDue } from '#features/releases/due-store.ts'
import { createLog } from '#platform/log.ts'
import { connectPostgres } from '#platform/postgres.ts'
import { createRevision } from '#platform/revision.ts'
import type { Language } from '#shared/languages.ts'
import type { TestApp } from '../build-app.ts'
import type { Reply, Send } from '../http-client.ts'
import { pollIfDue } from '../poll.ts'

/** A release of these texts, with a name that no other test uses. */
export async function makeRelease(
  send: Send,
  items: ReleaseItem[],
  changes: Partial<ReleaseDraft> = {},
): Promise<Release> {
  const json: ReleaseDraft = { name: `Lanzamiento ${crypto.randomUUID()}`, items, ...changes }
  const reply = await send('/api/releases', { json })
  assert.equal(reply.status, 201, reply.text)
  return reply.read(Release)
}

/** Runs an action of a release: `publish`, `schedule`, `cancel` or `roll-back`. */
export function actOn(send: Send, id: string, action: string, json: object = {}): Promise<Reply> {
  return send(`/api/releases/${id}/${action}`, { json })
}

/** The published version of each text, as stored in the database: "home-hero es" → 2. */
export async function readLive(app: TestApp): Promise<Record<string, number>> {
  const { rows } = await app.pool.query<{ key: ContentKey; language: Language; version: number }>(
    'SELECT key, language, version FROM content_versions WHERE published ORDER BY key, language',
  )
  return Object.fromEntries(rows.map(({ key, language, version }) => [`${key} ${language}`, version]))
}

/** The part of a server process that publishes due releases, with its own connections. */
export async function startReleaseWorker(app: TestApp) {
  const log = createLog('silent')
  const { db, pool, close } = connectPostgres(app.databaseUrl, { log, max: 4 })
  const revision = await createRevision({ url: app.databaseUrl, db, pool, log })
  const faults: unknown[] = []
  const dueReleases = createDueReleases({
    ...{
      db,
      revision,
      clock: app.clock,
      notify: createNotificationRecords().notify,
      publisher: createTextPublisher(createPublicationRecord(async () => {})),
    },
  })
  return {
    faults,
    poll: () =>
      pollIfDue(
        { isDue: someAreDue, poll: () => dueReleases.publishDue((error) => faults.push(error)) },
        { db, now: app.clock.now() },
      ),
    async close() {
      await revision.close()
      await close()
    },
  }
}
