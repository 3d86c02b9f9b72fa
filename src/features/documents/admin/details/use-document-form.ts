import { useState } from 'react'
import { ApiError } from '#admin/kit/api/api-client.ts'
import { describeError, fieldErrors } from '#admin/kit/api/errors.ts'
import { useAction } from '#admin/kit/api/use-action.ts'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { useToasts } from '#admin/kit/toast-context.tsx'
import { useDocumentActions } from '#features/documents/admin/use-documents.ts'
import type { DocumentDetails } from '#features/documents/contract.ts'
import { type DocumentDraft, isSameDraft, toDraft } from './document-draft.ts'

/** What is typed about a document, while it may change elsewhere. */
export function useDocumentForm(document: DocumentDetails) {
  const { t } = useTexts()
  const toasts = useToasts()
  const { change } = useDocumentActions()
  // The state that is being edited: it stays when the document changes elsewhere, so that the server notices.
  const [base, setBase] = useState(document)
  const [draft, setDraft] = useState(() => toDraft(document))
  const isDirty = !isSameDraft(draft, toDraft(base))
  const isOvertaken = !isSameDraft(toDraft(document), toDraft(base))
  if (!isDirty && base !== document) {
    setBase(document)
    setDraft(toDraft(document))
  }
  const { isBusy, error, run } = useAction({
    showsFailure: true,
    onError: (failure) =>
      toasts.show('error', t('library.details.saveFailed', { reason: describeError(failure, t) })),
  })
  function take(state: DocumentDetails) {
    setBase(state)
    setDraft(toDraft(state))
  }
  const send = (expected: { updated_at?: string }) =>
    run(async () => take(await change(document.id, { ...draft, ...expected })), t('library.details.saved'))

  return {
    draft,
    isDirty,
    isBusy,
    errors: fieldErrors(error),
    /** Whether somebody else has changed the document meanwhile. */
    isStale: isDirty && (isOvertaken || (error instanceof ApiError && error.status === 409)),
    edit: (next: Partial<DocumentDraft>) => setDraft({ ...draft, ...next }),
    save: () => send({ updated_at: base.updated_at }),
    /** Saves what is typed over what somebody else has saved. */
    overwrite: () => send({}),
    /** Forgets what is typed. */
    reload: () => take(document),
  }
}
export type DocumentForm = ReturnType<typeof useDocumentForm>
