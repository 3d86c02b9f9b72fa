import { useQuery } from '@tanstack/react-query'
import { useApi } from '#admin/kit/api/api-context.tsx'
import { MailTransport } from '#features/mail/contract.ts'

/** Whether a mail server is set up. Without one mails stay in the outbox, so nothing may say that they were sent. */
export function useHasMailServer(): boolean {
  const api = useApi()
  const { data } = useQuery({
    queryKey: ['mail-transport'],
    queryFn: ({ signal }) => api.get('/api/mail/transport', MailTransport, signal),
    // It changes only when the server is started anew.
    staleTime: 60_000,
  })
  return data?.configured ?? true
}
