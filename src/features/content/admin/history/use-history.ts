import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import { useApi } from '#admin/kit/api/api-context.tsx'
import { useSingleMutation } from '#admin/kit/api/use-single-mutation.ts'
import { usePagedList } from '#admin/kit/list/use-paged-list.ts'
import { contentQueries, readVersion } from '#features/content/admin/use-content.ts'
import { ContentAction, ContentItem, type ContentKey } from '#features/content/contract.ts'
import type { Language } from '#shared/languages.ts'

/** The history of a text in one language, newest first. */
export function useActions(key: ContentKey, language: Language) {
  return usePagedList({
    queryKey: contentQueries.actions(key, language),
    path: `/api/content/${key}/actions`,
    query: { language },
    entry: ContentAction,
    pageSize: 20,
  })
}

/** One version of a text. */
export function useVersion(key: ContentKey, language: Language, version: number | undefined) {
  const api = useApi()
  return useQuery({
    queryKey: [...contentQueries.versions(key, language), 'version', version],
    queryFn:
      version !== undefined && version > 0
        ? ({ signal }) => readVersion(api, key, language, version, signal)
        : skipToken,
    // Apart from whether it is published, a version never changes.
    staleTime: 60_000,
  })
}

/** Saves an older version as a new one on top of the newest. */
export function useRestore(newest: number) {
  const api = useApi()
  const queries = useQueryClient()
  return useSingleMutation({
    mutationFn: ({ id }: ContentItem) =>
      api.send('POST', `/api/content/${id}/restore`, ContentItem, { version: newest + 1 }),
    onSettled: async (_restored, _error, { key, language }) => {
      void queries.invalidateQueries({ queryKey: contentQueries.entries })
      await queries.invalidateQueries({ queryKey: contentQueries.versions(key, language) })
    },
  })
}
