import { and, asc, count, eq, inArray, isNull, ne, or, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { earlyAdopters, leadTags, taggedLeads } from '#features/early-adopters/table.ts'
import type { Database } from '#platform/postgres.ts'
import type { LeadTag } from './contract.ts'

type TagRow = typeof leadTags.$inferSelect

/**
 * The condition that a column names a lead with one of these tags. They are those of `findCurrentTags`: with the ids as
 * values PostgreSQL knows how many leads to expect.
 */
export function hasTag(leadId: AnyPgColumn, current: readonly CurrentTag[]): SQL {
  const ids = current.map(({ id }) => id)
  return sql`EXISTS (SELECT 1 FROM ${taggedLeads} WHERE ${taggedLeads.leadId} = ${leadId} AND ${taggedLeads.tagId} = ANY(${uuids(ids)}))`
}

/** A tag that is not merged into another, and how many leads have it. */
export type CurrentTag = Pick<TagRow, 'id' | 'people'>

/** The tags with these ids, or those that they were merged into; a tag that no longer exists is left out. */
export async function findCurrentTags(db: Database, ids: readonly string[]): Promise<CurrentTag[]> {
  if (ids.length === 0) return []
  const current = sql`SELECT coalesce(${leadTags.mergedInto}, ${leadTags.id}) FROM ${leadTags} WHERE ${leadTags.id} = ANY(${uuids(ids)})`
  return db
    .select({ id: leadTags.id, people: leadTags.people })
    .from(leadTags)
    .where(sql`${leadTags.id} IN (${current})`)
}

/** The tags that a lead has, by name. */
export type TagsOf = (leadId: string) => LeadTag[]

/** Reads the tags of these leads. */
export async function findTagsOf(db: Database, leadIds: string[]): Promise<TagsOf> {
  if (leadIds.length === 0) return () => []
  const rows = await db
    .select({ leadId: taggedLeads.leadId, id: leadTags.id, name: leadTags.name })
    .from(taggedLeads)
    .innerJoin(leadTags, eq(leadTags.id, taggedLeads.tagId))
    .where(inArray(taggedLeads.leadId, leadIds))
    .orderBy(asc(leadTags.nameKey))
  const tags = Map.groupBy(rows, ({ leadId }) => leadId)
  return (leadId) => (tags.get(leadId) ?? []).map(({ id, name }) => ({ id, name }))
}

/** The queries on tags. Give it a transaction to run several of them as one. */
export function createTagStore(db: Database) {
  const isCurrent = isNull(leadTags.mergedInto)
  return {
    /** Makes other changes of tags, and erasures, wait until the transaction ends. To be called before a lead is locked. */
    async lock(): Promise<void> {
      await db.execute(sql`SELECT pg_advisory_xact_lock(hashtext('lead tags'))`)
    },

    /** All of them with how many leads have each, by name; those merged into another are apart. */
    async list(): Promise<{ current: (LeadTag & CurrentTag)[]; merged: TagRow[] }> {
      const current = await db
        .select({ id: leadTags.id, name: leadTags.name, people: leadTags.people })
        .from(leadTags)
        .where(isCurrent)
        .orderBy(asc(leadTags.nameKey))
      const merged = await db.select().from(leadTags).where(sql`${leadTags.mergedInto} IS NOT NULL`)
      return { current, merged }
    },

    count: (): Promise<number> => db.$count(leadTags, isCurrent),

    async listKeys(): Promise<string[]> {
      const rows = await db.select({ nameKey: leadTags.nameKey }).from(leadTags).where(isCurrent)
      return rows.map(({ nameKey }) => nameKey)
    },

    /** A tag that is not merged into another. */
    async find(id: string): Promise<TagRow | undefined> {
      const [row] = await db
        .select()
        .from(leadTags)
        .where(and(eq(leadTags.id, id), isCurrent))
      return row
    },

    async findByKeys(nameKeys: string[]): Promise<TagRow[]> {
      if (nameKeys.length === 0) return []
      return db
        .select()
        .from(leadTags)
        .where(and(inArray(leadTags.nameKey, nameKeys), isCurrent))
    },

    /** Whether a tag other than the given one has the name. */
    async isTaken(nameKey: string, except: string): Promise<boolean> {
      const others = and(eq(leadTags.nameKey, nameKey), isCurrent, ne(leadTags.id, except))
      return (await db.$count(leadTags, others)) > 0
    },

    async insert(tags: Pick<TagRow, 'name' | 'nameKey'>[]): Promise<TagRow[]> {
      return tags.length === 0 ? [] : db.insert(leadTags).values(tags).returning()
    },

    async rename(id: string, name: Pick<TagRow, 'name' | 'nameKey'>): Promise<void> {
      await db.update(leadTags).set(name).where(eq(leadTags.id, id))
    },

    async remove(id: string): Promise<void> {
      await db.delete(leadTags).where(eq(leadTags.id, id))
    },

    /** Lets a tag, and those merged into it before, stand for another. */
    async merge(id: string, into: string): Promise<void> {
      await db
        .update(leadTags)
        .set({ mergedInto: into })
        .where(or(eq(leadTags.id, id), eq(leadTags.mergedInto, id)))
    },
  }
}

/** The queries on who has which tag, in the caller's transaction. */
export function createTaggingStore(db: Database) {
  return {
    /** Those of these leads that there are, none of whom can be erased until the transaction ends. */
    async lockLeads(ids: string[]): Promise<string[]> {
      const rows = await db
        .select({ id: earlyAdopters.id })
        .from(earlyAdopters)
        .where(inArray(earlyAdopters.id, ids))
        .orderBy(asc(earlyAdopters.id))
        .for('key share')
      return rows.map(({ id }) => id)
    },

    async tag(leadIds: string[], tagIds: string[]): Promise<void> {
      if (tagIds.length === 0) return
      await db.execute(sql`INSERT INTO ${taggedLeads} (tag_id, lead_id)
        SELECT tag_id, lead_id FROM unnest(${uuids(tagIds)}) AS tag_id, unnest(${uuids(leadIds)}) AS lead_id
        ON CONFLICT DO NOTHING`)
    },

    async insert(pairs: (typeof taggedLeads.$inferInsert)[]): Promise<void> {
      if (pairs.length > 0) await db.insert(taggedLeads).values(pairs).onConflictDoNothing()
    },

    async untag(leadIds: string[], tagIds: string[]): Promise<void> {
      if (tagIds.length === 0) return
      await db
        .delete(taggedLeads)
        .where(and(inArray(taggedLeads.leadId, leadIds), inArray(taggedLeads.tagId, tagIds)))
    },

    /** Gives everybody with a tag another one instead. */
    async replace(id: string, by: string): Promise<void> {
      const having = db
        .select({ leadId: taggedLeads.leadId })
        .from(taggedLeads)
        .where(eq(taggedLeads.tagId, by))
      await db.delete(taggedLeads).where(and(eq(taggedLeads.tagId, id), inArray(taggedLeads.leadId, having)))
      await db.update(taggedLeads).set({ tagId: by }).where(eq(taggedLeads.tagId, id))
    },

    /** The most tags that one of these leads has. */
    async countMost(leadIds: string[]): Promise<number> {
      const each = db
        .select({ total: count().as('total') })
        .from(taggedLeads)
        .where(inArray(taggedLeads.leadId, leadIds))
        .groupBy(taggedLeads.leadId)
        .as('each')
      const [row] = await db.select({ most: sql<number>`coalesce(max(${each.total}), 0)::int` }).from(each)
      return row?.most ?? 0
    },
  }
}

/** As one parameter, however many they are. */
const uuids = (ids: readonly string[]): SQL => sql`${`{${ids.join(',')}}`}::uuid[]`
