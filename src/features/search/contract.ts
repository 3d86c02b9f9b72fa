import { z } from 'zod'
import { SearchHit } from '#shared/search/hit.ts'
import { text } from '#shared/text.ts'

/** The longest search, in characters. */
export const searchLimit = 200

export const SearchQuery = z.object({ search: text(searchLimit) })
export type SearchQuery = z.infer<typeof SearchQuery>

/** What was found of one kind, the most fitting first. */
export const SearchGroup = z.object({
  name: z.string().meta({ examples: ['people'] }),
  label: z.string().meta({ examples: ['Early adopters'] }),
  hits: z.array(SearchHit),
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
