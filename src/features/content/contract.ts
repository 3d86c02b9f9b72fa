import { z } from 'zod'
import { languages, sourceLanguage } from '#shared/languages.ts'
import { queryNumber } from '#shared/paging.ts'
import { text } from '#shared/text.ts'

/** The eleven places of the site whose text the team edits (seed A §2). */
export const contentKeys = [
  'home-hero',
  'home-problem',
  'home-cases',
  'home-why',
  'home-community',
  'about-mission',
  'about-team',
  'about-technology',
  'use-cases-identity',
  'use-cases-transparency',
  'use-cases-industrial',
] as const
export const ContentKey = z.enum(contentKeys, 'content_key_unknown')
export type ContentKey = z.infer<typeof ContentKey>

/** Search-engine limits in characters as people count them (seed A §5). */
export const seoTitleLimit = 60
export const seoDescriptionLimit = 160
/** The longest text of one key and language, in characters of HTML. */
export const contentLimit = 200_000

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })
/** How many characters a person sees in a text: an emoji or a letter with its accents is one. */
export function countGraphemes(value: string): number {
  let count = 0
  for (const _ of segmenter.segment(value)) count++
  return count
}
const graphemes = (limit: number) =>
  text(limit * 8)
    .refine((value) => countGraphemes(value) <= limit, 'too_long')
    .default('')

/** Which version of a key to read: of a language, the published one unless a version is named. */
export const ContentQuery = z.object({
  language: z.enum(languages, 'language_unknown').default(sourceLanguage),
  version: queryNumber(1, 2_000_000_000, 'version_invalid').optional(),
})
export type ContentQuery = z.infer<typeof ContentQuery>

/** What the editor sends to save one text. `version` is the newest of that key and language plus one. */
export const ContentDraft = z.object({
  key: ContentKey,
  language: z.enum(languages, 'language_unknown'),
  content: z
    .string('required')
    .max(contentLimit, 'too_long')
    .refine((html) => !html.includes('\0'), 'control_characters'),
  version: z.int('version_invalid').min(1, 'version_invalid').max(2_000_000_000, 'version_invalid'),
  /** Whether the saved version is to be published at once. */
  published: z.boolean('invalid').default(false),
  seo_title: graphemes(seoTitleLimit),
  seo_description: graphemes(seoDescriptionLimit),
  seo_keywords: text(500).default(''),
})
export type ContentDraft = z.infer<typeof ContentDraft>

/** One version of one text (seed A §3). `content` is HTML that the server has sanitised. */
export const ContentItem = z.object({
  id: z.uuid(),
  key: ContentKey,
  language: z.enum(languages),
  content: z.string(),
  version: z.number().int(),
  published: z.boolean(),
  seo_title: z.string(),
  seo_description: z.string(),
  seo_keywords: z.string(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
})
export type ContentItem = z.infer<typeof ContentItem>

export const contentStatuses = ['none', 'draft', 'published'] as const
/** Where one key stands in one language; `version` and `updated_at` are those of its newest version. */
export const ContentState = z.object({
  status: z.enum(contentStatuses),
  version: z.number().int(),
  published_version: z.number().int().nullable(),
  /** Whether the newest version shows anything to a reader, which counts as translated. */
  has_content: z.boolean(),
  updated_at: z.iso.datetime().nullable(),
})
export type ContentState = z.infer<typeof ContentState>

/** One key in the content list. */
export const ContentEntry = z.object({
  key: ContentKey,
  languages: z.record(z.enum(languages), ContentState),
})
export type ContentEntry = z.infer<typeof ContentEntry>

/** A published text as the public page reads it. */
export type PublishedText = Pick<ContentItem, 'content' | 'seo_title' | 'seo_description' | 'seo_keywords'>
