import { desc, eq, sql } from 'drizzle-orm'
import type { Database } from '#platform/postgres.ts'
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
