import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { useApi } from '#admin/kit/api/api-context.tsx'
import { describeError } from '#admin/kit/api/errors.ts'
import { formatMoment } from '#admin/kit/moment.ts'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { useToasts } from '#admin/kit/toast-context.tsx'
import { contentTitle } from '#features/content/admin/parts/content-title.ts'
import type { ContentKey } from '#features/content/contract.ts'
import { Release } from '#features/releases/contract.ts'
import { type Language, languageNames } from '#shared/languages.ts'

const Releases = z.array(Release)

/** The scheduled releases of a text, the soonest first. */
export function useSchedules(key: ContentKey, language: Language): Release[] {
  const api = useApi()
  const { data = [] } = useQuery({
    queryKey: ['releases', 'of', key, language],
    queryFn: ({ signal }) =>
      api.get(`/api/releases?status=scheduled&key=${key}&language=${language}`, Releases, signal),
    // Releases go live without anyone at the screen, so the bar checks for it.
    refetchInterval: ({ state }) => (state.data?.length ? 15_000 : false),
  })
  return data.toSorted((a, b) => Date.parse(a.due_at ?? '') - Date.parse(b.due_at ?? ''))
}

/** Schedules a version of a text to be published, or the text to be unpublished (null); or cancels that. */
export function useScheduling(key: ContentKey, language: Language, onDone: () => void) {
  const { t, language: uiLanguage } = useTexts()
  const toasts = useToasts()
  const api = useApi()
  const queries = useQueryClient()
  const onError = (error: unknown) => toasts.show('error', describeError(error, t))
  const onSettled = () => queries.invalidateQueries({ queryKey: ['releases'] })

  const scheduling = useMutation({
    mutationFn: ({ version, dueAt }: { version: number | null; dueAt: string }) =>
      api.send('POST', '/api/releases', Release, {
        name: t('releases.textIn', { text: contentTitle(key, t), language: languageNames[language] }),
        items: [{ key, language, version }],
        due_at: dueAt,
      }),
    onSuccess: (_release, { dueAt }) => {
      toasts.show('success', t('releases.toasts.scheduled', { date: formatMoment(dueAt, uiLanguage) }))
      onDone()
    },
    onError,
    onSettled,
  })
  const cancelling = useMutation({
    mutationFn: (id: string) => api.send('POST', `/api/releases/${id}/cancel`, Release),
    onSuccess: () => toasts.show('success', t('releases.toasts.cancelled')),
    onError,
    onSettled,
  })
  return {
    isBusy: scheduling.isPending || cancelling.isPending,
    schedule: (version: number | null, dueAt: string) => scheduling.mutate({ version, dueAt }),
    cancel: (id: string) => cancelling.mutate(id),
  }
}
