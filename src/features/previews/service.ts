import { createHash, randomBytes } from 'node:crypto'
import type { ContentKey, PublishedTexts } from '#features/content/contract.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/postgres.ts'
import type { Language } from '#shared/languages.ts'
import { Problem } from '#shared/problem.ts'
import {
  type Preview,
  type PreviewDraft,
  type PreviewLink,
  previewHours,
  type SearchResult,
} from './contract.ts'
import { createPreviewStore } from './store.ts'

const hour = 3_600_000
// How long an expired link answers 410 before it answers 404.
const rememberedHours = 24

export interface PreviewOptions {
  db: Database
  clock: Clock
  publicUrl: string
  siteName(): string
  publishedTexts(language: Language): Promise<PublishedTexts>
  /** Sanitises rich text; returns an empty text if it is blank. */
  sanitize(html: string): Promise<string>
  /** The page that shows a text: its path, what it reads, where the text stands. */
  pageOf(key: ContentKey): {
    path: string
    reads: readonly [ContentKey, ...ContentKey[]]
    anchor: string
  }
  /** What search engines show of a text's page with these texts. */
  describeSearchResult(
    key: ContentKey,
    language: Language,
    texts: PublishedTexts,
  ): Pick<SearchResult, 'title' | 'description'>
}

/** The rules of previews: unsaved texts on their real page, for everyone with the link. */
export function createPreviews(options: PreviewOptions) {
  const { db, clock, publicUrl, siteName, sanitize, pageOf } = options
  const store = createPreviewStore(db)

  return {
    /** Stores a text and returns its link. */
    async create({ replaces, valid_hours, ...draft }: PreviewDraft, authorId: string): Promise<PreviewLink> {
      const token = randomBytes(32).toString('base64url')
      const now = clock.now()
      const expiresAt = new Date(now.getTime() + (valid_hours ?? previewHours) * hour)
      const content = await sanitize(draft.content)
      const replaced = replaces && /\/preview\/([^/?#]+)/.exec(replaces)?.[1]
      if (replaced) await store.replace(hashToken(replaced), authorId)
      await store.insert({
        tokenHash: hashToken(token),
        key: draft.key,
        language: draft.language,
        content,
        seoTitle: draft.seo_title,
        seoDescription: draft.seo_description,
        seoKeywords: draft.seo_keywords,
        isShared: valid_hours !== undefined,
        authorId,
        createdAt: now,
        expiresAt,
      })
      return {
        url: `${publicUrl}/preview/${token}#${pageOf(draft.key).anchor}`,
        expires_at: expiresAt.toISOString(),
      }
    },

    /** The text behind a link. @throws {Problem} 404 when there is none, 410 when its time is over. */
    async open(token: string): Promise<Preview> {
      const row = await store.find(hashToken(token))
      if (!row) throw new Problem('not_found', 404)
      if (row.expiresAt <= clock.now()) throw new Problem('preview_expired', 410)
      return {
        key: row.key,
        language: row.language,
        text: {
          content: row.content,
          seo_title: row.seoTitle,
          seo_description: row.seoDescription,
          seo_keywords: row.seoKeywords,
        },
        expiresAt: row.expiresAt,
      }
    },

    /** The search result of a text's page while the text has no search fields of its own. */
    async describeSearchResult(key: ContentKey, language: Language): Promise<SearchResult> {
      const { path, reads } = pageOf(key)
      const [source] = reads
      // Only another text of the page counts: the search texts of this one are being edited.
      const other = source === key ? undefined : (await options.publishedTexts(language))[source]
      return {
        source,
        url: `${publicUrl}/${language}${path}`,
        site_name: siteName(),
        ...options.describeSearchResult(key, language, other ? { [source]: other } : {}),
      }
    },

    /** Deletes the texts whose links expired more than a day ago. */
    async deleteExpired(): Promise<void> {
      await store.deleteExpiredBefore(new Date(clock.now().getTime() - rememberedHours * hour))
    },
  }
}
export type Previews = ReturnType<typeof createPreviews>

function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}
