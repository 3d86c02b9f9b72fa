import { useQuery } from '@tanstack/react-query'
import { useApi } from '#admin/kit/api/api-context.tsx'
import { useLive } from '#admin/kit/live/use-live.ts'
import { UnfinishedMails } from '#features/mail/contract.ts'
import { mailsChanged } from '#features/mail/permissions.ts'

/** How often the unfinished mails are counted while changes are not told, in milliseconds. */
export const unfinishedInterval = 20_000

const topics = [mailsChanged]
const keys = [['mail-unfinished']] as const

/** The question for the mails that are not finished. */
export function useUnfinishedQuery() {
  const api = useApi()
  return {
    queryKey: keys[0],
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      api.get('/api/mail/unfinished', UnfinishedMails, signal),
  }
}

/** The mails that are not finished, as they are now. */
export function useUnfinished(): UnfinishedMails | undefined {
  const isLive = useLive(topics, keys)
  return useQuery({ ...useUnfinishedQuery(), refetchInterval: isLive ? false : unfinishedInterval }).data
}
