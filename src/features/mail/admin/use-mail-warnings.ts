import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useApi } from '#admin/kit/api/api-context.tsx'
import { lastingStorage } from '#admin/kit/browser-storage.ts'
import { MailTransport } from '#features/mail/contract.ts'
import { findMailWarnings, type MailWarnings, readMailWarnings } from './mail-warnings.ts'
import { useUnfinishedQuery } from './use-unfinished.ts'

const queryKey = ['mail-warnings'] as const
const storageKey = 'mail_warnings'
/** For how long the first screen waits for the answer, in milliseconds. */
const patience = 1_500

/**
 * What keeps mails from going out. Until the server has answered, what it was the last time; without a last time the
 * screen waits, so that nothing arrives above it later.
 */
export function useMailWarnings(): MailWarnings {
  const api = useApi()
  const client = useQueryClient()
  const unfinished = useUnfinishedQuery()

  async function ask(): Promise<MailWarnings> {
    try {
      const [transport, mails] = await Promise.all([
        api.get('/api/mail/transport', MailTransport),
        client.fetchQuery({ ...unfinished, staleTime: 0 }),
      ])
      const warnings = findMailWarnings(transport, mails)
      lastingStorage.setItem(storageKey, JSON.stringify(warnings))
      return warnings
    } catch {
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
    initialData: () => readMailWarnings(lastingStorage.getItem(storageKey)),
    initialDataUpdatedAt: 0,
    refetchInterval: 20_000,
  })
  return data
}
