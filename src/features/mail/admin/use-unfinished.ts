import { useQuery } from '@tanstack/react-query'
import { useApi } from '#admin/kit/api/api-context.tsx'
import { UnfinishedMails } from '#features/mail/contract.ts'

/** The mails that are not finished, as they are now. */
export function useUnfinished(): UnfinishedMails | undefined {
  const api = useApi()
  const { data } = useQuery({
    queryKey: ['mail-unfinished'],
    queryFn: ({ signal }) => api.get('/api/mail/unfinished', UnfinishedMails, signal),
    refetchInterval: 20_000,
  })
  return data
}
