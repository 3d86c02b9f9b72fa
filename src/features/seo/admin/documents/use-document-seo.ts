import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useApi } from '#admin/kit/api/api-context.tsx'
import { fieldErrors } from '#admin/kit/api/errors.ts'
import { useAction } from '#admin/kit/api/use-action.ts'
import { DocumentSeo } from '#features/seo/documents/contract.ts'
import { type DocumentSeoDraft, isSameDraft, toChange, toDraft } from './draft.ts'

const path = '/api/admin/seo/documents'
const queryKey = [path]

/** What search engines are told of documents, as it is stored. */
export function useDocumentSeo() {
  const api = useApi()
  return useQuery({ queryKey, queryFn: ({ signal }) => api.get(path, DocumentSeo, signal) })
}

/** The same while it is being edited. `done` is said once it is saved. */
export function useDocumentSeoForm(stored: DocumentSeo, done: string) {
  const api = useApi()
  const queries = useQueryClient()
  // The state that is being edited: it stays when somebody else saves, so that the server notices.
  const [base, setBase] = useState(stored)
  const [draft, setDraft] = useState(() => toDraft(stored))
  const { isBusy, error, failure, run, reset } = useAction({ showsFailure: true })
  const isDirty = !isSameDraft(draft, toDraft(base))
  if (!isDirty && base !== stored) take(stored)

  function take(state: DocumentSeo) {
    setBase(state)
    setDraft(toDraft(state))
  }

  return {
    ...{ draft, isDirty, isBusy, failure },
    errors: fieldErrors(error),
    edit: (next: Partial<DocumentSeoDraft>) => setDraft({ ...draft, ...next }),
    undo() {
      reset()
      take(stored)
    },
    save: () =>
      run(async () => {
        const saved = await api.send('POST', path, DocumentSeo, toChange(draft, base.version))
        queries.setQueryData(queryKey, saved)
        take(saved)
      }, done),
  }
}
export type DocumentSeoForm = ReturnType<typeof useDocumentSeoForm>
