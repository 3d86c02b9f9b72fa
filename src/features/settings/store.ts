import { desc, eq, type SQLWrapper, sql } from 'drizzle-orm'
import type { Database } from '#platform/postgres.ts'
import type { EncryptedRows } from '#platform/secrets/encrypted-rows.ts'
import { StoredSecret, settingPurpose } from '#platform/settings/stored-secret.ts'
import { settings } from '#platform/settings/table.ts'
import type { SettingRevisionQuery } from './contract.ts'
import { type ChangedValue, settingRevisions } from './table.ts'

export type SettingRevisionRow = typeof settingRevisions.$inferSelect

/** The queries on settings. Give it a transaction to make several of them one. */
export function createSettingStore(db: Database) {
  return {
    /** Locks all settings for other writers until the transaction ends. */
    async lock(): Promise<void> {
      await db.execute(sql`SELECT pg_advisory_xact_lock(hashtext('settings'))`)
    },

    /** The settings that were ever changed, by key. */
    async readAll(): Promise<Map<string, { value: unknown; version: number }>> {
      const rows = await db.select().from(settings)
      return new Map(rows.map(({ key, value, version }) => [key, { value, version }]))
    },

    async write({ key, after, version }: ChangedValue, changedAt: Date): Promise<void> {
      const row = { value: after === null ? sql`'null'::jsonb` : after, version, changedAt }
      await db
        .insert(settings)
        .values({ key, ...row })
        .onConflictDoUpdate({ target: settings.key, set: row })
    },

    async insertRevision(row: Omit<SettingRevisionRow, 'id' | 'number'>): Promise<void> {
      await db.insert(settingRevisions).values(row)
    },

    async findRevision(id: string): Promise<SettingRevisionRow | undefined> {
      const [row] = await db.select().from(settingRevisions).where(eq(settingRevisions.id, id))
      return row
    },

    /** A page of what was changed, newest first, and how much there is. */
    async listRevisions({
      key,
      limit,
      offset,
    }: SettingRevisionQuery): Promise<{ rows: SettingRevisionRow[]; total: number }> {
      const isOfKey =
        key === undefined
          ? undefined
          : sql`${settingRevisions.changes} @> ${JSON.stringify([{ key }])}::jsonb`
      const [rows, total] = await Promise.all([
        db
          .select()
          .from(settingRevisions)
          .where(isOfKey)
          .orderBy(desc(settingRevisions.number))
          .limit(limit)
          .offset(offset),
        db.$count(settingRevisions, isOfKey),
      ])
      return { rows, total }
    },
  }
}
export type SettingStore = ReturnType<typeof createSettingStore>

/** Secret settings and those of their history, to be encrypted under another secret. */
export const settingSecrets: EncryptedRows = {
  purpose: settingPurpose,
  async list(db) {
    const [present, revisions] = await Promise.all([
      db.select({ value: settings.value }).from(settings),
      db.select({ changes: settingRevisions.changes }).from(settingRevisions),
    ])
    const earlier = revisions.flatMap(({ changes }) =>
      changes.flatMap(({ isSecret, before, after }) => (isSecret ? [before, after] : [])),
    )
    const found = [...present.map(({ value }) => value), ...earlier].flatMap((value) => {
      const { data } = StoredSecret.safeParse(value)
      return data ? [[data.encrypted, data.place] as const] : []
    })
    return [...new Map(found)].map(([stored, context]) => ({ stored, context }))
  },
  async replace(db, { stored }, renewed) {
    const replaced = (column: SQLWrapper) => sql`replace(${column}::text, ${stored}, ${renewed})::jsonb`
    const holds = (column: SQLWrapper) => sql`strpos(${column}::text, ${stored}) > 0`
    await db
      .update(settings)
      .set({ value: replaced(settings.value) })
      .where(holds(settings.value))
    await db
      .update(settingRevisions)
      .set({ changes: replaced(settingRevisions.changes) })
      .where(holds(settingRevisions.changes))
  },
}
