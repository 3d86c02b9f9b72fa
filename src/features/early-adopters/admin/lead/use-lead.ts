import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useApi } from '#admin/kit/api/api-context.tsx'
import { usePagedList } from '#admin/kit/list/use-paged-list.ts'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { Lead, type LeadChange, LeadNote, TimelineEntry } from '#features/early-adopters/contract.ts'

const pathOf = (id: string) => `/api/leads/${encodeURIComponent(id)}`

/** One early adopter. */
export function useLead(id: string) {
  const api = useApi()
  const { language } = useTexts()
  return useQuery({
    queryKey: ['leads', id, 'lead', language],
    queryFn: ({ signal }) => api.get(pathOf(id), Lead, signal),
    placeholderData: keepPreviousData,
  })
}

/** The timeline of a lead, newest first. */
export function useTimeline(id: string) {
  return usePagedList({
    queryKey: ['leads', id, 'timeline'],
    path: `${pathOf(id)}/timeline`,
    entry: TimelineEntry,
    pageSize: 30,
  })
}

/** The actions on a lead; each refetches the shown data. */
export function useLeadActions(id: string) {
  const api = useApi()
  const queries = useQueryClient()
  const reload = async () => {
    await Promise.all([
      queries.invalidateQueries({ queryKey: ['leads', id] }),
      queries.invalidateQueries({ queryKey: ['early-adopters'] }),
    ])
  }
  const notes = `${pathOf(id)}/notes`
  return {
    reload,
    async correct(change: LeadChange) {
      const lead = await api.send('PATCH', pathOf(id), Lead, change)
      await reload()
      return lead
    },
    async cancelEmailChange() {
      try {
        await api.command('DELETE', `${pathOf(id)}/email-change`)
      } finally {
        await reload()
      }
    },
    async addNote(text: string) {
      await api.send('POST', notes, LeadNote, { text })
      await reload()
    },
    async changeNote(note: string, text: string) {
      await api.send('PUT', `${notes}/${note}`, LeadNote, { text })
      await reload()
    },
    async removeNote(note: string) {
      await api.command('DELETE', `${notes}/${note}`)
      await reload()
    },
  }
}
