import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { useApi } from '#admin/kit/api/api-context.tsx'
import { PageAppearance, type PageAppearanceChange } from '#features/seo/appearance/contract.ts'
import type { Language } from '#shared/languages.ts'

const path = '/api/admin/seo/appearance'

/** The public pages in a language, as search engines see them. */
export function useAppearance(language: Language) {
  const api = useApi()
  return useQuery({
    queryKey: [path, language],
    queryFn: ({ signal }) => api.get(`${path}?language=${language}`, z.array(PageAppearance), signal),
    placeholderData: keepPreviousData,
  })
}

/** Returns the function that changes how a page is listed. */
export function useAppearanceChange() {
  const api = useApi()
  const queries = useQueryClient()
  return async (page: string, change: PageAppearanceChange) => {
    await api.command('PUT', `${path}/${page}`, { body: change })
    await queries.invalidateQueries({ queryKey: [path] })
  }
}
