import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useApi } from '#admin/kit/api/api-context.tsx'
import { usePagedList } from '#admin/kit/list/use-paged-list.ts'
import { Picture } from '#features/media/contract.ts'

const pictureQueries = ['pictures'] as const

/** The uploaded pictures, newest first. */
export function usePictures(search: string) {
  return usePagedList({
    queryKey: [...pictureQueries, search],
    path: '/api/media',
    query: { search },
    entry: Picture,
    pageSize: 24,
    keepsPrevious: true,
  })
}

/** Uploads a picture and reports its progress. */
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
