import type { Database } from '#platform/postgres.ts'
import { foldText } from '#shared/fold-text.ts'
import { Problem } from '#shared/problem.ts'
import { mostTags } from '#shared/tag-limits.ts'
import { mostTagsOfLead, type Tag, type Tagging, type TaggingResult } from './contract.ts'
import { createTaggingStore, createTagStore } from './tag-store.ts'

/** The tags that the team gives leads. */
export function createTags({ db }: { db: Database }) {
  async function get(id: string): Promise<Tag> {
    const tag = (await list()).find((one) => one.id === id)
    if (!tag) throw notFound()
    return tag
  }

  async function list(): Promise<Tag[]> {
    const { current, merged } = await createTagStore(db).list()
    return current.map((tag) => ({
      ...tag,
      merged_ids: merged.filter(({ mergedInto }) => mergedInto === tag.id).map(({ id }) => id),
    }))
  }

  return {
    /** All tags, by name. */
    list,

    /** Adds tags to leads and takes others away: all of it, or nothing. @throws {Problem} 409 when there would be too many */
    async tag({ lead_ids, add, remove }: Tagging): Promise<TaggingResult> {
      const asked = [...new Set(lead_ids)]
      return db.transaction(async (tx) => {
        const store = createTagStore(tx)
        await store.lock()
        const tagging = createTaggingStore(tx)
        const leadIds = await tagging.lockLeads(asked)
        const result = { tagged: leadIds.length, missing: asked.length - leadIds.length }
        if (leadIds.length === 0) return result
        await tagging.untag(leadIds, remove)
        await tagging.tag(leadIds, [...(await ensureTags(store, add)).values()])
        if (add.length > 0 && (await tagging.countMost(leadIds)) > mostTagsOfLead) {
          throw new Problem('lead_tags_full', 409)
        }
        return result
      })
    },

    /** @throws {Problem} 404, 409 another tag has the name */
    async rename(id: string, name: string): Promise<Tag> {
      await db.transaction(async (tx) => {
        const store = createTagStore(tx)
        await store.lock()
        if (!(await store.find(id))) throw notFound()
        const nameKey = foldText(name)
        if (await store.isTaken(nameKey, id)) {
          throw new Problem('tag_taken', 409, { fields: [{ field: 'name', code: 'tag_taken' }] })
        }
        await store.rename(id, { name, nameKey })
      })
      return get(id)
    },

    /** Gives everybody with a tag another one instead. @throws {Problem} 404, 409 it is the same tag */
    async merge(id: string, into: string): Promise<Tag> {
      if (id === into) throw new Problem('tag_same', 409)
      await db.transaction(async (tx) => {
        const store = createTagStore(tx)
        await store.lock()
        if (!(await store.find(id)) || !(await store.find(into))) throw notFound()
        await createTaggingStore(tx).replace(id, into)
        await store.merge(id, into)
      })
      return get(into)
    },

    /** Deletes a tag; who had it stays. @throws {Problem} 404 */
    async remove(id: string): Promise<void> {
      await db.transaction(async (tx) => {
        const store = createTagStore(tx)
        await store.lock()
        if (!(await store.find(id))) throw notFound()
        await store.remove(id)
      })
    },
  }
}
export type Tags = ReturnType<typeof createTags>

/**
 * The ids of the tags with these names, the new ones added, by name without case and accents.
 * @throws {Problem} 409 when there would be too many tags
 */
export async function ensureTags(
  store: ReturnType<typeof createTagStore>,
  names: readonly string[],
): Promise<Map<string, string>> {
  const byKey = new Map(names.map((name) => [foldText(name), name]))
  const known = await store.findByKeys([...byKey.keys()])
  for (const { nameKey } of known) byKey.delete(nameKey)
  if (byKey.size > 0 && (await store.count()) + byKey.size > mostTags) throw new Problem('tags_full', 409)
  const added = await store.insert([...byKey].map(([nameKey, name]) => ({ name, nameKey })))
  return new Map([...known, ...added].map(({ nameKey, id }) => [nameKey, id]))
}

const notFound = () => new Problem('tag_not_found', 404)
