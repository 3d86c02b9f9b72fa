import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { ApiError } from '#admin/kit/api/api-client.ts'
import { useApi, useLanguagesOf } from '#admin/kit/api/api-context.tsx'
import { describeError } from '#admin/kit/api/errors.ts'
import { useSingleMutation } from '#admin/kit/api/use-single-mutation.ts'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { useToasts } from '#admin/kit/toast-context.tsx'
import { type Edits, type OverLimit, planSave } from '#features/content/admin/drafts/edits.ts'
import type { Editing } from '#features/content/admin/drafts/use-editing.ts'
import { contentQueries } from '#features/content/admin/use-content.ts'
import { ContentItem, type ContentKey, type TranslationState } from '#features/content/contract.ts'
import { contentPermissions } from '#features/content/permissions.ts'
import { type Language, languageNames } from '#shared/languages.ts'

interface ContentActions {
  isSaving: boolean
  isPublishing: boolean
  isUnpublishing: boolean
  save(edits: Edits): void
  /** Saves what is unsaved, then publishes exactly the version that this made of the text in `language`. */
  saveAndPublish(edits: Edits, language: Language): void
  publish(item: ContentItem): void
  unpublish(item: ContentItem): void
}

interface RefusalHandlers {
  /** The text in this language was refused. */
  onLanguage: (language: Language) => void
  /** A search field is too long to be saved. */
  onTooLong: (over: OverLimit) => void
}

/** Saving, publishing and unpublishing. */
export function useContentActions(
  key: ContentKey,
  editing: Editing,
  refusals: RefusalHandlers,
): ContentActions {
  const saving = useSaving(key, editing, refusals)
  const { publishing, unpublishing } = usePublishing(key)
  const isBusy = useRef(false)
  /** Runs one action at a time: the second press of a hasty finger is ignored. */
  function once(action: () => Promise<unknown>): void {
    if (isBusy.current) return
    isBusy.current = true
    // What went wrong has been told by then.
    void action()
      .catch(() => {})
      .finally(() => {
        isBusy.current = false
      })
  }
  return {
    isSaving: saving.isPending,
    isPublishing: publishing.isPending,
    isUnpublishing: unpublishing.isPending,
    save: (edits) => once(() => saving.mutateAsync(edits)),
    saveAndPublish: (edits, language) =>
      once(async () => {
        const saved = await saving.mutateAsync(edits)
        const item = saved.find((one) => one.language === language)
        if (item) await publishing.mutateAsync(item)
      }),
    publish: (item) => once(() => publishing.mutateAsync(item)),
    unpublish: (item) => once(() => unpublishing.mutateAsync(item)),
  }
}

function useSaving(key: ContentKey, editing: Editing, { onLanguage, onTooLong }: RefusalHandlers) {
  const { t, language: uiLanguage } = useTexts()
  const toasts = useToasts()
  const api = useApi()
  const queries = useQueryClient()
  // What is left unsaved in a language that is not theirs any more would be refused.
  const editable = useLanguagesOf(contentPermissions.edit)

  /** Shows the saved text as the server returned it; fetches only what else a save changes. */
  async function showSaved(item: ContentItem) {
    const { language } = item
    const newest = contentQueries.versions(key, language)
    await queries.cancelQueries({ queryKey: newest, exact: true })
    const before = queries.getQueryData<ContentItem | null>(newest)
    if (before?.published)
      queries.setQueryData(contentQueries.published(key, language, before.version), before)
    queries.setQueryData(newest, item)
    void queries.invalidateQueries({ queryKey: contentQueries.entries })
    // A text that is written or confirmed is no longer due.
    void queries.invalidateQueries({ queryKey: contentQueries.assignments })
    void queries.invalidateQueries({ queryKey: contentQueries.actions(key, language) })
    void queries.invalidateQueries({ queryKey: contentQueries.translation(key, language) })
  }

  return useSingleMutation({
    mutationFn: async (edits: Edits) => {
      const { drafts, overLimit } = planSave(key, edits, editable)
      const [tooLong] = overLimit
      if (tooLong) {
        onTooLong(tooLong)
        toasts.show(
          'error',
          t('editor.overLimit', {
            language: languageNames[tooLong.language],
            field: t(tooLong.field === 'seo_title' ? 'editor.seoTitle' : 'editor.seoDescription'),
          }),
        )
      } else if (drafts.length === 0) {
        toasts.show('warning', t('editor.nothingToSave'))
      }
      const saved: ContentItem[] = []
      // One after another, so that the refusal of one language does not stop the others.
      for (const draft of drafts) {
        const { language } = draft
        try {
          const seen = queries.getQueryData<TranslationState>(contentQueries.translation(key, language))
          const item = await api.send('POST', '/api/content', ContentItem, { ...draft, source: seen?.source })
          saved.push(item)
          await showSaved(item)
          editing.settle(language, draft, item)
        } catch (error) {
          // The session has ended. The unsaved text stays in the browser until after the sign-in.
          if (error instanceof ApiError && error.status === 401) return saved
          const newest =
            error instanceof ApiError && error.status === 409 ? error.members.current_version : undefined
          if (typeof newest === 'number') {
            editing.reportConflict(language, newest)
            // Presence also returns who saved it.
            void queries.invalidateQueries({ queryKey: contentQueries.presence })
          } else toasts.show('error', t('editor.saveFailed', { reason: describeError(error, t) }))
          onLanguage(language)
        }
      }
      if (saved.length > 0) {
        const names = saved.map(({ language, version }) =>
          t('editor.savedIn', { language: languageNames[language], version }),
        )
        toasts.show('success', t('editor.saved', { list: new Intl.ListFormat(uiLanguage).format(names) }))
      }
      return saved
    },
  })
}

function usePublishing(key: ContentKey) {
  const { t } = useTexts()
  const toasts = useToasts()
  const api = useApi()
  const queries = useQueryClient()

  function refresh(language: Language) {
    void queries.invalidateQueries({ queryKey: contentQueries.entries })
    return queries.invalidateQueries({ queryKey: contentQueries.versions(key, language) })
  }

  const publishing = useSingleMutation({
    mutationFn: (item: ContentItem) => api.send('PUT', `/api/content/${item.id}/publish`, ContentItem),
    onSuccess: async ({ language, version }) => {
      await refresh(language)
      toasts.show('success', t('editor.published', { version }))
    },
    onError: (error) => toasts.show('error', t('editor.publishFailed', { reason: describeError(error, t) })),
  })

  const unpublishing = useSingleMutation({
    mutationFn: (item: ContentItem) => api.send('PUT', `/api/content/${item.id}/unpublish`, ContentItem),
    onSuccess: async ({ language }) => {
      await refresh(language)
      toasts.show('success', t('editor.unpublished'))
    },
    onError: (error) =>
      toasts.show('error', t('editor.unpublishFailed', { reason: describeError(error, t) })),
  })

  return { publishing, unpublishing }
}
