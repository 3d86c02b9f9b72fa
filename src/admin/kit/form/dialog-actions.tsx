import { Button } from '@mantine/core'
import { ButtonRow } from '#admin/kit/layout/button-row.tsx'

interface DialogActionsProps {
  confirm: string
  cancel: string
  /** Without it, the button submits the form around it. */
  onConfirm?: () => void
  onCancel: () => void
  isBusy?: boolean
  disabled?: boolean
  /** Which button has the focus when the dialog opens, if no field has it. */
  focus?: 'confirm' | 'cancel'
}

/** The buttons of a dialog: confirm and cancel. */
export function DialogActions(props: DialogActionsProps) {
  const { confirm, cancel, onConfirm, onCancel, isBusy = false, disabled = false, focus } = props
  return (
    <ButtonRow place="end">
      <Button
        type={onConfirm ? 'button' : 'submit'}
        loading={isBusy}
        disabled={disabled}
        data-autofocus={focus === 'confirm' || undefined}
        {...(onConfirm && { onClick: onConfirm })}
      >
        {confirm}
      </Button>
      <Button variant="default" data-autofocus={focus === 'cancel' || undefined} onClick={onCancel}>
        {cancel}
      </Button>
    </ButtonRow>
  )
}
