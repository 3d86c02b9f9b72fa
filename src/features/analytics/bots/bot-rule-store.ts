import { and, asc, desc, eq, isNull, lt, ne, or, type SQL, sql } from 'drizzle-orm'
import { dimensions, type VisitFilters } from '#features/analytics/contract.ts'
import { matches } from '#features/analytics/figures/filtered-store.ts'
import { botRules } from '#features/analytics/table.ts'
import type { Database } from '#platform/postgres.ts'

export type BotRuleRow = typeof botRules.$inferSelect

/** The rules that have something to do: to be applied or undone, or applied to what has come since a moment. */
const hasWork = (checkedBefore: Date): SQL | undefined =>
  or(ne(botRules.status, 'active'), and(isNull(botRules.toDay), lt(botRules.checkedAt, checkedBefore)))

/** Whether a rule has something to do. */
export const isRuleDue = (checkedBefore: Date): SQL =>
  sql`EXISTS (SELECT FROM ${botRules} WHERE ${hasWork(checkedBefore)})`

/** The queries on bot rules. Give it a transaction to make several of them one. */
export function createBotRuleStore(db: Database) {
  return {
    /** Locks the number of rules until the transaction ends. */
    async lock(): Promise<void> {
      await db.execute(sql`SELECT pg_advisory_xact_lock(hashtext('bot rules'))`)
    },

    async insert(row: typeof botRules.$inferInsert): Promise<BotRuleRow> {
      const [added] = await db.insert(botRules).values(row).returning()
      if (!added) throw new Error('a bot rule was inserted but not answered')
      return added
    },

    count: (): Promise<number> => db.$count(botRules),

    /** All rules, newest first. */
    list: (): Promise<BotRuleRow[]> =>
      db.select().from(botRules).orderBy(desc(botRules.createdAt), asc(botRules.id)),

    async update(id: string, changes: Partial<BotRuleRow>): Promise<BotRuleRow | undefined> {
      const [changed] = await db.update(botRules).set(changes).where(eq(botRules.id, id)).returning()
      return changed
    },

    async remove(id: string): Promise<void> {
      await db.delete(botRules).where(eq(botRules.id, id))
    },

    /** Has all rules applied to all of their days again. */
    async applyAgain(): Promise<void> {
      await db
        .update(botRules)
        .set({ status: 'applying', checkedAt: null })
        .where(eq(botRules.status, 'active'))
    },

    /** A rule that has something to do and that nobody else works on, locked until the transaction ends. */
    async lockNext(checkedBefore: Date): Promise<BotRuleRow | undefined> {
      const [row] = await db
        .select()
        .from(botRules)
        .where(hasWork(checkedBefore))
        .orderBy(asc(botRules.createdAt))
        .limit(1)
        .for('update', { skipLocked: true })
      return row
    },

    /** The first day with visits that have the values of a rule. */
    async findDay(
      filters: VisitFilters,
      { from, to }: { from: string | null; to: string | null },
    ): Promise<string | undefined> {
      const { rows } = await db.execute<{ day: string | null }>(sql`
        SELECT min(day)::text AS day FROM analytics_visits
        WHERE ${from === null ? sql`true` : sql`day >= ${from}`} AND ${to === null ? sql`true` : sql`day <= ${to}`} AND ${matches(filters, dimensions, 'visits')}`)
      return rows[0]?.day ?? undefined
    },

    /** The first day with views that a rule has taken out. */
    async findRuledDay(rule: string): Promise<string | undefined> {
      const { rows } = await db.execute<{ day: string | null }>(
        sql`SELECT min(day)::text AS day FROM analytics_views WHERE bot_rule = ${rule}`,
      )
      return rows[0]?.day ?? undefined
    },
  }
}
