import { keepPreviousData, useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useApi } from '#admin/kit/api/api-context.tsx'
import type { SearchItem, SearchSource } from '#admin/kit/search.ts'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { findItems, minQueryLength } from './search.ts'
import { useSearchableScreens } from './use-menu.ts'

const modules = import.meta.glob<SearchSource>('../../features/*/admin/search.ts', {
  eager: true,
  import: 'search',
})
const sources = Object.values(modules).sort((one, other) => one.order - other.order)
const remoteSources = sources.flatMap(({ remote }) => remote ?? [])

interface FoundItems {
  items: SearchItem[]
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
  return {
    items: [...findItems(known, query), ...found],
    isSearching: isAsking && answers.some(({ isFetching }) => isFetching),
    hasFailed: isAsking && answers.some(({ isError }) => isError),
  }
}
