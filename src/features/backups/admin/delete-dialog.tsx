import { useNavigate } from 'react-router'
import { useApi } from '#admin/kit/api/api-context.tsx'
import { useAction } from '#admin/kit/api/use-action.ts'
import { ConfirmDialog } from '#admin/kit/form/confirm-dialog.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { useToasts } from '#admin/kit/toast-context.tsx'
import { backupPath, useBackupRefresh } from './use-backups.ts'

interface DeleteDialogProps {
  id: string
  opened: boolean
  onClose: () => void
}

/** The question before a backup is deleted. A refusal is shown in it. */
export function DeleteDialog({ id, opened, onClose }: DeleteDialogProps) {
  const { t } = useTexts()
  const api = useApi()
  const toasts = useToasts()
  const navigate = useNavigate()
  const refresh = useBackupRefresh()
  const { isBusy, failure, run, reset } = useAction({ showsFailure: true })

  function close() {
    reset()
    onClose()
  }
  async function carryOut() {
    await api.command('DELETE', backupPath(id))
    toasts.show('success', t('backups.deleted'))
    await navigate('/admin/backups')
    void refresh()
  }

  return (
    <ConfirmDialog
      {...{ opened, isBusy, failure }}
      title={t('backups.deleteTitle')}
      confirm={t('backups.delete')}
      cancel={t('backups.keep')}
      focus="cancel"
      onConfirm={() => run(carryOut)}
      onClose={close}
    >
      {t('backups.deleteText')}
    </ConfirmDialog>
  )
}
