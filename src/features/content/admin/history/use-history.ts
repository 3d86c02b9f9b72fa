import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { useApi } from '#admin/kit/api/api-context.tsx'
import { contentQueries } from '#features/content/admin/use-content.ts'
import { ContentAction, ContentItem, type ContentKey } from '#features/content/contract.ts'
import type { Language } from '#shared/languages.ts'

const pageSize = 20

/** What was done to a text in one language, newest first, fetched as far back as one looks. */
export function useActions(key: ContentKey, language: Language) {
  const api = useApi()
  return useInfiniteQuery({
    queryKey: [...contentQueries.versions(key, language), 'actions'],
    queryFn: ({ pageParam, signal }) => {
      const query = new URLSearchParams({ language, limit: String(pageSize), offset: String(pageParam) })
      return api.getPage(`/api/content/${key}/actions?${query}`, z.array(ContentAction), signal)
    },
    initialPageParam: 0,
    getNextPageParam: ({ total }, pages) =>
      pages.length * pageSize < total ? pages.length * pageSize : undefined,
    select: ({ pages }) => pages.flatMap(({ items }) => items),
  })
}

/** One version of a text. */
export function useVersion(key: ContentKey, language: Language, version: number | undefined) {
  const api = useApi()
  return useQuery({
    queryKey: [...contentQueries.versions(key, language), 'version', version],
    queryFn: ({ signal }) =>
      api.get(`/api/content/${key}?language=${language}&version=${version}`, ContentItem, signal),
    enabled: version !== undefined && version > 0,
    // But for whether it is published, a version never changes.
    staleTime: 60_000,
  })
}

/** Saves an older version as a new one on top of the newest. */
export function useRestore(newest: number) {
  const api = useApi()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: ContentItem) =>
      api.send('POST', `/api/content/${id}/restore`, ContentItem, { version: newest + 1 }),
    onSettled: async (_restored, _error, { key, language }) => {
      void queries.invalidateQueries({ queryKey: contentQueries.entries })
      await queries.invalidateQueries({ queryKey: contentQueries.versions(key, language) })
    },
  })
}
