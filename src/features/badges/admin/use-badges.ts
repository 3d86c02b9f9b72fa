import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { useApi } from '#admin/kit/api/api-context.tsx'
import { useRefetchAfter } from '#admin/kit/api/use-refetch-after.ts'
import { usePagedList } from '#admin/kit/list/use-paged-list.ts'
import {
  AwardedBadge,
  Badge,
  BadgeDescription,
  type BadgeText,
  BulkAwardProgress,
  SigningKey,
} from '#features/badges/contract.ts'
import type { BadgeType } from '#shared/badge-types.ts'
import type { Language } from '#shared/languages.ts'

/** A lead, with the badges that they hold. */
export interface BadgeLead {
  id: string
  name: string
  badges: readonly BadgeType[]
}

/** Which awards are listed. */
export interface AwardFilter {
  search?: string
  badge_type?: BadgeType
  state?: 'held' | 'revoked' | 'erased'
}

/** Milliseconds between two requests for the progress of a bulk award. */
const pauseMs = 600

/** Awards, newest first. */
export function useAwards(filter: AwardFilter) {
  return usePagedList({
    queryKey: ['badges', 'awards', filter],
    path: '/api/badges',
    query: { ...filter },
    entry: AwardedBadge,
    pageSize: 50,
  })
}

/** All awards of a lead; not fetched while the lead holds no badge. */
export function useLeadAwards({ id, badges }: BadgeLead) {
  const api = useApi()
  return useQuery({
    queryKey: ['badges', 'lead', id, badges],
    queryFn: ({ signal }) => api.get(`/api/leads/${id}/badges`, z.array(Badge), signal),
    enabled: badges.length > 0,
    placeholderData: keepPreviousData,
  })
}

/** The keys that credentials were signed with, oldest first; for admins. */
export function useSigningKeys() {
  const api = useApi()
  return useQuery({
    queryKey: ['badges', 'keys'],
    queryFn: ({ signal }) => api.get('/api/badges/keys', z.array(SigningKey), signal),
  })
}

/** What can be done with badges. */
export function useBadgeActions() {
  const api = useApi()
  const run = useRefetchAfter([['badges']])
  const textPath = (type: BadgeType, language: Language) => `/api/badges/types/${type}/texts/${language}`

  return {
    award: (leadId: string, type: BadgeType) =>
      run(() => api.send('POST', '/api/badges', Badge, { lead_id: leadId, badge_type: type })),

    /** Awards a badge to many; reports the progress until it ends or the signal aborts. */
    awardMany: (
      leadIds: string[],
      type: BadgeType,
      { onProgress, signal }: { onProgress: (progress: BulkAwardProgress) => void; signal: AbortSignal },
    ) =>
      run(async () => {
        const order = { lead_ids: leadIds, badge_type: type }
        let progress = await api.send('POST', '/api/badges/bulk', BulkAwardProgress, order)
        onProgress(progress)
        while (progress.status === 'running' && !signal.aborted) {
          await new Promise((resolve) => setTimeout(resolve, pauseMs))
          progress = await api.get(`/api/badges/bulk/${progress.id}`, BulkAwardProgress, signal)
          onProgress(progress)
        }
      }),

    /** Stops a bulk award; returns its progress. */
    stopMany: (id: string) => run(() => api.send('POST', `/api/badges/bulk/${id}/stop`, BulkAwardProgress)),

    revoke: (id: string, reason: string) =>
      run(() => api.send('POST', `/api/badges/${id}/revoke`, Badge, { reason })),

    saveText: (type: BadgeType, language: Language, text: BadgeText) =>
      run(() => api.send('PUT', textPath(type, language), BadgeDescription, text)),

    resetText: (type: BadgeType, language: Language) =>
      run(() => api.command('DELETE', textPath(type, language))),

    rotateKeys: () => run(() => api.send('POST', '/api/badges/keys/rotate', z.array(SigningKey))),
  }
}
