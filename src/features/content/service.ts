import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/postgres.ts'
import type { Revision } from '#platform/revision.ts'
import type { Language } from '#shared/languages.ts'
import { Problem } from '#shared/problem.ts'
import {
  type ContentDraft,
  type ContentEntry,
  type ContentItem,
  type ContentKey,
  type ContentQuery,
  type ContentState,
  contentKeys,
  type PublishedText,
} from './contract.ts'
import { isBlank, sanitizeRichText } from './sanitize.ts'
import { type ContentRow, createContentStore } from './store.ts'

interface ContentOptions {
  db: Database
  revision: Revision
  clock: Clock
}

/** The rules of the texts that the team edits (seed A §4, §5; PRODUCT.md, *Content*). */
export function createContent({ db, revision, clock }: ContentOptions) {
  const store = createContentStore(db)

  return {
    /** Every key with its state in every language. */
    async listEntries(): Promise<ContentEntry[]> {
      const states = new Map((await store.listStates()).map((row) => [`${row.key} ${row.language}`, row]))
      return contentKeys.map((key) => {
        const stateOf = (language: Language): ContentState => {
          const row = states.get(`${key} ${language}`)
          if (!row)
            return {
              status: 'none',
              version: 0,
              published_version: null,
              has_content: false,
              updated_at: null,
            }
          return {
            status: row.published_version === null ? 'draft' : 'published',
            version: row.version,
            published_version: row.published_version,
            has_content: row.has_content,
            updated_at: new Date(row.updated_at).toISOString(),
          }
        }
        return {
          key,
          languages: {
            en: stateOf('en'),
            es: stateOf('es'),
            fr: stateOf('fr'),
            de: stateOf('de'),
            it: stateOf('it'),
            pt: stateOf('pt'),
            ru: stateOf('ru'),
            zh: stateOf('zh'),
            ar: stateOf('ar'),
            hi: stateOf('hi'),
          },
        }
      })
    },

    /** Versions of a key, newest first. */
    async listVersions(
      key: ContentKey,
      language: Language | undefined,
      page: { limit: number; offset: number },
    ) {
      const { rows, total } = await store.list(key, language, page)
      return { items: rows.map(toItem), total }
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
        const newest = await store.findVersion(key, language, await store.newestVersion(key, language))
        if (newest) return toItem(newest)
      }
      throw new Problem('content_not_found', 404)
    },

    /** Saves a new version. @throws {Problem} 409 unless it is the newest plus one; then nothing is overwritten. */
    async save(draft: ContentDraft, authorId: string): Promise<ContentItem> {
      const html = sanitizeRichText(draft.content)
      if (draft.published && isBlank(html)) throw new Problem('content_blank', 422, blankField)
      const write = async (transaction: Database) => {
        const store = createContentStore(transaction)
        await store.lockText(draft.key, draft.language)
        const newest = await store.newestVersion(draft.key, draft.language)
        const now = clock.now()
        const row =
          draft.version === newest + 1
            ? await store.insert({
                key: draft.key,
                language: draft.language,
                version: draft.version,
                content: html,
                published: false,
                seoTitle: draft.seo_title,
                seoDescription: draft.seo_description,
                seoKeywords: draft.seo_keywords,
                authorId,
                createdAt: now,
                updatedAt: now,
              })
            : undefined
        if (!row) {
          throw new Problem('content_stale', 409, {
            params: { version: newest },
            extra: { current_version: newest },
          })
        }
        return toItem(draft.published ? await store.setPublished(row, true, now) : row)
      }
      return draft.published ? revision.publish(write) : db.transaction(write)
    },

    /** Makes a version the published one of its text; every process shows it from its next request on. */
    publish: (id: string) => change(id, true),

    /** Takes a version off the site; the built-in text takes its place. */
    unpublish: (id: string) => change(id, false),

    /** The texts that the pages of one language show. */
    async publishedTexts(language: Language): Promise<Partial<Record<ContentKey, PublishedText>>> {
      const rows = await store.listPublished(language)
      return Object.fromEntries(rows.map((row) => [row.key, toItem(row)]))
    },
  }

  async function change(id: string, published: boolean): Promise<ContentItem> {
    const found = await store.find(id)
    if (!found) throw new Problem('content_not_found', 404)
    if (published && isBlank(found.content)) throw new Problem('content_blank', 422, blankField)
    if (found.published === published) return toItem(found)
    return revision.publish(async (transaction) => {
      const store = createContentStore(transaction)
      await store.lockText(found.key, found.language)
      return toItem(await store.setPublished(found, published, clock.now()))
    })
  }
}
export type Content = ReturnType<typeof createContent>

const blankField = { fields: [{ field: 'content', code: 'required' }] }

function toItem(row: ContentRow): ContentItem {
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
