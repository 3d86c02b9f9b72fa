import './texts.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '#admin/kit/api/api-client.ts'
import { useApi } from '#admin/kit/api/api-context.tsx'
import { useRefetchAfter } from '#admin/kit/api/use-refetch-after.ts'
import { useSingleMutation } from '#admin/kit/api/use-single-mutation.ts'
import { usePagedList } from '#admin/kit/list/use-paged-list.ts'
import {
  type Alternatives,
  listPictureWidths,
  Picture,
  PictureUse,
  picturePath,
  ReplacedPicture,
} from '#features/media/contract.ts'

const pictureQueries = ['pictures'] as const
const oneKey = (id: string) => [...pictureQueries, 'one', id] as const

/** The uploaded pictures, newest first. */
export function usePictures(search: string) {
  return usePagedList({
    queryKey: [...pictureQueries, 'list', search],
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
  const upload = useSingleMutation({
    mutationFn: (file: File) => {
      setProgress(0)
      const form = new FormData()
      form.append('file', file, file.name || 'picture')
      return api.upload('/api/media', form, Picture, { onProgress: setProgress })
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
  return useSingleMutation({
    mutationFn: ({ id }: Picture) => api.command('DELETE', `/api/media/${id}`),
    onSuccess: () => queries.invalidateQueries({ queryKey: [...pictureQueries, 'list'] }),
  })
}

/** Shows another picture in the place of one, in drafts of the texts that show it. */
export function useReplacePicture(id: string) {
  const api = useApi()
  const run = useRefetchAfter([pictureQueries, ['content']])
  return useSingleMutation({
    mutationFn: (by: string) =>
      run(() => api.send('POST', `/api/media/${id}/replace`, ReplacedPicture, { by })),
  })
}

/** The texts that show a picture. */
export function usePictureUses(id: string) {
  const api = useApi()
  return useQuery({
    queryKey: [...pictureQueries, 'uses', id],
    queryFn: ({ signal }) => api.get(`/api/media/${id}/uses`, PictureUse.array(), signal),
  })
}

/** The texts for which the server refused to delete a picture. */
export function findUses(error: unknown): PictureUse[] {
  return error instanceof ApiError ? (PictureUse.array().safeParse(error.members.uses).data ?? []) : []
}

/** The address of the smallest size of a picture. */
export function thumbnailOf({ digest, width }: Picture): string {
  return picturePath(digest, listPictureWidths(width)[0] ?? width, 'avif')
}

/** One picture. */
export function usePicture(id: string) {
  const api = useApi()
  return useQuery({
    queryKey: oneKey(id),
    queryFn: ({ signal }) => api.get(`/api/media/${encodeURIComponent(id)}`, Picture, signal),
  })
}

/** Returns the function that saves changed alternative texts of a picture. */
export function useDescribePicture(id: string) {
  const api = useApi()
  const queries = useQueryClient()
  return async (changes: Alternatives) => {
    const picture = await api.send('PATCH', `/api/media/${id}/alternatives`, Picture, changes)
    queries.setQueryData(oneKey(id), picture)
    void queries.invalidateQueries({ queryKey: [...pictureQueries, 'list'] })
  }
}
