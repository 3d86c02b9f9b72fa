import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { z } from 'zod'
import { useApi } from '#admin/kit/api/api-context.tsx'
import { useRefetchAfter } from '#admin/kit/api/use-refetch-after.ts'
import { useLive } from '#admin/kit/live/use-live.ts'
import { listPath, type SignatureListQuery } from '#features/signatures/admin/list/list-query.ts'
import {
  type Invitation,
  InvitationProgress,
  MasterKeyState,
  SignatureCounts,
  SignatureDetail,
  type SignatureState,
  SignatureSummary,
  signaturesChanged,
} from '#features/signatures/contract.ts'

const all = ['signatures'] as const
const listKey = [...all, 'list'] as const
const summaryKey = [...all, 'summary'] as const
const oneKey = [...all, 'one'] as const
const ofLeadKey = [...all, 'lead'] as const

const topics = [signaturesChanged]
const listKeys = [listKey, summaryKey]
const detailKeys = [oneKey]
const leadKeys = [ofLeadKey]

/** Milliseconds between two requests while changes are not told. */
const pauseMs = 30_000
/** Milliseconds between two requests for the progress of invitations. */
const progressPauseMs = 700

/** The link of these has not led to a signature yet: another one may be sent. */
const open: readonly SignatureState[] = ['sent', 'opened', 'started', 'expired']

/** Whether another link can be sent: its person is there, and it has not come to an end. */
export const canSendAgain = ({ state, lead }: Pick<SignatureSummary, 'state' | 'lead'>): boolean =>
  lead !== null && open.includes(state)

/** One page of the signatures, as they are now. */
export function useSignatures(query: SignatureListQuery) {
  const isLive = useLive(topics, listKeys)
  const api = useApi()
  return useQuery({
    queryKey: [...listKey, query],
    queryFn: ({ signal }) => api.getPage(listPath(query), z.array(SignatureSummary), signal),
    placeholderData: keepPreviousData,
    refetchInterval: isLive ? false : pauseMs,
  })
}

/** How many signatures there are in each state. */
export function useSignatureCounts() {
  const api = useApi()
  return useQuery({
    queryKey: summaryKey,
    queryFn: ({ signal }) => api.get('/api/signatures/summary', SignatureCounts, signal),
  })
}

/** One signature, as it is now. */
export function useSignature(id: string) {
  const isLive = useLive(topics, detailKeys)
  const api = useApi()
  return useQuery({
    queryKey: [...oneKey, id],
    queryFn: ({ signal }) => api.get(`/api/signatures/${encodeURIComponent(id)}`, SignatureDetail, signal),
    refetchInterval: isLive ? false : pauseMs,
  })
}

/** The signature of a lead, as it is now; null while they have not been invited. */
export function useLeadSignature(leadId: string) {
  const isLive = useLive(topics, leadKeys)
  const api = useApi()
  return useQuery({
    queryKey: [...ofLeadKey, leadId],
    queryFn: ({ signal }) => api.get(`/api/leads/${leadId}/signature`, SignatureDetail.nullable(), signal),
    refetchInterval: isLive ? false : pauseMs,
  })
}

/** The progress of invitations until they have ended; the signatures are shown anew as they go on. */
export function useInvitationProgress(id: string) {
  const api = useApi()
  const queries = useQueryClient()
  const query = useQuery({
    queryKey: [...all, 'invitation', id],
    queryFn: ({ signal }) => api.get(`/api/signatures/invitations/${id}`, InvitationProgress, signal),
    refetchInterval: ({ state }) => (state.data && state.data.status !== 'running' ? false : progressPauseMs),
  })
  const { invited, status } = query.data ?? {}
  useEffect(() => {
    if (invited === undefined || status === undefined) return
    for (const queryKey of [...listKeys, ...leadKeys, ...detailKeys]) {
      void queries.invalidateQueries({ queryKey })
    }
  }, [queries, invited, status])
  return query
}

/** The master key that the keys of signatures are derived from; for admins. */
export function useMasterKey() {
  const api = useApi()
  return useQuery({
    queryKey: [...all, 'master-key'],
    queryFn: ({ signal }) => api.get('/api/signatures/master-key', MasterKeyState, signal),
  })
}

/** What can be done with signatures. */
export function useSignatureActions() {
  const api = useApi()
  const run = useRefetchAfter([all])
  return {
    invite: (invitation: Invitation) =>
      run(() => api.send('POST', '/api/signatures/invitations', InvitationProgress, invitation)),
    stop: (id: string) =>
      run(() => api.send('POST', `/api/signatures/invitations/${id}/stop`, InvitationProgress)),
    resend: (id: string) => run(() => api.send('POST', `/api/signatures/${id}/resend`, SignatureDetail)),
    revoke: (id: string, reason: string) =>
      run(() => api.send('POST', `/api/signatures/${id}/revoke`, SignatureDetail, { reason })),
    rotateMasterKey: () => run(() => api.send('POST', '/api/signatures/master-key/rotate', MasterKeyState)),
  }
}
