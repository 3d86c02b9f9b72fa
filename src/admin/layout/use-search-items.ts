import { keepPreviousData, useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useApi } from '#admin/kit/api/api-context.tsx'
import type { SearchItem, SearchSource } from '#admin/kit/search.ts'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { findItems, findSimilarItems, minQueryLength } from './search.ts'
import { useSearchableScreens } from './use-menu.ts'

const modules = import.meta.glob<SearchSource>('../../features/*/admin/search.ts', {
  eager: true,
  import: 'search',
})
const sources = Object.values(modules).sort((one, other) => one.order - other.order)
const remoteSources = sources.flatMap(({ remote }) => remote ?? [])

interface FoundItems {
  items: SearchItem[]
  /** Nothing matches; the items are what the query may mean. */
  areSimilar: boolean
  isSearching: boolean
  hasFailed: boolean
}

/** All results of a query: screens and local items at once, the rest when the server has answered. */
export function useSearchItems(query: string): FoundItems {
  const { t } = useTexts()
  const api = useApi()
  const screens = useSearchableScreens()
  const wanted = query.trim()
  const isAsking = wanted.length >= minQueryLength
  const answers = useQueries({
    queries: remoteSources.map(({ queryKey, find }) => ({
      queryKey: [queryKey, 'search-box', wanted],
      queryFn: ({ signal }: { signal: AbortSignal }) => find(wanted, api, signal),
      enabled: isAsking,
      placeholderData: keepPreviousData,
      staleTime: 30_000,
    })),
  })
  const known = useMemo<SearchItem[]>(
    () => [
      ...screens.map(({ path, label }) => ({
        id: path,
        group: 'screens' as const,
        label: t(label),
        to: path,
      })),
      ...sources.flatMap(({ list }) => list?.(t) ?? []),
    ],
    [t, screens],
  )
  const found = isAsking ? answers.flatMap(({ data }) => data ?? []) : []
  const items = [...findItems(known, query), ...found]
  const isSearching = isAsking && answers.some(({ isFetching }) => isFetching)
  const hasFailed = isAsking && answers.some(({ isError }) => isError)
  const similar = useSimilarItems(known, wanted, isAsking && items.length === 0 && !isSearching && !hasFailed)
  return {
    items: items.length > 0 ? items : similar.items,
    areSimilar: items.length === 0 && similar.items.length > 0,
    isSearching: isSearching || similar.isSearching,
    hasFailed,
  }
}

/** What a query that found nothing may mean. */
function useSimilarItems(known: readonly SearchItem[], query: string, isWanted: boolean) {
  const api = useApi()
  const answers = useQueries({
    queries: remoteSources.map(({ queryKey, findSimilar }) => ({
      queryKey: [queryKey, 'search-box', 'similar', query],
      queryFn: ({ signal }: { signal: AbortSignal }) => findSimilar?.(query, api, signal) ?? [],
      enabled: isWanted,
      staleTime: 30_000,
    })),
  })
  if (!isWanted) return { items: [], isSearching: false }
  return {
    items: [...findSimilarItems(known, query), ...answers.flatMap(({ data }) => data ?? [])],
    isSearching: answers.some(({ isFetching }) => isFetching),
  }
}
