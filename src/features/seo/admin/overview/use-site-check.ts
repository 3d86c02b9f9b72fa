import { useQuery } from '@tanstack/react-query'
import { useApi } from '#admin/kit/api/api-context.tsx'
import { usePagedList } from '#admin/kit/list/use-paged-list.ts'
import { useLive } from '#admin/kit/live/use-live.ts'
import {
  FindingGroups,
  type GroupQuery,
  PageRow,
  type RuleCode,
  SeoChecks,
  SeoFinding,
  SeoHealth,
  siteCheckChanged,
} from '#features/seo/prover/contract.ts'
import { type Shown, toFilters, toPageFilters } from './overview-query.ts'

export const checksPath = '/api/admin/seo/checks'
export const findingsPath = '/api/admin/seo/findings'
export const siteCheckKey = ['site-check']
const topics = [siteCheckChanged]
const keys = [siteCheckKey] as const
// While a check runs and changes are not told, in milliseconds.
const askEvery = 2_000

/** The check that runs or waits, and the last ones, as they are now. */
export function useChecks() {
  const isLive = useLive(topics, keys)
  const api = useApi()
  return useQuery({
    queryKey: [...siteCheckKey, 'checks'],
    staleTime: 0,
    queryFn: ({ signal }) => api.get(`${checksPath}/latest`, SeoChecks, signal),
    refetchInterval: ({ state }) => (!isLive && state.data?.current ? askEvery : false),
  })
}

/** Whether the sitemap and robots.txt are served now. */
export function useHealth() {
  const api = useApi()
  return useQuery({
    queryKey: ['site-check-health'],
    staleTime: 0,
    queryFn: ({ signal }) => api.get('/api/admin/seo/health', SeoHealth, signal),
  })
}

/** The pages in all languages that are asked for. */
export function usePages(shown: Shown) {
  const query = toPageFilters(shown)
  return usePagedList({
    queryKey: [...siteCheckKey, 'pages', query],
    ...{ path: '/api/admin/seo/pages', query, entry: PageRow, pageSize: 50, keepsPrevious: true },
  })
}

/** How many findings each rule has. */
export function useGroups(shown: GroupQuery) {
  const api = useApi()
  const params = new URLSearchParams(toFilters(shown))
  return useQuery({
    queryKey: [...siteCheckKey, 'groups', params.toString()],
    queryFn: ({ signal }) => api.get(`${findingsPath}/groups?${params}`, FindingGroups, signal),
  })
}

/** The findings of a rule. */
export function useFindings(shown: GroupQuery, rule: RuleCode) {
  const query = { ...toFilters(shown), rule }
  return usePagedList({
    queryKey: [...siteCheckKey, 'findings', query],
    ...{ path: findingsPath, query, entry: SeoFinding, pageSize: 25 },
  })
}
