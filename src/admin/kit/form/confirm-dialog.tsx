import type { ReactNode } from 'react'
import { Dialog } from '#admin/kit/dialog.tsx'
import { DialogActions } from './dialog-actions.tsx'

interface ConfirmDialogProps {
  opened: boolean
  title: string
  /** The question. A dialog that is only closing may have none left. */
  children: ReactNode
  confirm: string
  cancel: string
  isBusy?: boolean
  /** Which button has the focus when the dialog opens. */
  focus?: 'confirm' | 'cancel'
  onConfirm: () => void
  onClose: () => void
}

/** A question before something that cannot be taken back. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { opened, title, children, focus = 'confirm', onClose, ...actions } = props
  return (
    <Dialog opened={opened} onClose={onClose} title={title}>
      <p>{children}</p>
      <DialogActions {...actions} focus={focus} onCancel={onClose} />
    </Dialog>
  )
}
