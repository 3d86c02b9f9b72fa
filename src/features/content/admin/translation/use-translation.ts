import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { useApi } from '#admin/kit/api/api-context.tsx'
import { describeError } from '#admin/kit/api/errors.ts'
import { useSingleMutation } from '#admin/kit/api/use-single-mutation.ts'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { useToasts } from '#admin/kit/toast-context.tsx'
import { contentQueries } from '#features/content/admin/use-content.ts'
import { ContentItem, type ContentKey, Excerpt, TranslationState } from '#features/content/contract.ts'
import type { Language } from '#shared/languages.ts'

const queryKeys = {
  excerpts: (language: Language) => [...contentQueries.entries, 'excerpts', language],
}

/** How a translation compares to its source; fetched again when the window gets the focus. */
export function useTranslationState(key: ContentKey, language: Language): UseQueryResult<TranslationState> {
  const api = useApi()
  return useQuery({
    queryKey: contentQueries.translation(key, language),
    queryFn: ({ signal }) =>
      api.get(`/api/content/${key}/translation?language=${language}`, TranslationState, signal),
  })
}

/** The beginning of what the site shows of each text in one language. */
export function useExcerpts(language: Language): UseQueryResult<Excerpt[]> {
  const api = useApi()
  return useQuery({
    queryKey: queryKeys.excerpts(language),
    queryFn: ({ signal }) => api.get(`/api/content/excerpts?language=${language}`, z.array(Excerpt), signal),
  })
}

/** Confirming a translation, and ordering one from a machine. */
export function useTranslationActions(key: ContentKey, language: Language) {
  const { t, format } = useTexts()
  const api = useApi()
  const toasts = useToasts()
  const queries = useQueryClient()

  function refresh() {
    void queries.invalidateQueries({ queryKey: contentQueries.entries })
    // A text that is written or confirmed is no longer due.
    void queries.invalidateQueries({ queryKey: contentQueries.assignments })
    return queries.invalidateQueries({ queryKey: contentQueries.versions(key, language) })
  }

  const confirming = useSingleMutation({
    mutationFn: ({ id, source }: { id: string; source: string }) =>
      api.send('PUT', `/api/content/${id}/confirm?source=${encodeURIComponent(source)}`, ContentItem),
    onSuccess: async () => {
      await refresh()
      toasts.show('success', t('translation.outdated.confirmed'))
    },
    onError: (error) => {
      // Most likely the text or its source has changed.
      void refresh()
      toasts.show('error', t('translation.outdated.failed', { reason: describeError(error, t) }))
    },
  })

  const translating = useSingleMutation({
    mutationFn: (from: Language) =>
      api.send('POST', '/api/content/translate', ContentItem, { key, from, to: language }),
    onSuccess: async ({ version }) => {
      await refresh()
      toasts.show('success', t('translation.machine.done', { version: format.number(version) }))
    },
    onError: (error) =>
      toasts.show('error', t('translation.machine.failed', { reason: describeError(error, t) })),
  })

  return { confirming, translating }
}
