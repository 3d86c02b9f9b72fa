import { skipToken, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import type { ApiClient } from '#admin/kit/api/api-client.ts'
import { useApi } from '#admin/kit/api/api-context.tsx'
import { entriesKey } from '#features/content/admin/parts/use-entries.ts'
import { ContentItem, type ContentKey, ContentVersion } from '#features/content/contract.ts'
import type { Language } from '#shared/languages.ts'

const BuiltIn = z.object({ content: z.string() })

/** The query keys of the cached responses. */
export const contentQueries = {
  entries: entriesKey,
  presence: ['content', 'presence'],
  assignments: ['content', 'assignments'],
  versions: (key: ContentKey, language: Language) => ['content', 'versions', key, language],
  published: (key: ContentKey, language: Language, version: number | null | undefined) => [
    ...contentQueries.versions(key, language),
    'published',
    version,
  ],
  actions: (key: ContentKey, language: Language) => [...contentQueries.versions(key, language), 'actions'],
  // Below the key of the versions, so that both are invalidated together.
  translation: (key: ContentKey, language: Language) => ['content', 'versions', key, language, 'translation'],
  builtIn: (key: ContentKey, language: Language) => ['content', 'built-in', key, language],
} as const

/** Reads one version of a text. */
export function readVersion(
  api: ApiClient,
  key: ContentKey,
  language: Language,
  version: number,
  signal: AbortSignal,
): Promise<ContentItem> {
  return api.get(`/api/content/${key}?language=${language}&version=${version}`, ContentItem, signal)
}

/** The newest saved version of a text in one language; null while there is none. */
export function useNewest(key: ContentKey, language: Language): UseQueryResult<ContentItem | null> {
  const api = useApi()
  return useQuery({
    queryKey: contentQueries.versions(key, language),
    queryFn: async ({ signal }) => {
      const path = `/api/content/${key}/all?language=${language}&limit=1`
      const [newest] = await api.get(path, z.array(ContentVersion), signal)
      return newest ? readVersion(api, key, language, newest.version, signal) : null
    },
    // The text must not change while somebody edits it.
    refetchOnWindowFocus: false,
  })
}

/** The version the page shows; fetched by its number unless it is the newest. */
export function usePublished(
  key: ContentKey,
  language: Language,
  newest: ContentItem | null | undefined,
  publishedVersion: number | null | undefined,
): ContentItem | undefined {
  const api = useApi()
  const older = useQuery({
    queryKey: contentQueries.published(key, language, publishedVersion),
    queryFn:
      newest !== undefined && !newest?.published && typeof publishedVersion === 'number'
        ? ({ signal }) => readVersion(api, key, language, publishedVersion, signal)
        : skipToken,
  })
  if (newest?.published) return newest
  return typeof publishedVersion === 'number' && older.data?.published ? older.data : undefined
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
