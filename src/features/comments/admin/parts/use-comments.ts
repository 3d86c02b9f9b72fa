import { useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { useApi } from '#admin/kit/api/api-context.tsx'
import { useRefetchAfter } from '#admin/kit/api/use-refetch-after.ts'
import { Comment, type CommentDraft, type CommentQuery } from '#features/comments/contract.ts'

const commentsKey = ['comments'] as const
/** Milliseconds between two looks at what colleagues have written. */
const everyMs = 15_000

/** The comments of a text, oldest first; fetched again regularly. */
export function useComments({ key, language }: CommentQuery) {
  const api = useApi()
  const query = new URLSearchParams({ key, language })
  return useQuery({
    queryKey: [...commentsKey, key, language],
    queryFn: ({ signal }) => api.get(`/api/comments?${query}`, z.array(Comment), signal),
    refetchInterval: everyMs,
  })
}

/** The open comments that ask the user to look. */
export function useCommentsAsked() {
  const api = useApi()
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
