import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { useApi } from '#admin/kit/api/api-context.tsx'
import { useRefetchAfter } from '#admin/kit/api/use-refetch-after.ts'
import {
  ContentImport,
  TransferContents,
  TransferDifference,
  TransferEntry,
  TransferPreview,
} from '#features/content/transfer/contract.ts'
import type { Language } from '#shared/languages.ts'

export const transferPath = '/api/content/transfer'
export const importsPath = `${transferPath}/imports`
export const importPath = (id: string) => `${importsPath}/${encodeURIComponent(id)}`
export const pageSize = 50

const importsKey = ['content-imports']
// What a running import has done is asked for, in milliseconds.
const runningEvery = 1_000

/** Whether an import waits or runs. */
export const isRunning = ({ state }: Pick<ContentImport, 'state'>) =>
  state === 'waiting' || state === 'running'

/** Returns a function that runs an action, and asks for what is shown of imports again. */
export const useImportChange = () => useRefetchAfter([importsKey])

/** How much there is of each part. */
export function useContents() {
  const api = useApi()
  return useQuery({
    queryKey: ['content-transfer'],
    queryFn: ({ signal }) => api.get(transferPath, TransferContents, signal),
  })
}

/** The archives that were uploaded. */
export function useImports(enabled: boolean) {
  const api = useApi()
  return useQuery({
    queryKey: importsKey,
    queryFn: ({ signal }) => api.get(importsPath, z.array(ContentImport), signal),
    enabled,
  })
}

/** One archive; while it is imported, how far that has come. */
export function useImport(id: string) {
  const api = useApi()
  return useQuery({
    queryKey: [...importsKey, id],
    queryFn: ({ signal }) => api.get(importPath(id), ContentImport, signal),
    refetchInterval: ({ state }) => (state.data && isRunning(state.data) ? runningEvery : false),
  })
}

export type TransferModeName = 'drafts' | 'published'

/** How much an import would add and change. */
export function usePreview(id: string, mode: TransferModeName) {
  const api = useApi()
  return useQuery({
    queryKey: [...importsKey, id, 'preview', mode],
    queryFn: ({ signal }) => api.get(`${importPath(id)}/preview?mode=${mode}`, TransferPreview, signal),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
}

export interface ChangeFilter {
  part: string
  state: string
  language: Language | undefined
  page: number
}

/** A page of what an import would add and change. */
export function useChanges(
  id: string,
  mode: TransferModeName,
  { part, state, language, page }: ChangeFilter,
) {
  const api = useApi()
  const asked = new URLSearchParams({
    ...{ mode, limit: String(pageSize), offset: String((page - 1) * pageSize) },
    ...(part && { part }),
    ...(state && { state }),
    ...(language && { language }),
  })
  return useQuery({
    queryKey: [...importsKey, id, 'changes', String(asked)],
    queryFn: ({ signal }) =>
      api.getPage(`${importPath(id)}/changes?${asked}`, z.array(TransferEntry), signal),
    placeholderData: keepPreviousData,
  })
}

/** What one item says here, and what it would say. */
export function useDifference(id: string, number: number, mode: TransferModeName) {
  const api = useApi()
  return useQuery({
    queryKey: [...importsKey, id, 'change', number, mode],
    queryFn: ({ signal }) =>
      api.get(`${importPath(id)}/changes/${number}?mode=${mode}`, TransferDifference, signal),
  })
}
