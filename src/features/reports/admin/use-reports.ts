import { useQuery, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { useApi } from '#admin/kit/api/api-context.tsx'
import {
  type LinkDraft,
  NewLink,
  type NewReportMail,
  ReportMail,
  ReportMails,
  SharedLink,
} from '#features/reports/contract.ts'

const linksPath = '/api/reports/links'
const mailsPath = '/api/reports/mails'

/** All links to the figures. */
export function useLinks() {
  const api = useApi()
  return useQuery({
    queryKey: [linksPath],
    queryFn: ({ signal }) => api.get(linksPath, z.array(SharedLink), signal),
  })
}

/** The reports that the user gets by mail. */
export function useReportMails() {
  const api = useApi()
  return useQuery({
    queryKey: [mailsPath],
    queryFn: ({ signal }) => api.get(mailsPath, ReportMails, signal),
  })
}

/** What can be done with links and reports; the lists follow. */
export function useReportActions() {
  const api = useApi()
  const queries = useQueryClient()
  const refresh = (path: string) => queries.invalidateQueries({ queryKey: [path] })
  return {
    async makeLink(draft: LinkDraft): Promise<NewLink> {
      const made = await api.send('POST', linksPath, NewLink, draft)
      void refresh(linksPath)
      return made
    },
    async endLink(id: string): Promise<void> {
      await api.command('DELETE', `${linksPath}/${id}`)
      await refresh(linksPath)
    },
    async receive(wanted: NewReportMail): Promise<void> {
      await api.send('POST', mailsPath, ReportMail, wanted)
      await refresh(mailsPath)
    },
    async stop(id: string): Promise<void> {
      await api.command('DELETE', `${mailsPath}/${id}`)
      await refresh(mailsPath)
    },
    send: (id: string) => api.command('POST', `${mailsPath}/${id}/send`),
  }
}
