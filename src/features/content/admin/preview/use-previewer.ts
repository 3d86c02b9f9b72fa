import { useEffect, useState, useSyncExternalStore } from 'react'
import { ApiError } from '#admin/kit/api/api-client.ts'
import { useApi } from '#admin/kit/api/api-context.tsx'
import { describeError } from '#admin/kit/api/errors.ts'
import type { Translate } from '#admin/kit/texts/texts.ts'
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
  return { ...state, previewer }
}

/** Why there is no preview: the message of the first invalid field, if there is one. */
export function describePreviewError(error: unknown, t: Translate): string {
  const [field] = error instanceof ApiError ? error.fields : []
  return field?.message ?? describeError(error, t)
}
