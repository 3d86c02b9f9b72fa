import { useEffect, useState, useSyncExternalStore } from 'react'
import { ApiError, ConnectionError } from '#admin/kit/api/api-client.ts'
import { useApi } from '#admin/kit/api/api-context.tsx'
import { useConnection } from '#admin/kit/api/connection-context.tsx'
import { describeError } from '#admin/kit/api/errors.ts'
import type { Format } from '#admin/kit/texts/format.ts'
import type { Translate } from '#admin/kit/texts/texts.ts'
import { findOverLimit, measureOver, type TextFields } from '#features/content/admin/drafts/edits.ts'
import { PreviewLink } from '#features/previews/contract.ts'
import { createPreviewer, type PreviewedText, type Previewer, type PreviewerState } from './previewer.ts'

/** A preview that follows a text while it is shown. */
export interface FollowedPreview extends PreviewerState {
  previewer: Previewer
}

/** Previews a text while there is one; stops when it is undefined. */
export function usePreviewer(text: PreviewedText | undefined): FollowedPreview {
  const api = useApi()
  const [previewer] = useState(() =>
    createPreviewer({ make: (draft) => api.send('POST', '/api/content/preview', PreviewLink, draft) }),
  )
  useEffect(() => {
    if (text) previewer.show(text)
    else previewer.stop()
  }, [previewer, text])
  useEffect(() => () => previewer.stop(), [previewer])
  const state = useSyncExternalStore(previewer.subscribe, previewer.current)
  const isConnected = useConnection() === 'connected'
  const lacksConnection = state.error instanceof ConnectionError
  useEffect(() => {
    if (isConnected && lacksConnection) previewer.refresh()
  }, [previewer, isConnected, lacksConnection])
  return { ...state, previewer }
}

const fieldLabels = { seo_title: 'editor.seoTitle', seo_description: 'editor.seoDescription' } as const

/** Why there is no preview: which field is refused and why, and by how much it is too long. */
export function describePreviewError(
  error: unknown,
  { t, format, fields }: { t: Translate; format: Format; fields: TextFields },
): string {
  const [over] = findOverLimit(fields)
  const [refused] = error instanceof ApiError ? error.fields : []
  if (refused && over) {
    const { limit, count } = measureOver(fields, over)
    const reason = t('editor.tooLong', { count: format.number(count), limit: format.number(limit) })
    return t('editor.fieldReason', { field: t(fieldLabels[over]), reason })
  }
  return refused?.message ?? describeError(error, t)
}
