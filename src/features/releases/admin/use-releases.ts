import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useApi } from '#admin/kit/api/api-context.tsx'
import { useRefetchAfter } from '#admin/kit/api/use-refetch-after.ts'
import { usePagedList } from '#admin/kit/list/use-paged-list.ts'
import { useLive } from '#admin/kit/live/use-live.ts'
import {
  Release,
  type ReleaseChange,
  type ReleaseDraft,
  releasesChanged,
} from '#features/releases/contract.ts'

/** The query keys of the cached responses. */
const releaseQueries = {
  all: ['releases'],
  list: ['releases', 'list'],
  one: (id: string) => ['releases', 'one', id],
} as const

const topics = [releasesChanged]
const listKeys = [releaseQueries.list] as const
const oneKeys = [['releases', 'one']] as const

/** All releases, newest first. */
export function useReleases() {
  useLive(topics, listKeys)
  return usePagedList({
    queryKey: releaseQueries.list,
    path: '/api/releases',
    entry: Release,
    pageSize: 50,
  })
}

/** One release, as it is now: one that is scheduled goes live by itself. */
export function useRelease(id: string) {
  const isLive = useLive(topics, oneKeys)
  const api = useApi()
  return useQuery({
    queryKey: releaseQueries.one(id),
    queryFn: ({ signal }) => api.get(`/api/releases/${encodeURIComponent(id)}`, Release, signal),
    refetchInterval: ({ state }) => (!isLive && state.data?.status === 'scheduled' ? 15_000 : false),
  })
}

/** The actions on releases; each resolves with the changed release. */
export function useReleaseActions() {
  const api = useApi()
  const queries = useQueryClient()
  const run = useRefetchAfter([['content'], releaseQueries.list])
  const cache = (release: Release) => {
    queries.setQueryData(releaseQueries.one(release.id), release)
    return release
  }
  const act = (id: string, action: string, body?: object) =>
    run(async () => cache(await api.send('POST', `/api/releases/${id}/${action}`, Release, body)))

  return {
    create: (draft: ReleaseDraft) =>
      run(async () => cache(await api.send('POST', '/api/releases', Release, draft))),
    change: (id: string, change: ReleaseChange) =>
      run(async () => cache(await api.send('PUT', `/api/releases/${id}`, Release, change))),
    publish: (id: string) => act(id, 'publish'),
    schedule: (id: string, dueAt: string) => act(id, 'schedule', { due_at: dueAt }),
    cancel: (id: string) => act(id, 'cancel'),
    rollBack: (id: string, force: boolean) => act(id, 'roll-back', { force }),
    remove: (id: string) => run(() => api.command('DELETE', `/api/releases/${id}`)),
    reload: (id: string) => queries.invalidateQueries({ queryKey: releaseQueries.one(id) }),
  }
}
