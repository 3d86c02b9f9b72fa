import { useDebouncedCallback } from '@mantine/hooks'
import { useState } from 'react'
import { useSearchParams } from 'react-router'

/** How a list is narrowed. Pages count from 1. */
export interface ListQuery {
  search: string
  page: number
}

interface ListQueryOptions<Query extends ListQuery> {
  read: (params: URLSearchParams) => Query
  write: (query: Query) => URLSearchParams
}

const typingPause = 250

/** A list's query, kept in the address so that the back button and links lead to the same rows. */
export function useListQuery<Query extends ListQuery>({ read, write }: ListQueryOptions<Query>) {
  const [params, setParams] = useSearchParams()
  const query = read(params)
  // The search field follows a new search in the address (back button, a link).
  const [field, setField] = useState({ typed: query.search, search: query.search })
  if (field.search !== query.search) {
    setField({
      search: query.search,
      typed: field.typed.trim() === query.search ? field.typed : query.search,
    })
  }

  const search = useDebouncedCallback((text: string) => {
    // Typing replaces the address: a letter is no step to go back to.
    setParams((current) => write({ ...read(current), search: text.trim(), page: 1 }), { replace: true })
  }, typingPause)

  return {
    query,
    /** The content of the search field, a moment ahead of the query. */
    typed: field.typed,
    type(text: string) {
      setField({ ...field, typed: text })
      search(text)
    },
    /** Narrows, sorts or pages; every change but one of the page leads to the first page. */
    change(next: Partial<Query>) {
      search.cancel()
      setParams(write({ ...query, search: field.typed.trim(), page: 1, ...next }))
    },
    /** Empties the search field and whatever else `next` names. */
    clear(next: Partial<Query>) {
      search.cancel()
      setField({ ...field, typed: '' })
      setParams(write({ ...query, ...next, search: '', page: 1 }))
    },
  }
}
