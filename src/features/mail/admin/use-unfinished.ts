import { useQuery } from '@tanstack/react-query'
import { useApi } from '#admin/kit/api/api-context.tsx'
import { UnfinishedMails } from '#features/mail/contract.ts'

/** How often the unfinished mails are counted, in milliseconds. */
export const unfinishedInterval = 20_000

/** The question for the mails that are not finished. */
export function useUnfinishedQuery() {
  const api = useApi()
  return {
    queryKey: ['mail-unfinished'],
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      api.get('/api/mail/unfinished', UnfinishedMails, signal),
  }
}

/** The mails that are not finished, as they are now. */
export function useUnfinished(): UnfinishedMails | undefined {
  return useQuery({ ...useUnfinishedQuery(), refetchInterval: unfinishedInterval }).data
}
