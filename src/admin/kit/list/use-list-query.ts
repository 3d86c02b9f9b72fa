import { useDebouncedCallback } from '@mantine/hooks'
import { useState } from 'react'
import { useSearchParams } from 'react-router'

/** The search, filters, order and page of a list. Pages count from 1. */
export interface ListQuery {
  search: string
  page: number
}

interface ListQueryOptions<Query extends ListQuery> {
  read: (params: URLSearchParams) => Query
  write: (query: Query) => URLSearchParams
}

const typingPause = 250

/** A list's query, stored in the address so that the back button and links lead to the same rows. */
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
    // Typing replaces the address, so that the back button does not stop at every letter.
    setParams((current) => write({ ...read(current), search: text.trim(), page: 1 }), { replace: true })
  }, typingPause)

  return {
    query,
    /** The content of the search field; the query follows it with a short delay. */
    typed: field.typed,
    type(text: string) {
      setField({ ...field, typed: text })
      search(text)
    },
    /** Changes the query; all changes except of the page lead to the first page. */
    change(next: Partial<Query>) {
      search.cancel()
      setParams(write({ ...query, search: field.typed.trim(), page: 1, ...next }))
    },
    /** Clears the search field, and applies `next`. */
    clear(next: Partial<Query>) {
      search.cancel()
      setField({ ...field, typed: '' })
      setParams(write({ ...query, ...next, search: '', page: 1 }))
    },
  }
}
