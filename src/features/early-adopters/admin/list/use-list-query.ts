import { useDebouncedCallback } from '@mantine/hooks'
import { useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useCan } from '#admin/kit/api/api-context.tsx'
import { leadPermissions } from '#features/early-adopters/permissions.ts'
import { type ListQuery, readListQuery, writeListQuery } from './list-query.ts'

interface ListQueryState {
  query: ListQuery
  /** What stands in the search field, a moment ahead of the query. */
  typed: string
  type: (text: string) => void
  /** Narrows, sorts or pages; whatever is not a page begins at the first. */
  change: (next: Partial<ListQuery>) => void
  clear: () => void
}

/** The list's query, kept in the address so that the back button and links lead to the same rows. */
export function useListQuery(): ListQueryState {
  const [params, setParams] = useSearchParams()
  const seesAddresses = useCan(leadPermissions.readAddresses)
  const query = useMemo(() => readListQuery(params, { seesAddresses }), [params, seesAddresses])
  // Whenever the address gets another search (back button, a link), the field follows it.
  const [field, setField] = useState({ typed: query.search, search: query.search })
  if (field.search !== query.search) {
    setField({
      search: query.search,
      typed: field.typed.trim() === query.search ? field.typed : query.search,
    })
  }

  const search = useDebouncedCallback((text: string) => {
    // Typing replaces the address: each letter is no step to go back to.
    setParams(
      (current) => writeListQuery({ ...readListQuery(current, { seesAddresses }), search: text, page: 1 }),
      { replace: true },
    )
  }, 250)
  const change = (next: Partial<ListQuery>) => {
    search.cancel()
    setParams(writeListQuery({ ...query, search: field.typed, page: 1, ...next }))
  }

  return {
    query,
    typed: field.typed,
    type: (text) => {
      setField({ ...field, typed: text })
      search(text)
    },
    change,
    clear: () => {
      setField({ ...field, typed: '' })
      change({ search: '', segment: undefined, badge: undefined, language: undefined })
    },
  }
}
