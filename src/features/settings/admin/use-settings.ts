import { useQuery, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { useApi } from '#admin/kit/api/api-context.tsx'
import { setSite } from '#admin/kit/site-name.ts'
import { fetchCatalogues } from '#admin/kit/texts/translations.ts'
import { Setting, type SettingChanges, SettingRevision } from '#features/settings/contract.ts'
import type { Language } from '#shared/languages.ts'
import { type BuiltInTexts, readBuiltInTexts } from './site-words.ts'

const path = '/api/settings'
const settingsKey = ['settings', 'now'] as const
const changesKey = ['settings', 'changes'] as const
const reader = z.array(Setting)

/** How many entries of the history are on a page. */
export const historyPageSize = 20

/** All settings as they are now. */
export function useSettings() {
  const api = useApi()
  return useQuery({
    queryKey: settingsKey,
    queryFn: ({ signal }) => api.get(path, reader, signal),
    // The values of an hour ago would be edited.
    staleTime: 0,
  })
}

/** A page of the history, of all settings or of one. */
export function useSettingChanges({ key, page, size }: { key: string; page: number; size: number }) {
  const api = useApi()
  return useQuery({
    queryKey: [...changesKey, key, page, size],
    queryFn: ({ signal }) => {
      const query = new URLSearchParams({ limit: String(size), offset: String((page - 1) * size) })
      if (key) query.set('key', key)
      return api.getPage(`${path}/changes?${query}`, z.array(SettingRevision), signal)
    },
    placeholderData: (before) => before,
  })
}

/** Changing settings, and going back. */
export function useSettingActions() {
  const api = useApi()
  const queries = useQueryClient()

  async function keep(answer: Promise<Setting[]>): Promise<void> {
    try {
      const settings = await answer
      queries.setQueryData(settingsKey, settings)
      const name = settings.find(({ key }) => key === 'siteName')?.value
      if (typeof name === 'string') setSite({ name })
    } finally {
      void queries.invalidateQueries({ queryKey: changesKey })
    }
  }
  return {
    change: (changes: SettingChanges) => keep(api.send('PATCH', path, reader, changes)),
    undo: (id: string) => keep(api.send('POST', `${path}/changes/${id}/undo`, reader, {})),
    /** Loads the settings again. */
    async reload(): Promise<Setting[]> {
      void queries.invalidateQueries({ queryKey: changesKey })
      return queries.fetchQuery({
        queryKey: settingsKey,
        queryFn: ({ signal }) => api.get(path, reader, signal),
        staleTime: 0,
      })
    },
  }
}

/** The built-in texts of the public pages in a language; undefined until they are loaded. */
export function useBuiltInTexts(language: Language): BuiltInTexts | undefined {
  const { data } = useQuery({
    queryKey: ['settings', 'built-in', language],
    queryFn: async () => readBuiltInTexts(await fetchCatalogues(language)),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return data
}
