import { useQuery } from '@tanstack/react-query'
import { useApi } from '#admin/kit/api/api-context.tsx'
import { useLive } from '#admin/kit/live/use-live.ts'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { Bell, notificationsChanged } from '#features/notifications/contract.ts'

export const path = '/api/notifications'
export const allKeys = [['notifications']] as const
const topics = [notificationsChanged]
/** While changes are not told, in milliseconds. */
const askEvery = 60_000

/** What the bell shows. */
export function useBell() {
  const api = useApi()
  const { language } = useTexts()
  const isLive = useLive(topics, allKeys)
  return useQuery({
    // The titles come in the language of the panel.
    queryKey: [...allKeys[0], 'bell', language],
    queryFn: ({ signal }) => api.get(`${path}/bell`, Bell, signal),
    refetchInterval: isLive ? false : askEvery,
  })
}
