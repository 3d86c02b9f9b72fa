import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useApi } from '#admin/kit/api/api-context.tsx'
import { useLive } from '#admin/kit/live/use-live.ts'
import { MailTransport } from '#features/mail/contract.ts'
import { mailsChanged } from '#features/mail/permissions.ts'
import { findMailWarnings, type MailWarnings } from './mail-warnings.ts'
import { unfinishedInterval, useUnfinishedQuery } from './use-unfinished.ts'

const queryKey = ['mail-warnings'] as const
const topics = [mailsChanged]
const keys = [queryKey] as const
/** For how long the first screen waits for the answer, in milliseconds. */
const patience = 1_500

/** What keeps mails from going out. The first screen waits for it, so that nothing arrives above it later. */
export function useMailWarnings(): MailWarnings {
  const api = useApi()
  const client = useQueryClient()
  const unfinished = useUnfinishedQuery()
  const isLive = useLive(topics, keys)

  async function ask(): Promise<MailWarnings> {
    try {
      const [transport, mails] = await Promise.all([
        api.get('/api/mail/transport', MailTransport),
        client.fetchQuery({ ...unfinished, staleTime: unfinishedInterval }),
      ])
      return findMailWarnings(transport, mails)
    } catch {
      // Why there is no answer is said by others.
      return client.getQueryData<MailWarnings>(queryKey) ?? []
    }
  }

  const { data } = useSuspenseQuery({
    queryKey,
    async queryFn() {
      const asked = ask()
      if (client.getQueryData(queryKey)) return asked
      void asked.then((warnings) => client.setQueryData(queryKey, warnings))
      return Promise.race([asked, new Promise<MailWarnings>((resolve) => setTimeout(resolve, patience, []))])
    },
    // The server knows of the transport without a query. It tries it again only when it is asked.
    refetchInterval: isLive ? 30_000 : 1_500,
  })
  return data
}
