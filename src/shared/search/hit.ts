import { z } from 'zod'
import { LanguageCode } from '#shared/parameters.ts'

/** Something that a search has found. */
export const SearchHit = z.object({
  id: z.string(),
  /** What it is called, in the language of the reader or its own. */
  label: z.string(),
  /** What tells it from others of that name, such as an address or a state. */
  detail: z.string().nullable(),
  /** The words around the match, in `language`. */
  excerpt: z.string().nullable(),
  /** The language of the text that was found, where that is not the reader's. */
  language: LanguageCode.nullable(),
  /** Where the panel shows it. */
  path: z.string(),
})
export type SearchHit = z.infer<typeof SearchHit>
