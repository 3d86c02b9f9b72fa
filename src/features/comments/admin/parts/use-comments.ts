import { useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { useApi } from '#admin/kit/api/api-context.tsx'
import { useRefetchAfter } from '#admin/kit/api/use-refetch-after.ts'
import { useLive } from '#admin/kit/live/use-live.ts'
import {
  Comment,
  type CommentDraft,
  type CommentQuery,
  commentsChanged,
} from '#features/comments/contract.ts'

const commentsKey = ['comments'] as const
const [topics, keys] = [[commentsChanged], [commentsKey]] as const
/** While changes are not told, milliseconds between two looks at what colleagues have written. */
const everyMs = 15_000

/** The comments of a text, oldest first, as they are now. */
export function useComments({ key, language }: CommentQuery) {
  const api = useApi()
  const query = new URLSearchParams({ key, language })
  const isLive = useLive(topics, keys)
  return useQuery({
    queryKey: [...commentsKey, key, language],
    queryFn: ({ signal }) => api.get(`/api/comments?${query}`, z.array(Comment), signal),
    refetchInterval: isLive ? false : everyMs,
  })
}

/** The open comments that ask the user to look. */
export function useCommentsAsked() {
  const api = useApi()
  useLive(topics, keys)
  return useQuery({
    queryKey: [...commentsKey, 'asked'],
    queryFn: ({ signal }) => api.get('/api/comments/asked', z.array(Comment), signal),
  })
}

/** What can be done with comments. */
export function useCommentActions() {
  const api = useApi()
  const run = useRefetchAfter([commentsKey])
  return {
    add: (draft: CommentDraft) => run(() => api.send('POST', '/api/comments', Comment, draft)),
    resolve: (id: string, resolved: boolean) =>
      run(() => api.send('PUT', `/api/comments/${id}`, Comment, { resolved })),
    remove: (id: string) => run(() => api.command('DELETE', `/api/comments/${id}`)),
  }
}
