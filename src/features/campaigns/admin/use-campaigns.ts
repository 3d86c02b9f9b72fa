import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { useApi } from '#admin/kit/api/api-context.tsx'
import { useRefetchAfter } from '#admin/kit/api/use-refetch-after.ts'
import { usePagedList } from '#admin/kit/list/use-paged-list.ts'
import { useLive } from '#admin/kit/live/use-live.ts'
import {
  type Audience,
  AudienceCount,
  Campaign,
  type CampaignChange,
  type CampaignDraft,
  CampaignEntry,
  CampaignLink,
  type CampaignPreviewDraft,
  CampaignProgress,
  type CampaignSchedule,
  type CampaignStatus,
  type CampaignTestMail,
  campaignsChanged,
} from '#features/campaigns/contract.ts'
import { MailPreview, TestMailSent } from '#features/mail/contract.ts'
import { mailsChanged } from '#features/mail/permissions.ts'

/** The query keys. */
const campaignQueries = {
  all: ['campaigns'],
  list: ['campaigns', 'list'],
  sent: ['campaigns', 'sent'],
  one: (id: string) => ['campaigns', 'one', id],
  progress: (id: string) => ['campaigns', 'progress', id],
} as const

const moving: readonly CampaignStatus[] = ['scheduled', 'preparing', 'sending']
const isMoving = (status: CampaignStatus | undefined) => status !== undefined && moving.includes(status)

/** What changes of campaigns, and what of it the sending of mails changes. */
const topics = [campaignsChanged]
const mailTopics = [campaignsChanged, mailsChanged]
const listKeys = [campaignQueries.list] as const
const oneKeys = [['campaigns', 'one']] as const
const progressKeys = [['campaigns', 'progress']] as const

/** All campaigns, newest first, as they are now. */
export function useCampaigns() {
  const isLive = useLive(mailTopics, listKeys)
  return usePagedList({
    queryKey: campaignQueries.list,
    path: '/api/campaigns',
    entry: CampaignEntry,
    pageSize: 30,
    refetchInterval: (entries) => (!isLive && entries.some(({ status }) => isMoving(status)) ? 4_000 : false),
  })
}

/** Finished campaigns, whose recipients can be left out of another. */
export function useSentCampaigns() {
  const api = useApi()
  return useQuery({
    queryKey: campaignQueries.sent,
    queryFn: ({ signal }) => api.get('/api/campaigns?limit=200', z.array(CampaignEntry), signal),
    select: (entries) => entries.filter(({ started_at }) => started_at !== null),
  })
}

/** One campaign, as it is now. */
export function useCampaign(id: string) {
  const isLive = useLive(topics, oneKeys)
  const api = useApi()
  return useQuery({
    queryKey: campaignQueries.one(id),
    queryFn: ({ signal }) => api.get(`/api/campaigns/${encodeURIComponent(id)}`, Campaign, signal),
    refetchInterval: ({ state }) => (!isLive && isMoving(state.data?.status) ? 3_000 : false),
  })
}

/** The progress of a campaign: what mails it has sent at once, who reads them now and then. */
export function useProgress({ id, status }: Pick<Campaign, 'id' | 'status'>) {
  const isLive = useLive(mailTopics, progressKeys)
  const api = useApi()
  return useQuery({
    queryKey: [...campaignQueries.progress(id), status],
    queryFn: ({ signal }) => api.get(`/api/campaigns/${id}/progress`, CampaignProgress, signal),
    placeholderData: keepPreviousData,
    refetchInterval: isMoving(status) && !isLive ? 2_000 : 30_000,
  })
}

/** The links of a campaign, those that most people have followed first; fetched again with its progress. */
export function useCampaignLinks({ id, status }: Pick<Campaign, 'id' | 'status'>) {
  const api = useApi()
  return useQuery({
    queryKey: [...campaignQueries.progress(id), 'links'],
    queryFn: ({ signal }) => api.get(`/api/campaigns/${id}/links`, z.array(CampaignLink), signal),
    refetchInterval: isMoving(status) ? 10_000 : 30_000,
  })
}

/** The current size of an audience. */
export function useAudienceCount(audience: Audience) {
  const api = useApi()
  return useQuery({
    queryKey: ['campaigns', 'audience', audience],
    queryFn: () => api.send('POST', '/api/campaigns/audience', AudienceCount, audience),
    placeholderData: keepPreviousData,
  })
}

/** The preview of a text. */
export function useCampaignPreview(draft: CampaignPreviewDraft) {
  const api = useApi()
  return useQuery({
    queryKey: ['campaigns', 'preview', draft],
    queryFn: () => api.send('POST', '/api/campaigns/preview', MailPreview, draft),
    placeholderData: (before, query) =>
      query && JSON.stringify(query.queryKey).includes(`"language":"${draft.language}"`) ? before : undefined,
    staleTime: 60_000,
    gcTime: 60_000,
  })
}

/** The actions on campaigns; each resolves with the changed campaign. */
export function useCampaignActions() {
  const api = useApi()
  const queries = useQueryClient()
  const run = useRefetchAfter([campaignQueries.list, campaignQueries.sent, ['campaigns', 'progress']])
  const cache = (campaign: Campaign) => {
    queries.setQueryData(campaignQueries.one(campaign.id), campaign)
    return campaign
  }
  const act = (id: string, action: string, body?: object) =>
    run(async () => cache(await api.send('POST', `/api/campaigns/${id}/${action}`, Campaign, body)))

  return {
    create: (draft: CampaignDraft) =>
      run(async () => cache(await api.send('POST', '/api/campaigns', Campaign, draft))),
    change: (id: string, change: CampaignChange) =>
      run(async () => cache(await api.send('PUT', `/api/campaigns/${id}`, Campaign, change))),
    schedule: (id: string, schedule: CampaignSchedule) => act(id, 'schedule', schedule),
    pause: (id: string) => act(id, 'pause'),
    resume: (id: string) => act(id, 'resume'),
    cancel: (id: string) => act(id, 'cancel'),
    duplicate: (id: string) => act(id, 'duplicate'),
    resend: (id: string) => act(id, 'resend'),
    remove: (id: string) => run(() => api.command('DELETE', `/api/campaigns/${id}`)),
    sendTestMail: (testMail: CampaignTestMail) =>
      api.send('POST', '/api/campaigns/test', TestMailSent, testMail),
    reload: (id: string) => queries.invalidateQueries({ queryKey: campaignQueries.one(id) }),
  }
}
