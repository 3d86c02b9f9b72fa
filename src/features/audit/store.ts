import { and, asc, desc, eq, gt, gte, inArray, lte, or, type SQL, sql } from 'drizzle-orm'
import type { Database } from '#platform/postgres.ts'
import type { AuditFilter } from './contract.ts'
import { auditEntries, auditLinks, sensitiveActions } from './table.ts'

type ActionRow = typeof sensitiveActions.$inferSelect

/** The queries on actions that ask for the password. */
export function createActionStore(db: Database) {
  return {
    /** Adds an action, by itself or in the transaction that does it; returns its id. */
    async insert(
      action: Omit<typeof sensitiveActions.$inferInsert, 'id'>,
      on: Database = db,
    ): Promise<string> {
      const [row] = await on.insert(sensitiveActions).values(action).returning({ id: sensitiveActions.id })
      if (!row) throw new Error('the action was not recorded')
      return row.id
    },

    async update(id: string, change: Pick<ActionRow, 'outcome' | 'subject'>): Promise<void> {
      await db.update(sensitiveActions).set(change).where(eq(sensitiveActions.id, id))
    },

    async delete(id: string): Promise<void> {
      await db.delete(sensitiveActions).where(eq(sensitiveActions.id, id))
    },

    /** A page of all, newest first, and how many there are. */
    async list(page: { limit: number; offset: number }): Promise<{ rows: ActionRow[]; total: number }> {
      const [rows, total] = await Promise.all([
        db
          .select()
          .from(sensitiveActions)
          .orderBy(desc(sensitiveActions.at), desc(sensitiveActions.id))
          .limit(page.limit)
          .offset(page.offset),
        db.$count(sensitiveActions),
      ])
      return { rows, total }
    },
  }
}
export type ActionStore = ReturnType<typeof createActionStore>

/** An entry with its place in the chain, once it has one. */
export interface ChainedEntry {
  entry: typeof auditEntries.$inferSelect
  link: typeof auditLinks.$inferSelect | null
}

const isUuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** More entries than these are not counted, so that a list costs the same at any size. */
const countedAtMost = 10_000
const exportedAtOnce = 1_000

/** The queries on the audit log. */
export function createAuditStore(db: Database) {
  const select = () =>
    db
      .select({ entry: auditEntries, link: auditLinks })
      .from(auditEntries)
      .leftJoin(auditLinks, eq(auditLinks.entryId, auditEntries.id))

  return {
    /** A page of what a filter lets through, newest first, and how many there are, up to 10,000. */
    async list(
      filter: AuditFilter,
      page: { limit: number; offset: number },
    ): Promise<{ rows: ChainedEntry[]; total: number; isExact: boolean }> {
      const condition = conditionOf(filter)
      const counted = db
        .select({ id: auditEntries.id })
        .from(auditEntries)
        .where(condition)
        .limit(countedAtMost + 1)
        .as('counted')
      const [rows, count] = await Promise.all([
        select().where(condition).orderBy(desc(auditEntries.id)).limit(page.limit).offset(page.offset),
        db.$count(counted),
      ])
      return { rows, total: Math.min(count, countedAtMost), isExact: count <= countedAtMost }
    },

    /** All that a filter lets through, oldest first, a thousand at a time. */
    async *walk(filter: AuditFilter): AsyncGenerator<ChainedEntry[]> {
      const condition = conditionOf(filter)
      let last = 0
      while (true) {
        const rows = await select()
          .where(and(condition, gt(auditEntries.id, last)))
          .orderBy(asc(auditEntries.id))
          .limit(exportedAtOnce)
        yield rows
        last = rows.at(-1)?.entry.id ?? last
        if (rows.length < exportedAtOnce) return
      }
    },

    /** What is recorded about a lead, oldest first. */
    listAbout: (personId: string) =>
      db.select().from(auditEntries).where(eq(auditEntries.personId, personId)).orderBy(asc(auditEntries.id)),

    /** The browsers of sessions, by the entries of their sign-ins, which outlast them. */
    async findBrowsers(sessions: readonly string[]): Promise<Map<string, string>> {
      const rows = await db
        .select({ id: auditEntries.rowKey, personal: auditEntries.personal })
        .from(auditEntries)
        .where(and(eq(auditEntries.subject, 'sessions'), inArray(auditEntries.rowKey, [...sessions])))
      return new Map(
        rows.flatMap(({ id, personal }) => {
          const browser = personal?.after?.user_agent
          return typeof browser === 'string' ? [[id, browser]] : []
        }),
      )
    },
  }
}
export type AuditStore = ReturnType<typeof createAuditStore>

function conditionOf(filter: AuditFilter): SQL | undefined {
  const { search, author, user, subject, row, person, operation, from, to } = filter
  return and(
    search ? findWords(search.toLowerCase()) : undefined,
    author ? eq(auditEntries.authorKind, author) : undefined,
    user ? eq(auditEntries.userId, user) : undefined,
    subject ? eq(auditEntries.subject, subject) : undefined,
    row ? eq(auditEntries.rowKey, row) : undefined,
    person ? eq(auditEntries.personId, person) : undefined,
    operation ? eq(auditEntries.operation, operation) : undefined,
    from ? gte(auditEntries.at, new Date(from)) : undefined,
    to ? lte(auditEntries.at, new Date(to)) : undefined,
  )
}

/** An id finds the row or the person with it. Other words are the beginnings of words among the values, in any order. */
function findWords(search: string): SQL | undefined {
  if (isUuid.test(search)) return or(eq(auditEntries.rowKey, search), eq(auditEntries.personId, search))
  const beginnings = search
    .split(/\s+/)
    .map((word) => `'${word.replace(/['\\]/g, ' ')}':*`)
    .join(' & ')
  const words = sql`audit_words(${auditEntries.before}, ${auditEntries.after}, ${auditEntries.personal})`
  return sql`${words} @@ to_tsquery('simple', ${beginnings})`
}
