import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { z } from 'zod'
import { useApi } from '#admin/kit/api/api-context.tsx'
import { pageSize } from './list-pager.tsx'

const typingPause = 300

interface MailListOptions<T> {
  /** Where the list is, and its name among the cached answers. */
  path: string
  reader: z.ZodType<T[]>
  /** The names of the filters in the address, which are those of the API. */
  filters: readonly string[]
}

/** A list of the API whose search, filters and page stand in the address of the screen. */
export function useMailList<T>({ path, reader, filters }: MailListOptions<T>) {
  const api = useApi()
  const [params, setParams] = useSearchParams()
  const page = Math.max(1, Math.trunc(Number(params.get('page'))) || 1)
  const search = params.get('search') ?? ''
  const [typed, setTyped] = useState(search)
  const narrowing = ['search', ...filters].filter((name) => params.get(name))

  function change(name: string, value: string) {
    setParams(
      (current) => {
        const next = new URLSearchParams(current)
        if (name !== 'page') next.delete('page')
        if (value) next.set(name, value)
        else next.delete(name)
        return next
      },
      { replace: name === 'search' },
    )
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: only what is typed is waited for
  useEffect(() => {
    if (typed.trim() === search) return
    const timer = setTimeout(() => change('search', typed.trim()), typingPause)
    return () => clearTimeout(timer)
  }, [typed])
  // The way back leads to another search than the one last typed.
  useEffect(() => setTyped((current) => (current.trim() === search ? current : search)), [search])

  const query = new URLSearchParams(narrowing.map((name) => [name, params.get(name) ?? '']))
  query.set('limit', String(pageSize))
  query.set('offset', String((page - 1) * pageSize))
  const list = useQuery({
    queryKey: [path, String(query)],
    queryFn: ({ signal }) => api.getPage(`${path}?${query}`, reader, signal),
    placeholderData: keepPreviousData,
  })
  return {
    list,
    page,
    typed,
    type: setTyped,
    isNarrowed: narrowing.length > 0,
    valueOf: (name: string) => params.get(name) ?? '',
    change,
    choosePage: (next: number) => change('page', next > 1 ? String(next) : ''),
    clear() {
      setTyped('')
      setParams({})
    },
  }
}
