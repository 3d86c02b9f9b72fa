import { mostTagsOfLead, TagNames } from '#features/early-adopters/tags/contract.ts'
import { splitTagNames } from '#features/early-adopters/tags/model.ts'
import { createTaggingStore, createTagStore, findTagsOf } from '#features/early-adopters/tags/tag-store.ts'
import { ensureTags } from '#features/early-adopters/tags/tags.ts'
import { refusedFields } from '#http/problem-details.ts'
import type { Database } from '#platform/postgres.ts'
import { foldText } from '#shared/fold-text.ts'
import { Problem, type RefusedField } from '#shared/problem.ts'
import { mostTags } from '#shared/tag-limits.ts'

/** Reads the tags of the lines of a file. */
export interface TagReader {
  /** The tags of a cell, and why they are refused. */
  read(cell: string): { names: string[]; refused: RefusedField[] }
  /** Whether there is room for the tags of a line that is to be added. */
  reserve(names: readonly string[]): boolean
}

interface TagReaderOptions {
  /** The names of all tags, as they are compared. */
  known: readonly string[]
  /** The tags that everybody in the file gets. */
  ofFile: readonly string[]
}

/** @throws {Problem} 409 when there is no room for the tags of the file */
export function createTagReader({ known, ofFile }: TagReaderOptions): TagReader {
  const keys = new Set(known)
  function reserve(names: readonly string[]): boolean {
    const added = [...keysOf(names)].filter((key) => !keys.has(key))
    if (added.length > 0 && keys.size + added.length > mostTags) return false
    for (const key of added) keys.add(key)
    return true
  }
  if (!reserve(ofFile)) throw new Problem('tags_full', 409)
  return {
    reserve,
    read(cell) {
      const { data: names, error } = TagNames.safeParse(splitTagNames(cell))
      if (error) {
        const refused = refusedFields(error.issues).map(({ code }) => ({ field: 'tags', code }))
        return { names: [], refused }
      }
      const isTooMany = keysOf([...names, ...ofFile]).size > mostTagsOfLead
      return { names, refused: isTooMany ? [{ field: 'tags', code: 'too_many_tags' }] : [] }
    },
  }
}

/** Those of these leads who would have too many tags with the given ones. */
export async function findOverfull(
  db: Database,
  leadIds: string[],
  names: readonly string[],
): Promise<Set<string>> {
  if (names.length === 0) return new Set()
  const tagsOf = await findTagsOf(db, leadIds)
  const sizeOf = (id: string) => keysOf([...tagsOf(id).map(({ name }) => name), ...names]).size
  return new Set(leadIds.filter((id) => sizeOf(id) > mostTagsOfLead))
}

/** Makes changes of tags and erasures wait until the transaction ends. To be called before leads are added. */
export const lockTags = (tx: Database): Promise<void> => createTagStore(tx).lock()

/**
 * Gives each lead the tags with these names, in a transaction that has called `lockTags`. Those that are erased meanwhile are
 * skipped. @throws {Problem} 409 when there would be too many tags
 */
export async function tagLeads(tx: Database, names: ReadonlyMap<string, readonly string[]>): Promise<void> {
  const ids = await ensureTags(createTagStore(tx), [...names.values()].flat())
  const tagging = createTaggingStore(tx)
  const leadIds = await tagging.lockLeads([...names.keys()])
  const idsOf = (leadId: string) => [...keysOf(names.get(leadId) ?? [])].map((key) => ids.get(key))
  const pairs = leadIds.flatMap((leadId) =>
    idsOf(leadId).flatMap((tagId) => (tagId === undefined ? [] : { tagId, leadId })),
  )
  await tagging.insert(pairs)
}

const keysOf = (names: readonly string[]): Set<string> => new Set(names.map(foldText))
