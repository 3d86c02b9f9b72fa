import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useApi, useUser } from '#admin/kit/api/api-context.tsx'
import type { LocalSearch, SearchItem } from '#admin/kit/search.ts'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { SearchResult } from '#features/search/contract.ts'
import { isAllowed } from '#shared/permissions.ts'
import { findItems, findSimilarItems, listFound, minQueryLength } from './search.ts'
import { useSearchableScreens } from './use-menu.ts'

const modules = import.meta.glob<LocalSearch>('../../features/*/admin/search.ts', { import: 'search' })
const loadLocal = () => Promise.all(Object.values(modules).map((load) => load()))

interface FoundItems {
  items: SearchItem[]
  /** Nothing matches; the items are what the query may mean. */
  areSimilar: boolean
  isSearching: boolean
  hasFailed: boolean
}

/** All results of a query: what the panel knows at once, the rest when the server has answered. */
export function useSearchItems(query: string, isOpen: boolean): FoundItems {
  const { t, language } = useTexts()
  const api = useApi()
  const known = useKnownItems(isOpen)
  const wanted = query.trim()
  const isAsking = wanted.length >= minQueryLength
  const answer = useQuery({
    queryKey: ['search-box', language, wanted],
    queryFn: ({ signal }) =>
      api.get(`/api/search?${new URLSearchParams({ search: wanted })}`, SearchResult, signal),
    enabled: isAsking,
    placeholderData: keepPreviousData,
    // What was saved a moment ago is to be found.
    staleTime: 0,
  })
  const found = isAsking && answer.data ? listFound(answer.data, t) : []
  const hasExact = found.length > 0 && !answer.data?.are_similar
  const items = [...findItems(known, query), ...(hasExact ? found : [])]
  const isSearching = isAsking && answer.isFetching
  const hasFailed = isAsking && answer.isError
  if (items.length > 0 || !isAsking || isSearching || hasFailed)
    return { items, areSimilar: false, isSearching, hasFailed }
  const similar = [...findSimilarItems(known, wanted), ...found]
  return { items: similar, areSimilar: similar.length > 0, isSearching, hasFailed }
}

/** What is found without the server: screens, and what features list once the search box is used. */
function useKnownItems(isOpen: boolean): SearchItem[] {
  const { t } = useTexts()
  const user = useUser()
  const screens = useSearchableScreens()
  const { data: local } = useQuery({
    queryKey: ['search-box', 'local'],
    queryFn: loadLocal,
    enabled: isOpen,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return useMemo(() => {
    const group = { name: 'screens', label: t('search.groups.screens') }
    return [
      ...screens.map(({ path, label }) => ({ id: path, group, label: t(label), to: path })),
      ...(local ?? [])
        .filter(({ permission }) => isAllowed(user, permission))
        .flatMap(({ name, label, list }) =>
          list(t).map((item) => ({ ...item, group: { name, label: t(label) } })),
        ),
    ]
  }, [t, user, screens, local])
}
