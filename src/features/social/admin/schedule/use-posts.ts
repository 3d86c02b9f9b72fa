import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { useApi, useCan } from '#admin/kit/api/api-context.tsx'
import { useRefetchAfter } from '#admin/kit/api/use-refetch-after.ts'
import { useLive } from '#admin/kit/live/use-live.ts'
import { SocialAccount } from '#features/social/accounts/contract.ts'
import { platformIds, socialAccountsChanged, socialPostsChanged } from '#features/social/contract.ts'
import { SocialFile } from '#features/social/files/contract.ts'
import { socialPermissions } from '#features/social/permissions.ts'
import {
  CalendarPost,
  type PostMedia,
  PostTarget,
  SocialDraft,
  SocialPost,
} from '#features/social/posts/contract.ts'

const keys = {
  posts: ['social', 'posts'],
  one: (id: string) => ['social', 'posts', 'one', id],
  calendar: ['social', 'posts', 'calendar'],
  list: ['social', 'posts', 'list'],
  accounts: ['social', 'accounts'],
  targets: ['social', 'targets'],
  drafts: ['social', 'drafts'],
} as const

const postTopics = [socialPostsChanged]
const postKeys = [keys.posts] as const
const accountTopics = [socialAccountsChanged]
const accountKeys = [keys.accounts] as const
// While changes are not told, in milliseconds.
const interval = 30_000

const postPath = (id: string) => `/api/social/posts/${encodeURIComponent(id)}`

/** As all lists of platforms are; within a platform in the order in which the server has them. */
const inOrderOfPlatforms = (accounts: readonly SocialAccount[]): SocialAccount[] =>
  accounts.toSorted((a, b) => platformIds.indexOf(a.platform) - platformIds.indexOf(b.platform))

/** The accounts that posts can be written for; nothing is asked for readers who may not see them. */
export function useAccounts() {
  useLive(accountTopics, accountKeys)
  const api = useApi()
  const mayRead = useCan(socialPermissions.readAccounts)
  return useQuery({
    queryKey: keys.accounts,
    queryFn: ({ signal }) => api.get('/api/social/accounts', z.array(SocialAccount), signal),
    enabled: mayRead,
    select: inOrderOfPlatforms,
  })
}

/** The posts from one moment to another, as they are now. */
export function useCalendarPosts({ from, to }: { from: string; to: string }) {
  const isLive = useLive(postTopics, postKeys)
  const api = useApi()
  return useQuery({
    queryKey: [...keys.calendar, from, to],
    queryFn: ({ signal }) =>
      api.get(`/api/social/calendar?${new URLSearchParams({ from, to })}`, z.array(CalendarPost), signal),
    placeholderData: keepPreviousData,
    refetchInterval: isLive ? false : interval,
  })
}

export const listPageSize = 50

/** One page of the posts that the filters let through. */
export function usePostList(filters: Record<string, string | undefined>, page: number) {
  const isLive = useLive(postTopics, postKeys)
  const api = useApi()
  const params = new URLSearchParams({
    limit: String(listPageSize),
    offset: String((page - 1) * listPageSize),
  })
  for (const [name, value] of Object.entries(filters)) if (value) params.set(name, value)
  return useQuery({
    queryKey: [...keys.list, params.toString()],
    queryFn: ({ signal }) => api.getPage(`/api/social/posts?${params}`, z.array(SocialPost), signal),
    placeholderData: keepPreviousData,
    refetchInterval: isLive ? false : interval,
  })
}

/** One post; `isFollowed` while it is shown, not while it is being changed. */
export function usePost(id: string | undefined, { isFollowed }: { isFollowed: boolean }) {
  const api = useApi()
  return useQuery({
    queryKey: isFollowed ? keys.one(id ?? '') : ['social', 'changing', id],
    queryFn: ({ signal }) => api.get(postPath(id ?? ''), SocialPost, signal),
    enabled: id !== undefined,
    staleTime: isFollowed ? 0 : Number.POSITIVE_INFINITY,
    gcTime: isFollowed ? 60_000 : 0,
    refetchOnWindowFocus: isFollowed,
  })
}

interface TargetQuery {
  accountId: string
  field: string
  /** What has been chosen before it, such as the repository of a category. */
  chosen: Readonly<Record<string, string>>
}

/** The values of a target field; an empty list where the platform does not list them. */
export function useTargets({ accountId, field, chosen }: TargetQuery, isNeeded: boolean) {
  const api = useApi()
  const params = new URLSearchParams({ ...chosen, field })
  return useQuery({
    queryKey: [...keys.targets, accountId, params.toString()],
    queryFn: ({ signal }) =>
      api.get(
        `/api/social/accounts/${encodeURIComponent(accountId)}/targets?${params}`,
        z.array(PostTarget),
        signal,
      ),
    enabled: isNeeded,
    staleTime: 300_000,
    retry: false,
  })
}

/** What the signed-in user has begun to write. */
export function useDrafts() {
  const api = useApi()
  return useQuery({
    queryKey: keys.drafts,
    queryFn: ({ signal }) => api.get('/api/social/drafts', z.array(SocialDraft), signal),
  })
}

/** The changes of posts; each resolves once lists and calendar know of it. */
export function usePostActions() {
  const api = useApi()
  const run = useRefetchAfter([keys.posts])
  return {
    /** Schedules posts; with the same key a second time without effect. */
    schedule: (order: object, idempotencyKey: string) =>
      run(() => api.send('POST', '/api/social/posts', z.array(SocialPost), order, { idempotencyKey })),
    change: (id: string, change: object) => run(() => api.send('PUT', postPath(id), SocialPost, change)),
    move: ({ id, version }: { id: string; version: number }, wallTime: string, timeZone: string) =>
      run(() =>
        api.send('POST', `${postPath(id)}/move`, SocialPost, {
          ...{ version, wall_time: wallTime, time_zone: timeZone },
        }),
      ),
    remove: (id: string) => run(() => api.command('DELETE', postPath(id))),
  }
}

/** The changes of drafts. */
export function useDraftActions() {
  const api = useApi()
  const run = useRefetchAfter([keys.drafts])
  return {
    create: (content: object) => run(() => api.send('POST', '/api/social/drafts', SocialDraft, { content })),
    change: (id: string, version: number, content: object) =>
      run(() => api.send('PUT', `/api/social/drafts/${id}`, SocialDraft, { version, content })),
    remove: (id: string) => run(() => api.command('DELETE', `/api/social/drafts/${id}`)),
  }
}

/** Uploads a file for a post and tells how much of it has arrived, from 0 to 1. */
export function useUpload() {
  const api = useApi()
  return async (file: File, onProgress: (part: number) => void): Promise<PostMedia> => {
    const form = new FormData()
    form.append('file', file)
    const uploaded = await api.upload('/api/social/files', form, SocialFile, { onProgress })
    return { ...uploaded, alternative_text: '' }
  }
}
