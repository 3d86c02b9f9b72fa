import { useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { useApi } from '#admin/kit/api/api-context.tsx'
import { useRefetchAfter } from '#admin/kit/api/use-refetch-after.ts'
import { usePagedList } from '#admin/kit/list/use-paged-list.ts'
import { useLive } from '#admin/kit/live/use-live.ts'
import { socialPostsChanged } from '#features/social/contract.ts'
import { PostEvent, SocialPost } from '#features/social/posts/contract.ts'

const postsPath = '/api/social/posts'
const postsKey = ['social', 'posts']
const topics = [socialPostsChanged]
const keys = [postsKey] as const
// While changes are not told, in milliseconds.
const interval = 15_000

const postPath = (id: string) => `${postsPath}/${encodeURIComponent(id)}`

/** Posts that were not published, as they are now. */
export function useFailedPosts() {
  const isLive = useLive(topics, keys)
  return usePagedList({
    queryKey: [...postsKey, 'failed'],
    path: `${postsPath}/failed`,
    entry: SocialPost,
    pageSize: 25,
    refetchInterval: () => (isLive ? false : interval),
  })
}

/** Posts that are due and that a person publishes by hand. */
export function useDuePosts() {
  const isLive = useLive(topics, keys)
  const list = usePagedList({
    queryKey: [...postsKey, 'due'],
    path: postsPath,
    // Of those that are being published there are never many.
    ...{ query: { status: 'publishing' }, entry: SocialPost, pageSize: 200 },
    refetchInterval: () => (isLive ? false : interval),
  })
  return { ...list, data: list.data?.filter(({ stage }) => stage === 'handed_over') }
}

/** One post, as it is now. */
export function usePost(id: string) {
  const isLive = useLive(topics, keys)
  const api = useApi()
  return useQuery({
    queryKey: [...postsKey, 'one', id],
    staleTime: 0,
    queryFn: ({ signal }) => api.get(postPath(id), SocialPost, signal),
    refetchInterval: isLive ? false : interval,
  })
}

/** What has happened to a post. */
export function usePostHistory(id: string) {
  const isLive = useLive(topics, keys)
  const api = useApi()
  return useQuery({
    queryKey: [...postsKey, 'history', id],
    staleTime: 0,
    queryFn: ({ signal }) => api.get(`${postPath(id)}/history`, z.array(PostEvent), signal),
    refetchInterval: isLive ? false : interval,
  })
}

/** What people decide about posts. */
export function usePostActions() {
  const api = useApi()
  const run = useRefetchAfter(keys)
  return {
    /** Tries again; `isAbsent` says that a person has looked, and that it is not there. */
    retry: (id: string, { isAbsent = false } = {}) =>
      run(() => api.command('POST', `${postPath(id)}/retry`, { body: { is_absent: isAbsent } })),
    notePublished: (id: string, url: string) =>
      run(() => api.command('POST', `${postPath(id)}/published`, { body: { url } })),
    /** Removes a published post from its platform. */
    takeDown: (id: string) => run(() => api.command('POST', `${postPath(id)}/take-down`)),
    withdraw: (id: string) => run(() => api.command('DELETE', postPath(id))),
  }
}
