import { z } from 'zod'
import { LanguageCode } from '#shared/parameters.ts'
import { PictureDigest } from './settings.ts'

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
  /** The digest of the uploaded picture that takes the place of the drawn one. */
  picture: z.string().nullable(),
  is_indexed: z.boolean(),
})
export type PageAppearance = z.infer<typeof PageAppearance>

export const AppearanceQuery = z.object({ language: LanguageCode })

/** A change: what is left out stays. */
export const PageAppearanceChange = z
  .object({
    /** In all languages. */
    is_indexed: z.boolean('required').optional(),
    /** The picture for sharing the page in a language, or in all of them; a null digest goes back to the drawn one. */
    picture: z
      .object({ language: LanguageCode.or(z.literal('all')), digest: PictureDigest.nullable() })
      .optional(),
  })
  .refine(({ is_indexed, picture }) => is_indexed !== undefined || picture !== undefined, {
    error: 'required',
    path: ['is_indexed'],
  })
  .meta({ examples: [{ is_indexed: true, picture: { language: 'all', digest: null } }] })
export type PageAppearanceChange = z.infer<typeof PageAppearanceChange>
