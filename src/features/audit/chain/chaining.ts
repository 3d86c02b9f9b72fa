import type { Poller } from '#platform/poller.ts'
import type { Database } from '#platform/postgres.ts'
import { createChainStore, isAnyUnchained, type LinkRow } from './chain-store.ts'
import { commit, hashLink } from './links.ts'

const batch = 1_000

/**
 * Chains what was recorded, once a second in one of the processes: whoever locks the head. Entries are chained in the order
 * in which they were written, but for those of transactions that end later than others that began after them.
 */
export function createChaining({ db }: { db: Database }) {
  const chainBatch = (): Promise<number> =>
    db.transaction(async (transaction) => {
      const store = createChainStore(transaction)
      const head = await store.lockHead()
      if (!head) return 0
      const entries = await store.listUnchained(batch)
      let { position, hash } = head
      const links = entries.map((entry): LinkRow => {
        const commitment = commit(entry)
        position++
        hash = hashLink(hash, entry, { position, commitment })
        return { position, entryId: entry.id, commitment, hash }
      })
      if (links.length === 0) return 0
      await store.insert(links)
      await store.updateHead({ position, hash })
      return links.length
    })

  /** Chains all that waits. */
  async function chain(): Promise<void> {
    while ((await chainBatch()) === batch);
  }

  const poller: Poller = {
    name: 'audit-chain',
    everySeconds: 1,
    isDue: () => isAnyUnchained,
    poll: chain,
  }
  return { chain, poller }
}
