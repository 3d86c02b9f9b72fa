import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { z } from 'zod'
import { useApi } from '#admin/kit/api/api-context.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { screens } from '#admin/screens.ts'
import { contentTitle } from '#features/content/admin/parts/content-title.ts'
import { contentKeys } from '#features/content/contract.ts'
import { EarlyAdopter } from '#features/early-adopters/contract.ts'
import { findItems, peopleQueryLength, type SearchItem } from './search.ts'

interface FoundItems {
  items: SearchItem[]
  isSearching: boolean
  hasFailed: boolean
}

/** Everything a query finds: screens and texts at once, people as soon as the server has answered. */
export function useSearchItems(query: string): FoundItems {
  const { t } = useTexts()
  const api = useApi()
  const isAsking = query.trim().length >= peopleQueryLength
  const people = useQuery({
    queryKey: ['early-adopters', 'search-box', query.trim()],
    queryFn: ({ signal }) =>
      api.get(
        `/api/early-adopters?${new URLSearchParams({ search: query.trim(), limit: '5' })}`,
        z.array(EarlyAdopter),
        signal,
      ),
    enabled: isAsking,
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  })

  const known = useMemo<SearchItem[]>(
    () => [
      ...screens.map(({ path, label }) => ({
        id: path,
        group: 'screens' as const,
        label: t(label),
        to: path,
      })),
      ...contentKeys.map((key) => ({
        id: key,
        group: 'content' as const,
        label: contentTitle(key, t),
        detail: key,
        to: `/admin/content/${key}`,
      })),
    ],
    [t],
  )
  const found = isAsking ? (people.data ?? []) : []
  const asItems = found.map(({ id, name, email }) => ({
    id,
    group: 'people' as const,
    label: name,
    ...(email !== null && { detail: email }),
    to: `/admin/early-adopters/${id}`,
  }))
  return {
    items: [...findItems(known, query), ...asItems],
    isSearching: isAsking && people.isFetching,
    hasFailed: isAsking && people.isError,
  }
}
