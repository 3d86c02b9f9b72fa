import { useNavigate } from 'react-router'
import { useApi } from '#admin/kit/api/api-context.tsx'
import { useAction } from '#admin/kit/api/use-action.ts'
import { Dialog } from '#admin/kit/dialog.tsx'
import { DialogActions } from '#admin/kit/form/dialog-actions.tsx'
import { Stack } from '#admin/kit/layout/columns.tsx'
import { Hint } from '#admin/kit/layout/hint.tsx'
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
    <Dialog opened={opened} onClose={close} title={t('backups.deleteTitle')}>
      <Stack>
        <p>{t('backups.deleteText')}</p>
        <Hint isError role="alert">
          {failure}
        </Hint>
        <DialogActions
          confirm={t('backups.delete')}
          cancel={t('backups.keep')}
          isBusy={isBusy}
          focus="cancel"
          onConfirm={() => run(carryOut)}
          onCancel={close}
        />
      </Stack>
    </Dialog>
  )
}
