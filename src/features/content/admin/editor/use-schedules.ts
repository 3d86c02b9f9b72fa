import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { z } from 'zod'
import { useApi } from '#admin/kit/api/api-context.tsx'
import { describeError } from '#admin/kit/api/errors.ts'
import { useSingleMutation } from '#admin/kit/api/use-single-mutation.ts'
import { useLive } from '#admin/kit/live/use-live.ts'
import { formatMoment } from '#admin/kit/moment.ts'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { useToasts } from '#admin/kit/toast-context.tsx'
import { contentTitle } from '#features/content/admin/parts/content-title.ts'
import { contentQueries } from '#features/content/admin/use-content.ts'
import type { ContentKey } from '#features/content/contract.ts'
import { Release, releasesChanged } from '#features/releases/contract.ts'
import { type Language, languageNames } from '#shared/languages.ts'

const Releases = z.array(Release)
const topics = [releasesChanged]
const keys = [['releases', 'of']] as const

/** The scheduled releases of a text, the soonest first. */
export function useSchedules(key: ContentKey, language: Language): Release[] {
  const api = useApi()
  const isLive = useLive(topics, keys)
  const { data = [] } = useQuery({
    queryKey: ['releases', 'of', key, language],
    queryFn: ({ signal }) =>
      api.get(`/api/releases?status=scheduled&key=${key}&language=${language}`, Releases, signal),
    // Releases go live without anyone at the screen.
    refetchInterval: ({ state }) => (!isLive && state.data?.length ? 15_000 : false),
  })
  useLiveRefresh(key, language, data)
  return data.toSorted((a, b) => Date.parse(a.due_at ?? '') - Date.parse(b.due_at ?? ''))
}

/**
 * Loads the versions of a text again when one of its scheduled releases has gone live or was cancelled, and asks for the
 * releases at the time the next one is due. What is unsaved in the editor stays as it is.
 */
function useLiveRefresh(key: ContentKey, language: Language, releases: Release[]): void {
  const queries = useQueryClient()
  const known = useRef(releases)
  const ids = releases.map(({ id }) => id).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another array with the same releases is no change
  useEffect(() => {
    const isOver = known.current.some(({ id }) => !releases.some((release) => release.id === id))
    known.current = releases
    if (!isOver) return
    void queries.invalidateQueries({ queryKey: contentQueries.entries })
    void queries.invalidateQueries({ queryKey: contentQueries.versions(key, language) })
    void queries.invalidateQueries({ queryKey: contentQueries.actions(key, language) })
  }, [queries, key, language, ids])

  const due = Math.min(...releases.map(({ due_at }) => Date.parse(due_at ?? '')))
  useEffect(() => {
    const wait = due - Date.now()
    // Longer waits do not fit into a timer; the regular question finds those.
    if (!(wait < 86_400_000)) return
    const timer = setTimeout(
      () => void queries.invalidateQueries({ queryKey: ['releases', 'of', key, language] }),
      Math.max(wait, 0) + 1_500,
    )
    return () => clearTimeout(timer)
  }, [queries, key, language, due])
}

/** Schedules a version of a text to be published, or the text to be unpublished (null); or cancels that. */
export function useScheduling(key: ContentKey, language: Language, onDone: () => void) {
  const { t, language: uiLanguage } = useTexts()
  const toasts = useToasts()
  const api = useApi()
  const queries = useQueryClient()
  const onError = (error: unknown) => toasts.show('error', describeError(error, t))
  const onSettled = () => queries.invalidateQueries({ queryKey: ['releases'] })

  const scheduling = useSingleMutation({
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
  const cancelling = useSingleMutation({
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
