import { and, desc, eq, ilike, isNotNull, isNull, lt, or, sql } from 'drizzle-orm'
import { containing } from '#platform/like-pattern.ts'
import type { Database } from '#platform/postgres.ts'
import type { RedirectRule } from './model.ts'
import { type RedirectRow, redirects } from './table.ts'

/** How often a redirect was followed, and when last. */
export interface Hits {
  number: number
  lastAt: Date
}

type RedirectChanges = Partial<
  Pick<RedirectRow, 'source' | 'target' | 'kind' | 'note' | 'updatedAt' | 'deletedAt'>
>

const isKept = isNull(redirects.deletedAt)

/** Those that have a text in address, target or note. */
function fitting(search: string | undefined) {
  if (!search) return isKept
  const pattern = containing(search)
  return and(
    isKept,
    or(ilike(redirects.source, pattern), ilike(redirects.target, pattern), ilike(redirects.note, pattern)),
  )
}

/** The queries on redirects. Give it a transaction to make several of them one. */
export function createRedirectStore(db: Database) {
  return {
    /** Lets one transaction at a time change redirects: two changes at once could make a circle. */
    async lock(): Promise<void> {
      await db.execute(sql`SELECT pg_advisory_xact_lock(hashtext('redirects'))`)
    },

    listRules: (): Promise<RedirectRule[]> =>
      db
        .select({ id: redirects.id, from: redirects.source, to: redirects.target, kind: redirects.kind })
        .from(redirects)
        .where(isKept),

    /** All of them, by address. */
    listAll: (): Promise<RedirectRow[]> =>
      db.select().from(redirects).where(isKept).orderBy(redirects.source),

    /** A part of those that have a text in address, target or note, newest first. */
    async listPart({
      search,
      limit,
      offset,
    }: {
      search?: string | undefined
      limit: number
      offset: number
    }) {
      const where = fitting(search)
      const [items, total] = await Promise.all([
        db
          .select()
          .from(redirects)
          .where(where)
          .orderBy(desc(redirects.createdAt), redirects.id)
          .limit(limit)
          .offset(offset),
        db.$count(redirects, where),
      ])
      return { items, total }
    },

    async find(id: string): Promise<RedirectRow | undefined> {
      const [row] = await db.select().from(redirects).where(eq(redirects.id, id))
      return row
    },

    async insert(rows: readonly (typeof redirects.$inferInsert)[]): Promise<void> {
      for (let at = 0; at < rows.length; at += 1_000)
        await db.insert(redirects).values(rows.slice(at, at + 1_000))
    },

    async update(id: string, changes: RedirectChanges): Promise<void> {
      await db.update(redirects).set(changes).where(eq(redirects.id, id))
    },

    /** Changes targets, kinds and notes of many at once. */
    async updateMany(rows: readonly Pick<RedirectRow, 'id' | 'target' | 'kind' | 'note'>[], updatedAt: Date) {
      const changed = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        AS changed(id uuid, target text, kind smallint, note text)`
      await db.execute(sql`
        UPDATE ${redirects} SET target = changed.target, kind = changed.kind, note = changed.note,
          updated_at = ${updatedAt.toISOString()}::timestamptz
        FROM ${changed} WHERE ${redirects.id} = changed.id`)
    },

    async deleteRemovedBefore(moment: Date): Promise<void> {
      await db.delete(redirects).where(and(isNotNull(redirects.deletedAt), lt(redirects.deletedAt, moment)))
    },
  }
}

/** The queries on how often redirects are followed. */
export function createHitStore(db: Database) {
  return {
    /** Adds to the numbers of hits, by id; redirects that have gone meanwhile are left out. */
    async addHits(counted: ReadonlyMap<string, Hits>): Promise<void> {
      const rows = [...counted].map(([id, { number, lastAt }]) => ({
        id,
        number,
        last_at: lastAt.toISOString(),
      }))
      // In one order, so that two processes do not wait for each other.
      rows.sort((a, b) => (a.id < b.id ? -1 : 1))
      await db.execute(sql`
        WITH counted AS (
          SELECT redirects.id, counted.number, counted.last_at
          FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS counted(id uuid, number int, last_at timestamptz)
          JOIN ${redirects} ON redirects.id = counted.id
          ORDER BY redirects.id FOR NO KEY UPDATE OF redirects
        )
        UPDATE ${redirects} SET hits = hits + counted.number,
          last_hit_at = greatest(last_hit_at, counted.last_at)
        FROM counted WHERE ${redirects.id} = counted.id`)
    },
  }
}
