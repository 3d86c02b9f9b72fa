import { addVersion, toItem, toVersion } from '#features/content/history/versions.ts'
import { digestOf } from '#features/content/sanitizing/blocks.ts'
import { isBlank } from '#features/content/sanitizing/sanitize.ts'
import type { Sanitizer } from '#features/content/sanitizing/sanitizer.ts'
import { createTaskStore } from '#features/content/tasks/task-store.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/postgres.ts'
import type { Revision } from '#platform/revision.ts'
import type { Language } from '#shared/languages.ts'
import { Problem } from '#shared/problem.ts'
import type { ContentDraft, ContentItem, ContentKey, ContentQuery } from './contract.ts'
import { createContentListStore } from './list-store.ts'
import type { RecordPublication } from './publication-record.ts'
import type { Sources } from './sources.ts'
import { createContentStore } from './store.ts'

interface ContentOptions {
  db: Database
  revision: Revision
  clock: Clock
  sources: Sources
  sanitize: Sanitizer
  recordPublication: RecordPublication
}

/** The rules of the texts that the team edits. */
export function createContent(options: ContentOptions) {
  const { db } = options
  const store = createContentStore(db)
  const lists = createContentListStore(db)

  return {
    /** Versions of a key without their texts, newest first. */
    async listVersions(
      key: ContentKey,
      language: Language | undefined,
      page: { limit: number; offset: number },
    ) {
      const { rows, total } = await lists.list(key, language, page)
      return { items: rows.map(toVersion), total }
    },

    /**
     * One version: the named one, else the published one, else for the team the newest draft. Visitors see published
     * ones only. @throws {Problem} 404
     */
    async get(key: ContentKey, { language, version }: ContentQuery, isTeam: boolean): Promise<ContentItem> {
      const row = await (version === undefined
        ? store.findPublished(key, language)
        : store.findVersion(key, language, version))
      if (row && (row.published || isTeam)) return toItem(row)
      if (isTeam && version === undefined) {
        const newest = await store.findNewest(key, language)
        if (newest) return toItem(newest)
      }
      throw new Problem('content_not_found', 404)
    },

    /** The language of a version, in a list that is empty for an id of none. */
    async languagesOf(id: string): Promise<Language[]> {
      const language = await store.findLanguage(id)
      return language ? [language] : []
    },

    /** Saves a new version. @throws {Problem} 409 unless it is the newest plus one; then nothing is overwritten. */
    save: (draft: ContentDraft, authorId: string) => saveVersion(draft, authorId, options),

    /** Makes a version the published one of its text. Every process serves it from the next request on. */
    publish: (id: string, actorId: string | null) => setPublication(id, true, actorId, options),

    /** Unpublishes a version; the site shows the built-in text instead. */
    unpublish: (id: string, actorId: string | null) => setPublication(id, false, actorId, options),

    /** When each published text was published, in all languages. */
    listPublications: () => lists.listPublications(),
  }
}
export type Content = ReturnType<typeof createContent>

const blankField = { fields: [{ field: 'content', code: 'required' }] }

async function saveVersion(
  draft: ContentDraft,
  authorId: string,
  { db, revision, clock, sources, sanitize, recordPublication }: ContentOptions,
): Promise<ContentItem> {
  const clean = await sanitize(draft.content)
  if (draft.published && clean.isBlank) throw new Problem('content_blank', 422, blankField)
  const insert = async (transaction: Database) => {
    const now = clock.now()
    const { key, language, version } = draft
    const row = await addVersion(
      transaction,
      {
        ...{ key, language, version, content: clean.html },
        seoTitle: draft.seo_title,
        seoDescription: draft.seo_description,
        seoKeywords: draft.seo_keywords,
        basis: await basisOf(draft, sources, transaction),
        madeBy: 'person',
        restoredFrom: null,
      },
      { now, action: 'save', actorId: authorId },
    )
    await createTaskStore(transaction).end(key, language)
    if (!draft.published) return toItem(row)
    const publication = { key, language, version, actorId: authorId }
    await recordPublication(transaction, { at: now, action: 'publish', ...publication })
    return toItem(await createContentStore(transaction).setPublished(row, true, now))
  }
  return draft.published ? revision.publish(insert, () => [draft]) : db.transaction(insert)
}

/**
 * The source that a translation is made from: as it is now, or as it was for the previous version when the writer has
 * not seen the current one.
 */
async function basisOf(
  { key, language, version, source }: ContentDraft,
  sources: Sources,
  transaction: Database,
) {
  const basis = await sources.basisFor(transaction, key, language)
  if (basis === null || source === undefined || source === digestOf(basis)) return basis
  const before = await createContentStore(transaction).findVersion(key, language, version - 1)
  return before ? before.basis : []
}

async function setPublication(
  id: string,
  published: boolean,
  actorId: string | null,
  { db, revision, clock, recordPublication }: ContentOptions,
): Promise<ContentItem> {
  const found = await createContentStore(db).find(id)
  if (!found) throw new Problem('content_not_found', 404)
  if (published && isBlank(found.content)) throw new Problem('content_blank', 422, blankField)
  if (found.published === published) return toItem(found)
  return revision.publish(
    async (transaction) => {
      const store = createContentStore(transaction)
      const { key, language, version } = found
      await store.lockText(key, language)
      const now = clock.now()
      const action = published ? 'publish' : 'unpublish'
      await recordPublication(transaction, { at: now, action, key, language, version, actorId })
      return toItem(await store.setPublished(found, published, now))
    },
    () => [found],
  )
}
