import { describeError } from '#admin/kit/api/errors.ts'
import { useAction } from '#admin/kit/api/use-action.ts'
import { Dialog } from '#admin/kit/dialog.tsx'
import { DialogActions } from '#admin/kit/form/dialog-actions.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { useToasts } from '#admin/kit/toast-context.tsx'
import styles from '#features/documents/admin/documents.module.css'
import { useDocumentActions } from '#features/documents/admin/use-documents.ts'
import type { DocumentEntry } from '#features/documents/contract.ts'
import { DangerWarning } from './danger-warning.tsx'

/** What is asked before it is done. */
export type DialogKind = 'publish' | 'unpublish' | 'archive' | 'delete' | 'erase'

interface DocumentDialogProps {
  kind: DialogKind
  document: DocumentEntry
  /** Called once it has been done. */
  onDone?: () => void
  onClose: () => void
}

const effects = ['public', 'indexed', 'counted', 'sitemap'] as const

/** Asks before a change of a document that others notice, and says what it does. */
export function DocumentDialog({ kind, document, onDone, onClose }: DocumentDialogProps) {
  const { t } = useTexts()
  const { isBusy, run } = useDocumentAction(kind, onClose)
  const actions = useDocumentActions()
  const { id, title } = document
  const work = {
    publish: () => actions.publish(id),
    unpublish: () => actions.unpublish(id),
    archive: () => actions.archive(id),
    delete: () => actions.remove(id),
    erase: () => actions.erase(id),
  } as const
  return (
    <Dialog opened onClose={onClose} title={t(`library.${kind}.title`)}>
      {kind === 'publish' ? (
        <PublishText document={document} />
      ) : (
        <p>{t(`library.${kind}.text`, { title })}</p>
      )}
      <DialogActions
        confirm={t(`library.actions.${kind}`)}
        cancel={t('library.actions.cancel')}
        isBusy={isBusy}
        focus={kind === 'publish' ? 'confirm' : 'cancel'}
        onCancel={onClose}
        onConfirm={() =>
          run(async () => {
            await work[kind]()
            onDone?.()
          })
        }
      />
    </Dialog>
  )
}

/** The four effects of a publication. */
function PublishText({ document: { title, dangers } }: { document: DocumentEntry }) {
  const { t } = useTexts()
  return (
    <>
      <p>{t('library.publish.intro', { title })}</p>
      <ul className={styles.effects}>
        {effects.map((effect) => (
          <li key={effect}>{t(`library.publish.effects.${effect}`)}</li>
        ))}
      </ul>
      <DangerWarning dangers={dangers} />
    </>
  )
}

/** A change of a document, whose success and failure are told in the words of the specification. */
export function useDocumentAction(
  kind: DialogKind | 'reopen' | 'recover' | 'restore' | 'join' | 'leave',
  onSettled?: () => void,
) {
  const { t } = useTexts()
  const toasts = useToasts()
  const { isBusy, run } = useAction({
    showsFailure: true,
    onError: (error) =>
      toasts.show('error', t(`library.${kind}.failed`, { reason: describeError(error, t) })),
    ...(onSettled && { onSettled }),
  })
  return { isBusy, run: (work: () => Promise<unknown>) => run(work, t(`library.${kind}.done`)) }
}
