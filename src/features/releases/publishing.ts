import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/postgres.ts'
import type { Revision } from '#platform/revision.ts'
import { Problem } from '#shared/problem.ts'
import type { Release } from './contract.ts'
import { createReleaseItemStore, type ReleaseItemRow } from './item-store.ts'
import type { TextPublisher } from './ports.ts'
import { lockRelease, openStatuses, readRelease } from './rows.ts'
import { createReleaseStore, type ReleaseRow } from './store.ts'

interface ReleasePublishingOptions {
  revision: Revision
  clock: Clock
  publisher: TextPublisher
}

/** Publishes releases and rolls them back: all texts of a release or none. */
export function createReleasePublishing({ revision, clock, publisher }: ReleasePublishingOptions) {
  return {
    /** Publishes all texts of a release now, or none. @throws {Problem} 404, 409, 422 naming a text */
    publish: (id: string, actorId: string): Promise<Release> =>
      revision.publish(async (transaction) => {
        const expected = { statuses: openStatuses, code: 'release_not_open' }
        return goLive(transaction, await lockRelease(transaction, id, expected), {
          publisher,
          clock,
          actorId,
        })
      }, itemsOf),

    /**
     * Publishes again what was published before a release. Texts that were published anew since are refused, and rolled
     * back only with `force`. @throws {Problem} 404, 409
     */
    rollBack: (id: string, { force, actorId }: { force: boolean; actorId: string }): Promise<Release> =>
      revision.publish(async (transaction) => {
        const expected = { statuses: ['live'], code: 'release_not_live' } as const
        const row = await lockRelease(transaction, id, expected)
        const items = await createReleaseItemStore(transaction).list([id])
        const overtaken = listOvertaken(items, await publisher.lockLive(transaction, items))
        if (overtaken.length > 0 && !force) {
          throw new Problem('release_overtaken', 409, {
            params: { texts: overtaken.map(({ key, language }) => `${key} (${language})`).join(', ') },
            extra: { overtaken },
          })
        }
        const before = items.map(({ key, language, previousVersion }) => ({
          key,
          language,
          version: previousVersion,
        }))
        const now = clock.now()
        await publisher.publish(transaction, before, { now, actorId, action: 'roll_back' })
        const changes = { status: 'rolled_back', rolledBackAt: now, updatedAt: now } as const
        return readRelease(transaction, await createReleaseStore(transaction).update(row.id, changes))
      }, itemsOf),
  }
}
export type ReleasePublishing = ReturnType<typeof createReleasePublishing>

const itemsOf = ({ items }: Release) => items

/** The published versions that are neither what the release published nor what it replaced. */
function listOvertaken<T extends { version: number | null }>(
  items: readonly ReleaseItemRow[],
  live: readonly T[],
): T[] {
  return live.filter(({ version }, index) => {
    const item = items[index]
    return version !== item?.version && version !== item?.previousVersion
  })
}

/** Publishes the texts of a locked release and records what was published before. */
export async function goLive(
  transaction: Database,
  row: ReleaseRow,
  { publisher, clock, actorId }: { publisher: TextPublisher; clock: Clock; actorId: string | null },
): Promise<Release> {
  const items = createReleaseItemStore(transaction)
  const now = clock.now()
  const texts = await items.list([row.id])
  const before = await publisher.lockLive(transaction, texts)
  const action = texts.length > 1 ? 'release' : 'publish'
  await publisher.publish(transaction, texts, { now, actorId, action })
  for (const [index, item] of texts.entries()) {
    await items.setPrevious({ ...item, previousVersion: before[index]?.version ?? null })
  }
  const changes = { status: 'live', liveAt: now, failure: null, updatedAt: now } as const
  const live = await createReleaseStore(transaction).update(row.id, changes)
  return readRelease(transaction, live)
}
