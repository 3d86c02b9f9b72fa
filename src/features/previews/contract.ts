import { z } from 'zod'
import { ContentDraft, ContentKey, type PublishedText } from '#features/content/contract.ts'
import type { Language } from '#shared/languages.ts'
import { LanguageCode } from '#shared/parameters.ts'

/** How long the link to a preview is valid. */
export const previewHours = 2

/** The request for a preview of an unsaved text. */
export const PreviewDraft = ContentDraft.omit({ version: true, published: true }).extend({
  /** The address of the author's previous preview, which ends immediately. */
  replaces: z.string().max(400, 'too_long').optional(),
})
export type PreviewDraft = z.infer<typeof PreviewDraft>

/** The link to a preview, for everyone who has it, and when it expires. */
export const PreviewLink = z.object({
  url: z.url(),
  expires_at: z.iso.datetime(),
})
export type PreviewLink = z.infer<typeof PreviewLink>

/** The previewed text, as it would be published. */
export interface Preview {
  key: ContentKey
  language: Language
  /** Without content if the draft is blank: the page shows its built-in text. */
  text: PublishedText
  expiresAt: Date
}

/** The search result of a text's page without search fields of the text itself. */
export const SearchResult = z.object({
  /** The text whose search fields the page uses: this one or another on the same page. */
  source: ContentKey,
  /** The page's address in that language. */
  url: z.url(),
  site_name: z.string(),
  title: z.string(),
  description: z.string(),
})
export type SearchResult = z.infer<typeof SearchResult>

export const SearchResultQuery = z.object({ language: LanguageCode })

/** The path of the share picture of a preview. */
export function previewCardPath(previewPath: string): string {
  return `${previewPath}/card.png`
}
