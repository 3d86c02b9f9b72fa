import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { useApi } from '#admin/kit/api/api-context.tsx'
import { useRefetchAfter } from '#admin/kit/api/use-refetch-after.ts'
import { useListQuery } from '#admin/kit/list/use-list-query.ts'
import { Redirect, RedirectCheck, type RedirectDraft } from '#features/seo/redirects/contract.ts'
import { MissingAddress } from '#features/seo/redirects/not-found/contract.ts'

export const redirectsPath = '/api/admin/seo/redirects'
export const missingPath = '/api/admin/seo/not-found'
export const pageSize = 50
export const missingPageSize = 10

const redirectsKey = ['redirects']
const missingKey = ['missing-addresses']

export const redirectPath = (id: string) => `${redirectsPath}/${encodeURIComponent(id)}`

/** Returns a function that runs an action, and asks for what is shown of redirects again. */
export const useChange = () => useRefetchAfter([redirectsKey, missingKey])

const readPage = (params: URLSearchParams) => Math.max(1, Math.trunc(Number(params.get('page'))) || 1)

/** The redirects; their search and page are in the address of the screen. */
export function useRedirects() {
  const api = useApi()
  const { query, typed, type, change, clear } = useListQuery({
    read: (params) => ({ search: params.get('search') ?? '', page: readPage(params) }),
    write({ search, page }) {
      const params = new URLSearchParams(search ? { search } : {})
      if (page > 1) params.set('page', String(page))
      return params
    },
  })
  const asked = new URLSearchParams({
    ...(query.search && { search: query.search }),
    limit: String(pageSize),
    offset: String((query.page - 1) * pageSize),
  })
  const list = useQuery({
    queryKey: [...redirectsKey, String(asked)],
    queryFn: ({ signal }) => api.getPage(`${redirectsPath}?${asked}`, z.array(Redirect), signal),
    placeholderData: keepPreviousData,
  })
  return {
    list,
    page: query.page,
    isSearched: query.search !== '',
    ...{ typed, type },
    choosePage: (page: number) => change({ page }),
    clear: () => clear({}),
  }
}

/** Addresses at which visitors found nothing. */
export function useMissing(isIgnored: boolean, page: number) {
  const api = useApi()
  const asked = new URLSearchParams({
    ignored: String(isIgnored),
    limit: String(missingPageSize),
    offset: String((page - 1) * missingPageSize),
  })
  return useQuery({
    queryKey: [...missingKey, String(asked)],
    queryFn: ({ signal }) => api.getPage(`${missingPath}?${asked}`, z.array(MissingAddress), signal),
    placeholderData: keepPreviousData,
  })
}

/** What the server would say of a draft; asked for once its addresses are whole. */
export function useCheck(draft: RedirectDraft, id: string | null) {
  const api = useApi()
  const isWhole = draft.from.trim() !== '' && (draft.kind === 410 || (draft.to ?? '').trim() !== '')
  return useQuery({
    queryKey: ['redirect-check', id, draft.from, draft.to, draft.kind],
    queryFn: () => api.send('POST', `${redirectsPath}/check`, RedirectCheck, { id, ...draft, note: '' }),
    enabled: isWhole,
    staleTime: 0,
    gcTime: 0,
    retry: false,
    placeholderData: keepPreviousData,
  })
}
