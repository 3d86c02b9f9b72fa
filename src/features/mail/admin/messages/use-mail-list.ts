import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import { useApi } from '#admin/kit/api/api-context.tsx'
import { useListQuery } from '#admin/kit/list/use-list-query.ts'

/** How many entries a page of a list has. */
export const pageSize = 50

interface MailListOptions<T> {
  /** The path of the list in the API, and its query key. */
  path: string
  reader: z.ZodType<T[]>
  /** The names of the filters in the address, which are those of the API. */
  filters: readonly string[]
}

/** A list of the API whose search, filters and page are in the address of the screen. */
export function useMailList<T>({ path, reader, filters }: MailListOptions<T>) {
  const api = useApi()
  const { query, typed, type, change, clear } = useListQuery({
    read: (params) => ({
      search: params.get('search') ?? '',
      page: Math.max(1, Math.trunc(Number(params.get('page'))) || 1),
      filters: Object.fromEntries(filters.map((name) => [name, params.get(name) ?? ''])),
    }),
    write({ search, page, filters: chosen }) {
      const params = narrowing(search, chosen)
      if (page > 1) params.set('page', String(page))
      return params
    },
  })
  const asked = narrowing(query.search, query.filters)
  const isNarrowed = asked.size > 0
  asked.set('limit', String(pageSize))
  asked.set('offset', String((query.page - 1) * pageSize))
  const list = useQuery({
    queryKey: [path, String(asked)],
    queryFn: ({ signal }) => api.getPage(`${path}?${asked}`, reader, signal),
    placeholderData: keepPreviousData,
  })
  return {
    list,
    page: query.page,
    typed,
    type,
    isNarrowed,
    valueOf: (name: string) => query.filters[name] ?? '',
    change: (name: string, value: string) => change({ filters: { ...query.filters, [name]: value } }),
    choosePage: (page: number) => change({ page }),
    clear: () => clear({ filters: {} }),
  }
}

function narrowing(search: string, filters: Record<string, string>): URLSearchParams {
  return new URLSearchParams(Object.entries({ search, ...filters }).filter(([, value]) => value !== ''))
}
