import { z } from 'zod'
import { LanguageCode } from '#shared/parameters.ts'
import { text } from '#shared/text.ts'

/** The longest search, in characters. */
export const searchLimit = 200

export const SearchQuery = z.object({ search: text(searchLimit) })
export type SearchQuery = z.infer<typeof SearchQuery>

/** What was found of one kind, the most fitting first. */
export const SearchGroup = z.object({
  name: z.string().meta({ examples: ['people'] }),
  label: z.string().meta({ examples: ['Early adopters'] }),
  hits: z.array(
    z.object({
      id: z.string(),
      label: z.string(),
      /** What tells it from others of that name, such as an address or a state. */
      detail: z.string().nullable(),
      /** The words around the match, in `language`. */
      excerpt: z.string().nullable(),
      /** The language of the text that was found, where that is not the reader's. */
      language: LanguageCode.nullable(),
      /** Where the panel shows it. */
      path: z.string(),
    }),
  ),
  /** Where the panel lists all matches, if there may be more. */
  more_path: z.string().nullable(),
})
export type SearchGroup = z.infer<typeof SearchGroup>

export const SearchResult = z.object({
  /** Whether nothing matches, and these are what the search may mean. */
  are_similar: z.boolean(),
  groups: z.array(SearchGroup),
})
export type SearchResult = z.infer<typeof SearchResult>
