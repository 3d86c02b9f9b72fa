import { and, desc, eq, sql } from 'drizzle-orm'
import type { TemplateKind } from '#features/mail/contract.ts'
import { mailTemplates } from '#features/mail/table.ts'
import type { Database } from '#platform/postgres.ts'
import type { Language } from '#shared/languages.ts'

export type TemplateRow = typeof mailTemplates.$inferSelect

/** The queries on templates. Give it a transaction to make several of them one. */
export function createTemplateStore(db: Database) {
  const isOf = (kind: TemplateKind, language: Language) =>
    and(eq(mailTemplates.kind, kind), eq(mailTemplates.language, language))

  return {
    /** The newest version of every template that was ever changed. */
    listNewest: () =>
      db
        .selectDistinctOn([mailTemplates.kind, mailTemplates.language])
        .from(mailTemplates)
        .orderBy(mailTemplates.kind, mailTemplates.language, desc(mailTemplates.version)),

    async findNewest(kind: TemplateKind, language: Language): Promise<TemplateRow | undefined> {
      const [row] = await db
        .select()
        .from(mailTemplates)
        .where(isOf(kind, language))
        .orderBy(desc(mailTemplates.version))
        .limit(1)
      return row
    },

    /** The newest versions, newest first. */
    listVersions: (kind: TemplateKind, language: Language, limit: number): Promise<TemplateRow[]> =>
      db
        .select()
        .from(mailTemplates)
        .where(isOf(kind, language))
        .orderBy(desc(mailTemplates.version))
        .limit(limit),

    /** Adds a version unless its number is taken, as when two people save at once. */
    async insert(row: Omit<TemplateRow, 'id'>): Promise<TemplateRow | undefined> {
      const [added] = await db.insert(mailTemplates).values(row).onConflictDoNothing().returning()
      return added
    },

    /** Locks a template until the transaction ends. */
    async lock(kind: TemplateKind, language: Language): Promise<void> {
      await db.execute(sql`SELECT pg_advisory_xact_lock(hashtext(${`mail template ${kind} ${language}`}))`)
    },
  }
}
