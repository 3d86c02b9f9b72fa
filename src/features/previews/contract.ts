import { z } from 'zod'
import { ContentDraft, ContentKey, type PublishedText } from '#features/content/contract.ts'
import type { Language } from '#shared/languages.ts'
import { LanguageCode } from '#shared/parameters.ts'

/** For how long the link to a preview works. */
export const previewHours = 2

/** An unsaved text that is to be looked at on its page. */
export const PreviewDraft = ContentDraft.omit({ version: true, published: true }).extend({
  /** The address of a preview of one's own that this one takes the place of: it ends at once. */
  replaces: z.string().max(400, 'too_long').optional(),
})
export type PreviewDraft = z.infer<typeof PreviewDraft>

/** Where a preview is seen, by anyone who has the link, and until when. */
export const PreviewLink = z.object({
  url: z.url(),
  expires_at: z.iso.datetime(),
})
export type PreviewLink = z.infer<typeof PreviewLink>

/** A text as it would be published, for whoever has its link. */
export interface Preview {
  key: ContentKey
  language: Language
  /** Without content where the draft shows nothing: the page keeps what it has built in. */
  text: PublishedText
  expiresAt: Date
}

/** What search engines are told of a text's page while the text itself says nothing. */
export const SearchResult = z.object({
  /** The text whose search fields speak for the page: this one or another on the same page. */
  source: ContentKey,
  /** The page's address in that language. */
  url: z.url(),
  site_name: z.string(),
  title: z.string(),
  description: z.string(),
})
export type SearchResult = z.infer<typeof SearchResult>

export const SearchResultQuery = z.object({ language: LanguageCode })

/** Where the picture that a preview's page would be shared with is found. */
export function previewCardPath(previewPath: string): string {
  return `${previewPath}/card.png`
}
