import type { Database } from '#platform/postgres.ts'
import type { ReleaseItem } from './contract.ts'

/** Who publishes, when, and as what the action is recorded. */
export interface PublishedBy {
  now: Date
  /** Null when the product itself does it. */
  actorId: string | null
  action: 'publish' | 'release' | 'roll_back'
}

/** What releases need of the texts. */
export interface TextPublisher {
  /** @throws {Problem} 422 naming a text that could not be published */
  check(db: Database, items: readonly ReleaseItem[]): Promise<void>
  /** Locks texts until the transaction ends and returns their published versions, in the same order. */
  lockLive(transaction: Database, items: readonly ReleaseItem[]): Promise<ReleaseItem[]>
  /** Publishes or unpublishes locked texts. @throws {Problem} 422 naming a text that cannot be published */
  publish(transaction: Database, items: readonly ReleaseItem[], by: PublishedBy): Promise<void>
}
