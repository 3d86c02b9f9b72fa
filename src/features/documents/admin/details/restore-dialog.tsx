import { Dialog } from '#admin/kit/dialog.tsx'
import { DialogActions } from '#admin/kit/form/dialog-actions.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { DangerWarning } from '#features/documents/admin/parts/danger-warning.tsx'
import { useDocumentAction } from '#features/documents/admin/parts/document-dialog.tsx'
import { useDocumentActions } from '#features/documents/admin/use-documents.ts'
import type { DocumentDetails, FileEntry } from '#features/documents/contract.ts'
import styles from './details.module.css'

interface RestoreDialogProps {
  document: DocumentDetails
  version: FileEntry
  onClose: () => void
}

/** Asks before another version is served at the address of a document, and says what becomes of the present one. */
export function RestoreDialog({ document, version: { number, report }, onClose }: RestoreDialogProps) {
  const { t, format } = useTexts()
  const { restore } = useDocumentActions()
  const { isBusy, run } = useDocumentAction('restore', onClose)
  const { id, download_url, versions } = document
  const current = versions.find(({ is_current }) => is_current)
  return (
    <Dialog opened onClose={onClose} title={t('library.restore.title', { number: format.number(number) })}>
      <div className={styles.restore}>
        <p>
          {t('library.restore.text', { number: format.number(number) })} <code dir="ltr">{download_url}</code>
        </p>
        {current && <p>{t('library.restore.kept', { current: format.number(current.number) })}</p>}
        {versions[0]?.state === 'processing' && <p>{t('library.restore.waiting')}</p>}
        <DangerWarning dangers={report?.dangers ?? []} />
      </div>
      <DialogActions
        confirm={t('library.actions.restore')}
        cancel={t('library.actions.cancel')}
        isBusy={isBusy}
        focus="cancel"
        onCancel={onClose}
        onConfirm={() => run(() => restore(id, number))}
      />
    </Dialog>
  )
}
