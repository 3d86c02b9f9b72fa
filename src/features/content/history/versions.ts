import { recordActions } from '#features/content/actions.ts'
import type { ContentAction, ContentItem } from '#features/content/contract.ts'
import { type ContentRow, createContentStore } from '#features/content/store.ts'
import type { Database } from '#platform/postgres.ts'
import { Problem } from '#shared/problem.ts'

/** A version as it is about to be written: a draft whose number must be the newest plus one. */
export type NewVersion = Omit<ContentRow, 'id' | 'published' | 'createdAt' | 'updatedAt' | 'authorId'>

/**
 * Writes a version on top of the newest of its text, and down who did what. Until the transaction ends nobody else
 * writes that text. @throws {Problem} 409 unless it is the newest plus one; then nothing is overwritten
 */
export async function addVersion(
  transaction: Database,
  draft: NewVersion,
  { now, action, actorId }: { now: Date; action: ContentAction['action']; actorId: string },
): Promise<ContentRow> {
  const store = createContentStore(transaction)
  const { key, language, version } = draft
  await store.lockText(key, language)
  const newest = await store.newestVersion(key, language)
  const row =
    version === newest + 1
      ? await store.insert({ ...draft, published: false, authorId: actorId, createdAt: now, updatedAt: now })
      : undefined
  if (!row) throw staleVersion(newest)
  await recordActions(transaction, [{ at: now, action, key, language, version, actorId }])
  return row
}

/** Says that somebody has saved a version meanwhile, and which one is the newest. */
export function staleVersion(newest: number): Problem {
  return new Problem('content_stale', 409, {
    params: { version: newest },
    extra: { current_version: newest },
  })
}

/** A version as the API tells it. */
export function toItem(row: ContentRow): ContentItem {
  return {
    id: row.id,
    key: row.key,
    language: row.language,
    content: row.content,
    version: row.version,
    published: row.published,
    seo_title: row.seoTitle,
    seo_description: row.seoDescription,
    seo_keywords: row.seoKeywords,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  }
}
