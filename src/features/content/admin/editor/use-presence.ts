import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useApi } from '#admin/kit/api/api-context.tsx'
import { contentQueries } from '#features/content/admin/use-content.ts'
import { type ContentKey, Presence } from '#features/content/contract.ts'
import { presenceInterval } from '#features/content/model.ts'
import type { Language } from '#shared/languages.ts'

/** Sends a heartbeat while a text is open; returns who else has it open and its newest versions. */
export function usePresence(key: ContentKey, language: Language, windowId: string): Presence | undefined {
  const api = useApi()
  const path = `/api/content/${key}/presence`

  useEffect(() => {
    const leave = () => void api.command('DELETE', `${path}/${windowId}`, { keepalive: true }).catch(() => {})
    addEventListener('pagehide', leave)
    return () => {
      removeEventListener('pagehide', leave)
      leave()
    }
  }, [api, path, windowId])

  return useQuery({
    queryKey: [...contentQueries.presence, key, windowId, language],
    queryFn: () => api.send('PUT', path, Presence, { editor: windowId, language }),
    placeholderData: keepPreviousData,
    refetchInterval: presenceInterval,
    // The text is still open while the user looks at another window.
    refetchIntervalInBackground: true,
    refetchOnWindowFocus: 'always',
    retry: false,
    staleTime: 0,
    gcTime: 0,
  }).data
}
