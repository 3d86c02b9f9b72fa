import { randomUUID } from 'node:crypto'
import { and, desc, eq, inArray, isNotNull, lt, type SQL, sql } from 'drizzle-orm'
import type { Database } from '#platform/postgres.ts'
import { type CheckRow, seoChecks, seoFindings, seoPages, seoWatch } from './table.ts'

/** A check that this process has taken; every change of it needs the claim. */
export type TakenCheck = CheckRow & { claim: string }

type NewCheck = Pick<
  typeof seoChecks.$inferInsert,
  'kind' | 'cause' | 'askedBy' | 'addresses' | 'askedAt' | 'dueAt'
>

// A process that has not said for so long that it runs a check counts as dead, by the clock of the database alone.
const isFree = sql`(taken_at IS NULL OR taken_at < now() - interval '30 seconds')`
const isOpen = inArray(seoChecks.state, ['waiting', 'running'])
const isHeld = ({ id, claim }: Pick<TakenCheck, 'id' | 'claim'>) =>
  and(eq(seoChecks.id, id), eq(seoChecks.claim, claim), eq(seoChecks.state, 'running'))

/** Whether a check is to be run: one that is due, while no other one runs. */
export const someCheckIsDue = (now: Date): SQL =>
  sql`EXISTS (SELECT FROM seo_checks WHERE state IN ('waiting', 'running') AND due_at <= ${now.toISOString()}::timestamptz AND ${isFree})
    AND NOT EXISTS (SELECT FROM seo_checks WHERE state = 'running' AND NOT ${isFree})`

/** Whether something was published since pages were last compared, once all pages have been checked. */
export const someChangeIsUnknown = (): SQL =>
  sql`EXISTS (SELECT FROM seo_watch, site_revision WHERE seo_watch.revision IS DISTINCT FROM site_revision.revision)
    AND EXISTS (SELECT FROM seo_checks WHERE kind = 'full' AND state = 'done')`

/** Whether the check of a night was not asked for. */
export const nightIsUnknown = (night: string): SQL =>
  sql`EXISTS (SELECT FROM seo_watch WHERE night IS DISTINCT FROM ${night}::date)`

/** The queries on checks. Give it a transaction to make several of them one. */
export function createCheckStore(db: Database) {
  return {
    /** Locks who may ask for checks and take them, until the transaction ends. */
    async lock(): Promise<void> {
      await db.execute(sql`SELECT pg_advisory_xact_lock(hashtext('seo_checks'))`)
    },

    async insert(check: NewCheck): Promise<CheckRow> {
      const [row] = await db.insert(seoChecks).values(check).returning()
      if (!row) throw new Error('a check was not stored')
      return row
    },

    /** The check of all pages that waits or runs. */
    async findOpenFull(): Promise<CheckRow | undefined> {
      const [row] = await db
        .select()
        .from(seoChecks)
        .where(and(isOpen, eq(seoChecks.kind, 'full')))
      return row
    },

    /** The check of changed pages that has not begun. */
    async findWaitingChanges(): Promise<CheckRow | undefined> {
      const [row] = await db
        .select()
        .from(seoChecks)
        .where(and(eq(seoChecks.state, 'waiting'), eq(seoChecks.kind, 'changes')))
      return row
    },

    async extend(id: string, changes: Pick<CheckRow, 'addresses' | 'dueAt'>): Promise<void> {
      await db.update(seoChecks).set(changes).where(eq(seoChecks.id, id))
    },

    /** The check that runs or waits, and the last ones that have ended. */
    async findLatest() {
      const [[current], [last], [lastFull]] = await Promise.all([
        db.select().from(seoChecks).where(isOpen).orderBy(seoChecks.state, seoChecks.dueAt).limit(1),
        db
          .select()
          .from(seoChecks)
          .where(isNotNull(seoChecks.finishedAt))
          .orderBy(desc(seoChecks.finishedAt))
          .limit(1),
        db
          .select()
          .from(seoChecks)
          .where(
            and(isNotNull(seoChecks.finishedAt), eq(seoChecks.kind, 'full'), eq(seoChecks.state, 'done')),
          )
          .orderBy(desc(seoChecks.finishedAt))
          .limit(1),
      ])
      return { current, last, lastFull }
    },

    /** Takes the check that has been due for longest, unless one runs. */
    async take(now: Date): Promise<TakenCheck | undefined> {
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
    },

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

    /** Notes that the check of a night is asked for. Returns whether it was not yet. */
    async noteNight(night: string): Promise<boolean> {
      const noted = await db
        .update(seoWatch)
        .set({ night })
        .where(sql`night IS DISTINCT FROM ${night}::date`)
        .returning({ id: seoWatch.id })
      return noted.length > 0
    },

    /** The revision of the site now. The row of what is known is locked until the transaction ends. */
    async readRevision(): Promise<number> {
      const { rows } = await db.execute<{ revision: string }>(
        sql`SELECT site_revision.revision FROM seo_watch, site_revision FOR UPDATE OF seo_watch`,
      )
      return Number(rows[0]?.revision ?? 0)
    },

    async noteRevision(revision: number): Promise<void> {
      await db.update(seoWatch).set({ revision })
    },

    /** What pages showed when they were last looked at, by address. */
    async listVersions(): Promise<Map<string, string>> {
      const rows = await db.select({ address: seoPages.address, version: seoPages.version }).from(seoPages)
      return new Map(rows.map(({ address, version }) => [address, version]))
    },
  }
}
