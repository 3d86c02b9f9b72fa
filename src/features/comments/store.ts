import { and, asc, eq, exists, gt, isNull, ne, not, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Database } from '#platform/postgres.ts'
import type { CommentQuery } from './contract.ts'
import { comments } from './table.ts'

export type CommentRow = typeof comments.$inferSelect

const mostListed = 500

const isOf = ({ key, language }: CommentQuery) => and(eq(comments.key, key), eq(comments.language, language))

/** The queries on comments. Give it a transaction to make several of them one. */
export function createCommentStore(db: Database) {
  return {
    /** The comments of a text, oldest first. */
    async list(text: CommentQuery): Promise<CommentRow[]> {
      return db
        .select()
        .from(comments)
        .where(isOf(text))
        .orderBy(asc(comments.createdAt), asc(comments.id))
        .limit(mostListed)
    },

    /** The open comments that ask somebody to look, who has not answered since, oldest first. */
    async listAsked(userId: string): Promise<CommentRow[]> {
      const answers = alias(comments, 'answers')
      const isAnswered = exists(
        db
          .select({ one: sql`1` })
          .from(answers)
          .where(
            and(
              eq(answers.key, comments.key),
              eq(answers.language, comments.language),
              eq(answers.authorId, userId),
              gt(answers.createdAt, comments.createdAt),
            ),
          ),
      )
      return db
        .select()
        .from(comments)
        .where(and(eq(comments.askedId, userId), isNull(comments.resolvedAt), not(isAnswered)))
        .orderBy(asc(comments.createdAt), asc(comments.id))
        .limit(mostListed)
    },

    /** Locks the comments of a text for other writers until the transaction ends. */
    async lock({ key, language }: CommentQuery): Promise<void> {
      await db.execute(sql`SELECT pg_advisory_xact_lock(hashtext(${`comments ${key} ${language}`}))`)
    },

    countOpen: (text: CommentQuery): Promise<number> =>
      db.$count(comments, and(isOf(text), isNull(comments.resolvedAt))),

    async find(id: string): Promise<CommentRow | undefined> {
      const [row] = await db.select().from(comments).where(eq(comments.id, id))
      return row
    },

    async insert(row: Omit<CommentRow, 'id'>): Promise<CommentRow> {
      const [added] = await db.insert(comments).values(row).returning()
      if (!added) throw new Error('a comment was inserted but not returned')
      return added
    },

    /** Resolves or reopens a comment; undefined when there is none. A comment that is resolved keeps its time. */
    async setResolved(id: string, resolvedAt: Date | null): Promise<CommentRow | undefined> {
      const value = resolvedAt && sql`coalesce(${comments.resolvedAt}, ${resolvedAt}::timestamptz)`
      const [row] = await db
        .update(comments)
        .set({ resolvedAt: value })
        .where(eq(comments.id, id))
        .returning()
      return row
    },

    async remove(id: string): Promise<void> {
      await db.delete(comments).where(eq(comments.id, id))
    },
  }
}

/** The others who ask somebody to look at a text, in comments that are open. */
export async function listAskers(db: Database, text: CommentQuery, askedId: string): Promise<string[]> {
  const { authorId, resolvedAt } = comments
  const isAsked = and(eq(comments.askedId, askedId), ne(authorId, askedId), isNull(resolvedAt))
  const rows = await db
    .selectDistinct({ authorId })
    .from(comments)
    .where(and(isOf(text), isAsked))
  return rows.flatMap((row) => row.authorId ?? [])
}
