import { useQueryClient } from '@tanstack/react-query'
import { ApiError } from '#admin/kit/api/api-client.ts'
import { useApi } from '#admin/kit/api/api-context.tsx'
import { describeError } from '#admin/kit/api/errors.ts'
import { useSingleMutation } from '#admin/kit/api/use-single-mutation.ts'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { useToasts } from '#admin/kit/toast-context.tsx'
import {
  areEqual,
  baseOf,
  type Edit,
  fieldsOf,
  hasText,
  type TextFields,
} from '#features/content/admin/drafts/edits.ts'
import type { Editing } from '#features/content/admin/drafts/use-editing.ts'
import { contentQueries } from '#features/content/admin/use-content.ts'
import { type ContentDraft, ContentItem } from '#features/content/contract.ts'

interface Merge {
  edit: Edit
  theirs: ContentItem
  result: TextFields
}

/**
 * Saves the merged text as the next version after theirs. Unless it equals the user's own text, that is saved first as
 * a version of its own, so that the history contains both texts whatever was chosen.
 */
export function useMerge(editing: Editing) {
  const { t, format } = useTexts()
  const toasts = useToasts()
  const api = useApi()
  const queries = useQueryClient()
  return useSingleMutation({
    mutationFn: async ({ edit, theirs, result }: Merge) => {
      const { key, language } = theirs
      const save = (fields: TextFields, version: number) => {
        const draft: ContentDraft = { key, language, ...fields, version, published: false }
        return api.send('POST', '/api/content', ContentItem, draft)
      }
      let { version } = theirs
      if (!areEqual(result, edit.fields) && hasText(edit.fields)) {
        const own = await save(edit.fields, version + 1)
        version = own.version
        // If the next request fails, the result stays in the editor as unsaved text.
        editing.moveTo(language, baseOf(own), result)
      }
      const item = areEqual(result, fieldsOf(theirs))
        ? await api.send('POST', `/api/content/${theirs.id}/restore`, ContentItem, { version: version + 1 })
        : await save(result, version + 1)
      await queries.invalidateQueries({ queryKey: contentQueries.versions(key, language) })
      return item
    },
    onSuccess: ({ language, version }) => {
      toasts.show('success', t('history.merge.saved', { version: format.number(version) }))
      editing.discard(language)
    },
    onError: (error, { theirs: { language } }) => {
      toasts.show('error', t('history.merge.failed', { reason: describeError(error, t) }))
      const newest =
        error instanceof ApiError && error.status === 409 ? error.members.current_version : undefined
      // Somebody has saved again: that version is merged next.
      if (typeof newest === 'number') editing.reportConflict(language, newest)
      else editing.leaveConflict(language)
    },
    onSettled: async (_item, _error, { theirs: { key, language } }) => {
      void queries.invalidateQueries({ queryKey: contentQueries.entries })
      await queries.invalidateQueries({ queryKey: contentQueries.versions(key, language) })
    },
  })
}
