import type { ContentAction, ContentItem, ContentVersion } from '#features/content/contract.ts'
import { type ContentRow, createContentStore, type VersionRow } from '#features/content/store.ts'
import type { Database } from '#platform/postgres.ts'
import { Problem } from '#shared/problem.ts'
import { createActionStore } from './action-store.ts'

/** A version to be saved: a draft whose number must be the newest plus one. */
export type NewVersion = Omit<ContentRow, 'id' | 'published' | 'createdAt' | 'updatedAt' | 'authorId'>

/**
 * Adds a version on top of the newest of its text and records the action. The text stays locked until the transaction
 * ends. @throws {Problem} 409 unless it is the newest plus one; then nothing is overwritten
 */
export async function addVersion(
  transaction: Database,
  draft: NewVersion,
  { now, action, actorId }: { now: Date; action: ContentAction['action']; actorId: string },
): Promise<ContentRow> {
  const store = createContentStore(transaction)
  const { key, language, version } = draft
  await store.lockText(key, language)
  const newest = await store.getNewestVersion(key, language)
  const row =
    version === newest + 1
      ? await store.insert({ ...draft, published: false, authorId: actorId, createdAt: now, updatedAt: now })
      : undefined
  if (!row) throw staleVersion(newest)
  await createActionStore(transaction).insert([{ at: now, action, key, language, version, actorId }])
  return row
}

/** The refusal of a change to a version that is no longer the newest. */
export function staleVersion(newest: number): Problem {
  return new Problem('content_stale', 409, {
    params: { version: newest },
    extra: { current_version: newest },
  })
}

/** A version in the form of the API. */
export function toItem(row: ContentRow): ContentItem {
  return { ...toVersion(row), content: row.content }
}

/** A version without its text in the form of the API. */
export function toVersion(row: VersionRow): ContentVersion {
  return {
    id: row.id,
    key: row.key,
    language: row.language,
    version: row.version,
    published: row.published,
    seo_title: row.seoTitle,
    seo_description: row.seoDescription,
    seo_keywords: row.seoKeywords,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  }
}
