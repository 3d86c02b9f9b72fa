import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { useApi } from '#admin/kit/api/api-context.tsx'
import { usePagedList } from '#admin/kit/list/use-paged-list.ts'
import { ContentEntry, ContentItem, type ContentKey } from '#features/content/contract.ts'
import type { Language } from '#shared/languages.ts'

const BuiltIn = z.object({ content: z.string() })

/** Names of the cached answers. */
export const contentQueries = {
  entries: ['content', 'entries'],
  presence: ['content', 'presence'],
  versions: (key: ContentKey, language: Language) => ['content', 'versions', key, language],
  // Within the versions of a text, so that whatever changes those asks for this anew.
  translation: (key: ContentKey, language: Language) => ['content', 'versions', key, language, 'translation'],
  builtIn: (key: ContentKey, language: Language) => ['content', 'built-in', key, language],
} as const

/** All keys and where each stands in each language. */
export function useEntries(): UseQueryResult<ContentEntry[]> {
  const api = useApi()
  return useQuery({
    queryKey: contentQueries.entries,
    queryFn: ({ signal }) => api.get('/api/content', z.array(ContentEntry), signal),
  })
}

/** Every saved version of a text in one language, newest first. */
export function useVersions(key: ContentKey, language: Language) {
  return usePagedList({
    queryKey: contentQueries.versions(key, language),
    path: `/api/content/${key}/all`,
    query: { language },
    entry: ContentItem,
    pageSize: 50,
    // Coming back to the window must not change the text under the writer's hands.
    refetchOnWindowFocus: false,
  })
}

/** The version the page shows; fetched by its number when it is older than the versions at hand. */
export function usePublished(
  key: ContentKey,
  language: Language,
  versions: readonly ContentItem[] | undefined,
  publishedVersion: number | null | undefined,
): ContentItem | undefined {
  const api = useApi()
  const known = versions?.find(({ published }) => published)
  const older = useQuery({
    queryKey: [...contentQueries.versions(key, language), 'published', publishedVersion],
    queryFn: ({ signal }) =>
      api.get(`/api/content/${key}?language=${language}&version=${publishedVersion}`, ContentItem, signal),
    enabled: versions !== undefined && !known && typeof publishedVersion === 'number',
  })
  if (known || typeof publishedVersion !== 'number') return known
  return older.data?.published ? older.data : undefined
}

/** What the page shows while nothing is published; empty while there is no such page. */
export function useBuiltIn(key: ContentKey, language: Language): UseQueryResult<{ content: string }> {
  const api = useApi()
  return useQuery({
    queryKey: contentQueries.builtIn(key, language),
    queryFn: ({ signal }) => api.get(`/api/content/${key}/built-in?language=${language}`, BuiltIn, signal),
    staleTime: Number.POSITIVE_INFINITY,
  })
}
