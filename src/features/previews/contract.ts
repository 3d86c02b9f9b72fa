import { z } from 'zod'
import { ContentDraft, ContentKey, type PublishedText } from '#features/content/contract.ts'
import type { Language } from '#shared/languages.ts'
import { LanguageCode } from '#shared/parameters.ts'

/** How many hours the link to a preview is valid unless its maker chooses otherwise. */
export const previewHours = 2
/** The hours to choose from when a link is handed out; the last is the longest allowed. */
export const previewHourChoices = [previewHours, 24, 168, 720] as const
const maxPreviewHours = 720

/** The request for a preview of an unsaved text. */
export const PreviewDraft = ContentDraft.omit({ version: true, published: true }).extend({
  /** The address of the author's previous preview, which ends immediately unless it was made to be handed out. */
  replaces: z.string().max(400, 'too_long').optional(),
  /** For a link to hand out: for how many hours it is valid. It is listed, and no other preview replaces it. */
  valid_hours: z.int().min(previewHours).max(maxPreviewHours).optional(),
})
export type PreviewDraft = z.infer<typeof PreviewDraft>

/** The link to a preview, for everyone who has it, and when it expires. */
export const PreviewLink = z.object({
  url: z.url(),
  expires_at: z.iso.datetime(),
})
export type PreviewLink = z.infer<typeof PreviewLink>

/** A link that was handed out and still works. Its address is not stored. */
export const SharedPreview = z.object({
  id: z.uuid(),
  /** Who made it. */
  created_by: z.string(),
  created_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
})
export type SharedPreview = z.infer<typeof SharedPreview>

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
