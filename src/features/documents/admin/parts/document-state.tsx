import '#features/documents/admin/texts.ts'
import { State, type StateSymbol } from '#admin/kit/state-mark.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import type { DocumentEntry, DocumentStatus, FileEntry } from '#features/documents/contract.ts'

const symbols: Readonly<Record<DocumentStatus, StateSymbol>> = {
  draft: 'begun',
  published: 'done',
  archived: 'none',
}

/** The state of a document, apart from its file. */
export function StatusMark({ document }: { document: Pick<DocumentEntry, 'status' | 'deleted_at'> }) {
  const { t } = useTexts()
  const { status, deleted_at } = document
  return (
    <State symbol={deleted_at ? 'none' : symbols[status]}>
      {t(`library.statuses.${deleted_at ? 'deleted' : status}`)}
    </State>
  )
}

/** The state of a document, and that of its newest file where there is something to say of it. */
export function DocumentState({ document }: { document: DocumentEntry }) {
  const { t } = useTexts()
  const { status, file_state } = document
  const isNew = status === 'published'
  return (
    <>
      <StatusMark document={document} />
      {file_state === 'processing' && (
        <State symbol="changing">{t(`library.fileStates.${isNew ? 'newProcessing' : 'processing'}`)}</State>
      )}
      {file_state === 'failed' && (
        <State symbol="attention" isError>
          {t(`library.fileStates.${isNew ? 'newFailed' : 'failed'}`)}
        </State>
      )}
    </>
  )
}

/** That a file is being read, or why it is not accepted; nothing of one that is ready. */
export function FileMark({ state, failure }: Pick<FileEntry, 'state' | 'failure'>) {
  const { t } = useTexts()
  if (state === 'processing') return <State symbol="changing">{t('library.fileStates.processing')}</State>
  if (state === 'ready') return null
  return (
    <State symbol="attention" isError>
      {failure ? t(`library.failures.${failure}`) : t('library.fileStates.failed')}
    </State>
  )
}
