import { useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { useApi } from '#admin/kit/api/api-context.tsx'
import { useRefetchAfter } from '#admin/kit/api/use-refetch-after.ts'
import { usePagedList } from '#admin/kit/list/use-paged-list.ts'
import { useLive } from '#admin/kit/live/use-live.ts'
import {
  EngineOverview,
  IndexNowKey,
  Submission,
  type SubmissionOrder,
  SubmissionOutcome,
  submissionsChanged,
} from '#features/seo/submission/contract.ts'
import { narrow, type ShownSubmissions } from './log-query.ts'

const enginesPath = '/api/admin/seo/engines'
const submissionsPath = '/api/admin/seo/submissions'
const engineKey = ['seo', 'engines']
const logKey = ['seo', 'submissions']
const topics = [submissionsChanged]
const keys = [engineKey, logKey] as const
// While something is sent and changes are not told, in milliseconds.
const liveInterval = 3_000

/** The search engines as they are now, and what the sitemap lists. */
export function useEngines() {
  const isLive = useLive(topics, keys)
  const api = useApi()
  return useQuery({
    queryKey: engineKey,
    staleTime: 0,
    queryFn: ({ signal }) => api.get(enginesPath, EngineOverview, signal),
    refetchInterval: ({ state }) =>
      !isLive && state.data?.engines.some(({ waiting }) => waiting > 0) ? liveInterval : false,
  })
}

/** What was and will be submitted, newest first. */
export function useSubmissions(shown: ShownSubmissions) {
  const isLive = useLive(topics, keys)
  const query = narrow(shown)
  return usePagedList({
    queryKey: [...logKey, query],
    path: submissionsPath,
    ...{ query, entry: Submission, pageSize: 50, keepsPrevious: true },
    refetchInterval: (entries) =>
      !isLive && entries.some(({ state }) => state === 'waiting' || state === 'sending')
        ? liveInterval
        : false,
  })
}

/** What people do with search engines. */
export function useSubmissionActions() {
  const api = useApi()
  const run = useRefetchAfter([engineKey, logKey])
  return {
    submit: (order: SubmissionOrder) =>
      run(() => api.send('POST', submissionsPath, z.array(SubmissionOutcome), order)),
    replaceKey: () => run(() => api.send('POST', '/api/admin/seo/indexnow-key', IndexNowKey)),
  }
}
