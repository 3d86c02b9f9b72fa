import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { useApi } from '#admin/kit/api/api-context.tsx'
import { useRefetchAfter } from '#admin/kit/api/use-refetch-after.ts'
import { useLive } from '#admin/kit/live/use-live.ts'
import { type ListQuery, listPath, noFilters, pageSize } from '#features/documents/admin/list/list-query.ts'
import {
  type BulkOrder,
  BulkResult,
  type DocumentChange,
  DocumentDetails,
  DocumentEntry,
  DocumentVariant,
  documentsChanged,
  FileLink,
  type FileState,
  RecentDocuments,
  UploadLimits,
} from '#features/documents/contract.ts'

const keys = {
  list: ['documents', 'list'],
  one: (id: string) => ['documents', 'one', id],
  limits: ['documents', 'limits'],
  candidates: ['documents', 'candidates'],
  recent: ['documents', 'recent'],
} as const

const topics = [documentsChanged]
const listKeys = [keys.list] as const
const oneKeys = [['documents', 'one']] as const
const recentKeys = [keys.recent] as const
const isMoving = (state: FileState | undefined) => state === 'processing'

/** One page of the documents, as they are now. */
export function useDocuments(query: ListQuery) {
  const isLive = useLive(topics, listKeys)
  const api = useApi()
  return useQuery({
    queryKey: [...keys.list, query],
    queryFn: ({ signal }) => api.getPage(listPath(query), z.array(DocumentEntry), signal),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      !isLive && state.data?.items.some(({ file_state }) => isMoving(file_state)) ? 2_000 : false,
  })
}

/** One page of the published documents, by their titles. */
export function usePublishedDocuments(choice: Pick<ListQuery, 'language' | 'page'>) {
  const list = useDocuments({
    ...{ ...noFilters, search: '', sortBy: 'title', sortOrder: 'asc' },
    ...choice,
    status: 'published',
  })
  return { list, pageSize }
}

const documentQuery = (api: ReturnType<typeof useApi>, id: string) =>
  queryOptions({
    queryKey: keys.one(id),
    queryFn: ({ signal }) => api.get(`/api/documents/${encodeURIComponent(id)}`, DocumentDetails, signal),
  })

/** One document, as it is now. */
export function useDocument(id: string | undefined) {
  const isLive = useLive(topics, oneKeys)
  const api = useApi()
  return useQuery({
    ...documentQuery(api, id ?? ''),
    enabled: id !== undefined,
    refetchInterval: ({ state }) => (!isLive && isMoving(state.data?.file_state) ? 2_000 : false),
  })
}

/** A document that has just been uploaded, as it is now, until its file has been read or refused. */
export function useUploadedDocument(uploaded: DocumentDetails): DocumentDetails {
  const isLive = useLive(topics, oneKeys)
  const api = useApi()
  const { data } = useQuery({
    ...documentQuery(api, uploaded.id),
    initialData: uploaded,
    // It may have been read before its changes were followed.
    initialDataUpdatedAt: 0,
    // Among many files, only those are fetched again of which there is news to come.
    enabled: ({ state }) => isMoving(state.data?.file_state),
    refetchInterval: isLive ? false : 2_000,
  })
  return data
}

/** The documents that were published last, as they are now. */
export function useRecentDocuments() {
  useLive(topics, recentKeys)
  const api = useApi()
  return useQuery({
    queryKey: keys.recent,
    queryFn: ({ signal }) => api.get('/api/doc/files/recent', RecentDocuments, signal),
  })
}

/** How large an upload may be, and how much room there is. */
export function useUploadLimits() {
  const api = useApi()
  return useQuery({
    queryKey: keys.limits,
    queryFn: ({ signal }) => api.get('/api/documents/limits', UploadLimits, signal),
  })
}

/** The documents that can be added to the family of one. */
export function useFamilyCandidates(id: string, search: string) {
  const api = useApi()
  const path = `/api/documents/${encodeURIComponent(id)}/family/candidates?${new URLSearchParams({ search })}`
  return useQuery({
    queryKey: [...keys.candidates, id, search],
    queryFn: ({ signal }) => api.get(path, z.array(DocumentVariant), signal),
    placeholderData: keepPreviousData,
  })
}

/** The changes of documents; each resolves once the lists know of it. */
export function useDocumentActions() {
  const api = useApi()
  const queries = useQueryClient()
  const run = useRefetchAfter([keys.list])
  const cache = (details: DocumentDetails) => {
    queries.setQueryData(keys.one(details.id), details)
    return details
  }
  // What is said of one of a family is said of the others too.
  const runInFamily = useRefetchAfter([['documents']])
  const act = (name: string) => (id: string) =>
    run(async () => cache(await api.send('POST', `/api/documents/${id}/${name}`, DocumentDetails)))
  return {
    publish: (id: string) =>
      run(async () =>
        cache(
          await api.send('POST', `/api/documents/${id}/publish`, DocumentDetails, {
            document_id: id,
            publish_immediately: true,
          }),
        ),
      ),
    unpublish: act('unpublish'),
    archive: act('archive'),
    reopen: act('reopen'),
    recover: act('recover'),
    retry: act('retry'),
    restore: (id: string, version: number) => act(`versions/${version}/restore`)(id),
    remove: (id: string) => run(() => api.command('DELETE', `/api/documents/${id}`)),
    erase: (id: string) => run(() => api.command('POST', `/api/documents/${id}/erase`)),
    change: (id: string, change: DocumentChange) =>
      run(async () => cache(await api.send('PUT', `/api/documents/${id}`, DocumentDetails, change))),
    addToFamily: (id: string, addedId: string) =>
      runInFamily(() =>
        api.send('POST', `/api/documents/${id}/family`, DocumentDetails, { document_id: addedId }),
      ),
    leaveFamily: (id: string) => runInFamily(() => api.command('DELETE', `/api/documents/${id}/family`)),
    changeMany: (order: BulkOrder) => api.send('POST', '/api/documents/bulk', BulkResult, order),
    link: (id: string, version: number) => api.get(`/api/documents/${id}/link?version=${version}`, FileLink),
    /** Fetches lists and limits again. */
    refresh: () => queries.invalidateQueries({ queryKey: ['documents'] }),
  }
}
