import { randomUUID } from 'node:crypto'
import { and, eq, lt, type SQL, sql } from 'drizzle-orm'
import type { Database } from '#platform/postgres.ts'
import { type CheckRow, seoChecks, seoFindings } from './table.ts'

/** A check that this process has taken; every change of it needs the claim. */
export type TakenCheck = CheckRow & { claim: string }

// A process that has not said for so long that it runs a check counts as dead, by the clock of the database alone.
const isFree = sql`(taken_at IS NULL OR taken_at < now() - interval '30 seconds')`
const isHeld = ({ id, claim }: Pick<TakenCheck, 'id' | 'claim'>) =>
  and(eq(seoChecks.id, id), eq(seoChecks.claim, claim), eq(seoChecks.state, 'running'))

/** Whether a check is to be run: one that is due, while no other one runs. */
export const someCheckIsDue = (now: Date): SQL =>
  sql`EXISTS (SELECT FROM seo_checks WHERE state IN ('waiting', 'running') AND due_at <= ${now.toISOString()}::timestamptz AND ${isFree})
    AND NOT EXISTS (SELECT FROM seo_checks WHERE state = 'running' AND NOT ${isFree})`

/** The queries of whoever runs checks. Give it a transaction to make several of them one. */
export function createRunningStore(db: Database) {
  return {
    /** Takes the check that has been due for longest, unless one runs. */
    take: (now: Date): Promise<TakenCheck | undefined> => takeDue(db, now),

    /** Says that this process still runs a check, and how far it is. Returns whether it does. */
    async noteProgress(
      check: TakenCheck,
      { known, done }: { known: number; done: number },
    ): Promise<boolean> {
      const noted = await db
        .update(seoChecks)
        .set({ takenAt: sql`now()`, pagesKnown: known, pagesDone: done })
        .where(isHeld(check))
        .returning({ id: seoChecks.id })
      return noted.length > 0
    },

    /** Gives a check back, for whoever takes it next. */
    async release(check: TakenCheck): Promise<void> {
      await db
        .update(seoChecks)
        .set({
          state: 'waiting',
          takenAt: null,
          claim: null,
          attempts: sql`greatest(0, ${seoChecks.attempts} - 1)`,
        })
        .where(isHeld(check))
    },

    /** Gives a check back that failed, to be run again at a later time. */
    async putOff(check: TakenCheck, dueAt: Date): Promise<void> {
      await db
        .update(seoChecks)
        .set({ state: 'waiting', takenAt: null, claim: null, dueAt })
        .where(isHeld(check))
    },

    /** Ends a check that this process still holds. Returns whether it does. */
    async finish(check: TakenCheck, outcome: Partial<typeof seoChecks.$inferInsert>): Promise<boolean> {
      const ended = await db
        .update(seoChecks)
        .set({ ...outcome, takenAt: null, claim: null })
        .where(isHeld(check))
        .returning({ id: seoChecks.id })
      return ended.length > 0
    },

    /** Locks a check that this process still holds until the transaction ends. Returns whether it does. */
    async hold(check: TakenCheck): Promise<boolean> {
      return (
        (await db.select({ id: seoChecks.id }).from(seoChecks).where(isHeld(check)).for('update')).length > 0
      )
    },

    /** Deletes what is of no more use: checks that ended before then, and findings that were gone by then. */
    async forgetBefore(time: Date): Promise<void> {
      await db.delete(seoChecks).where(lt(seoChecks.finishedAt, time))
      await db.delete(seoFindings).where(lt(seoFindings.goneAt, time))
    },
  }
}

async function takeDue(db: Database, now: Date): Promise<TakenCheck | undefined> {
  const claim = randomUUID()
  const { rows } = await db.execute<{ id: string }>(
    sql`SELECT id FROM seo_checks WHERE state IN ('waiting', 'running')
      AND due_at <= ${now.toISOString()}::timestamptz AND ${isFree}
      AND NOT EXISTS (SELECT FROM seo_checks WHERE state = 'running' AND NOT ${isFree})
      ORDER BY state, due_at LIMIT 1 FOR UPDATE SKIP LOCKED`,
  )
  const [found] = rows
  if (!found) return undefined
  const [row] = await db
    .update(seoChecks)
    .set({
      ...{ state: 'running', claim, takenAt: sql`now()`, pagesDone: 0, startedAt: now },
      attempts: sql`${seoChecks.attempts} + 1`,
    })
    .where(eq(seoChecks.id, found.id))
    .returning()
  return row && { ...row, claim }
}
