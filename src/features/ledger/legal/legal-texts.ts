import { createHash, randomUUID } from 'node:crypto'
import { type LegalPage, legalPages, legalTextPath, type NewLedgerEntry } from '#features/ledger/model.ts'
import type { Clock } from '#platform/clock.ts'
import type { Poller } from '#platform/poller.ts'
import type { Database } from '#platform/postgres.ts'
import { type Language, languages } from '#shared/languages.ts'
import { Problem } from '#shared/problem.ts'
import { createLegalTextStore } from './legal-text-store.ts'

export interface LegalTextOptions {
  db: Database
  clock: Clock
  /** Records facts in the ledger, in a transaction. */
  record(transaction: Database, entries: readonly NewLedgerEntry[]): Promise<void>
  publicUrl: string
  /** The words of a legal page now. */
  readText(page: LegalPage, language: Language): string
  /** What the words of legal pages depend on beside the program, as a text. */
  describeFacts(): string
}

/** Keeps every version of the legal texts that is published here, and records in the ledger when one becomes the present one. */
export function createLegalTexts({
  db,
  clock,
  record,
  publicUrl,
  readText,
  describeFacts,
}: LegalTextOptions) {
  let recordedFacts: string | undefined

  async function recordPresent(): Promise<void> {
    const publishedAt = clock.now()
    const present = legalPages.flatMap((page) =>
      languages.map((language) => {
        const text = readText(page, language)
        const sha256 = createHash('sha256').update(text).digest('hex')
        return { sha256, page, language, text, publishedAt }
      }),
    )
    await db.transaction(async (transaction) => {
      const published = await createLegalTextStore(transaction).publish(present)
      await record(
        transaction,
        published.map(({ sha256, page, language }) => ({
          id: randomUUID(),
          kind: 'legal_text',
          statement: { type: 'legal_text', page, language, sha256, url: publicUrl + legalTextPath(sha256) },
        })),
      )
    })
  }

  const poller: Poller = {
    name: 'legal-texts',
    everySeconds: 60,
    async poll() {
      const facts = describeFacts()
      if (facts === recordedFacts) return
      await recordPresent()
      recordedFacts = facts
    },
  }

  return {
    recordPresent,
    poller,

    /** A text that was once published. @throws {Problem} 404 */
    async getText(sha256: string): Promise<{ text: string; language: Language }> {
      const row = await createLegalTextStore(db).find(sha256)
      if (!row) throw new Problem('not_found', 404)
      return row
    },
  }
}
export type LegalTexts = ReturnType<typeof createLegalTexts>
