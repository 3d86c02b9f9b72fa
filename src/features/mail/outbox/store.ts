import { and, asc, desc, eq, inArray, like, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { MailQuery } from '#features/mail/contract.ts'
import { mailEvents, mails, trackingEvents } from '#features/mail/table.ts'
import { describeSimilarWords, withWordSimilarity } from '#platform/database/similar-words.ts'
import { containing } from '#platform/like-pattern.ts'
import type { Database } from '#platform/postgres.ts'
import { foldText } from '#shared/fold-text.ts'
import { isShortSearch } from '#shared/search/words.ts'

export type MailRow = typeof mails.$inferSelect

/** Up to this many matches are found first and then sorted. */
const fewMatches = 500

/** A search text without what looks like an address, for those who may not read addresses. */
const withoutAddress = (searchText: SQLWrapper): SQL =>
  sql`regexp_replace(${searchText}, '\\S*@\\S*', '', 'g')`

/** The queries on stored mails. Give it a transaction to make several of them one. */
export function createMailStore(db: Database) {
  return {
    async find(id: string): Promise<MailRow | undefined> {
      const [row] = await db.select().from(mails).where(eq(mails.id, id))
      return row
    },

    async findByCause(cause: string): Promise<MailRow | undefined> {
      const [row] = await db.select().from(mails).where(eq(mails.cause, cause))
      return row
    },

    /** Mails, newest first. Without `searchesAddresses`, only names are searched. */
    async list(
      { search, status, kind, campaign_id, lead_id, limit, offset }: MailQuery,
      { searchesAddresses }: { searchesAddresses: boolean },
    ) {
      const pattern = search && containing(foldText(search))
      const condition = and(
        status && eq(mails.status, status),
        kind && eq(mails.kind, kind),
        campaign_id ? eq(mails.campaignId, campaign_id) : undefined,
        lead_id ? eq(mails.leadId, lead_id) : undefined,
        pattern ? like(mails.searchText, pattern) : undefined,
        pattern && !searchesAddresses ? like(withoutAddress(mails.searchText), pattern) : undefined,
      )
      const [rows, total] = await Promise.all([
        db
          .select()
          .from(mails)
          .where(condition)
          .orderBy(desc(mails.createdAt), desc(mails.id))
          .limit(limit)
          .offset(offset),
        db.$count(mails, condition),
      ])
      return { rows, total }
    },

    /**
     * The newest mails whose recipient has all the words, which the index of trigrams finds only by three letters in a row: by
     * fewer, none are found.
     */
    async findNewest(
      words: readonly string[],
      { searchesAddresses, limit }: { searchesAddresses: boolean; limit: number },
    ): Promise<MailRow[]> {
      if (isShortSearch(words)) return []
      const { id, createdAt } = mails
      const patterns = words.map(containing)
      const matches = (text: SQLWrapper) => patterns.map((pattern) => like(sql`${text}`, pattern))
      const conditions = [
        ...matches(mails.searchText),
        ...(searchesAddresses ? [] : matches(withoutAddress(mails.searchText))),
      ]
      const few = await db
        .select({ id })
        .from(mails)
        .where(and(...conditions))
        .limit(fewMatches + 1)
      // Of many, the newest are met soonest on a walk from the newest on, which PostgreSQL may not see.
      const condition =
        few.length > fewMatches
          ? and(...conditions.map((one) => sql`coalesce(${one}, false)`))
          : inArray(
              id,
              few.map((row) => row.id),
            )
      return db.select().from(mails).where(condition).orderBy(desc(createdAt), desc(id)).limit(limit)
    },

    /** The mails whose recipients have names or addresses much like the words, the most similar first. */
    async findSimilar(
      words: readonly string[],
      { searchesAddresses, limit }: { searchesAddresses: boolean; limit: number },
    ): Promise<MailRow[]> {
      const { searchText, createdAt, id } = mails
      const shown = searchesAddresses ? searchText : withoutAddress(searchText)
      const similar = describeSimilarWords(words, searchText, shown)
      if (!similar) return []
      return withWordSimilarity(db, (transaction) =>
        transaction
          .select()
          .from(mails)
          .where(and(...similar.conditions))
          .orderBy(desc(similar.similarity), desc(createdAt), desc(id))
          .limit(limit),
      )
    },

    listEvents: (mailId: string) =>
      db.select().from(mailEvents).where(eq(mailEvents.mailId, mailId)).orderBy(asc(mailEvents.at)),

    listTrackingEvents: (mailId: string) =>
      db
        .select()
        .from(trackingEvents)
        .where(eq(trackingEvents.mailId, mailId))
        .orderBy(asc(trackingEvents.at)),
  }
}
