import { z } from 'zod'
import { LanguageCode } from '#shared/parameters.ts'

/** Where a text for search results comes from. */
export const wordSources = ['text', 'setting', 'built_in'] as const
export type WordSource = (typeof wordSources)[number]

/** A public page as search engines and people who share it see it, in one language. */
export const PageAppearance = z.object({
  page: z.string(),
  /** With the language. */
  path: z.string(),
  title: z.string(),
  title_source: z.enum(wordSources),
  description: z.string(),
  description_source: z.enum(wordSources),
  /** The text of the team whose fields for search engines go first; null where there is none. */
  text_key: z.string().nullable(),
  /** The path of the picture for sharing. */
  card: z.string(),
  is_indexed: z.boolean(),
})
export type PageAppearance = z.infer<typeof PageAppearance>

export const AppearanceQuery = z.object({ language: LanguageCode })

export const PageAppearanceChange = z
  .object({ is_indexed: z.boolean('required') })
  .meta({ examples: [{ is_indexed: true }] })
export type PageAppearanceChange = z.infer<typeof PageAppearanceChange>
