import { keepPreviousData, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { useApi } from '#admin/kit/api/api-context.tsx'
import { Picture } from '#features/media/contract.ts'

const pageSize = 24
const pictureQueries = ['pictures'] as const

/** The pictures that have been uploaded, newest first, some at a time. */
export function usePictures(search: string) {
  const api = useApi()
  return useInfiniteQuery({
    queryKey: [...pictureQueries, search],
    queryFn: ({ pageParam, signal }) => {
      const query = new URLSearchParams({ search, limit: String(pageSize), offset: String(pageParam) })
      return api.getPage(`/api/media?${query}`, z.array(Picture), signal)
    },
    initialPageParam: 0,
    getNextPageParam: ({ total }, pages) =>
      pages.length * pageSize < total ? pages.length * pageSize : undefined,
    select: ({ pages }) => pages.flatMap(({ items }) => items),
    placeholderData: keepPreviousData,
  })
}

/** Uploads a picture and says how far it has come. */
export function useUpload(onDone: (picture: Picture) => void) {
  const api = useApi()
  const queries = useQueryClient()
  const [progress, setProgress] = useState(0)
  const upload = useMutation({
    mutationFn: (file: File) => {
      setProgress(0)
      const form = new FormData()
      form.append('file', file, file.name || 'picture')
      return api.upload('/api/media', form, Picture, setProgress)
    },
    onSuccess(picture) {
      void queries.invalidateQueries({ queryKey: pictureQueries })
      onDone(picture)
    },
  })
  return { start: upload.mutate, isRunning: upload.isPending, error: upload.error, progress }
}

/** Deletes a picture that no text shows. */
export function useRemovePicture() {
  const api = useApi()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: Picture) => api.command('DELETE', `/api/media/${id}`),
    onSuccess: () => queries.invalidateQueries({ queryKey: pictureQueries }),
  })
}
