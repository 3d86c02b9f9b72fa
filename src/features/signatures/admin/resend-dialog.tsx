import { useAction } from '#admin/kit/api/use-action.ts'
import { ConfirmDialog } from '#admin/kit/form/confirm-dialog.tsx'
import { useSentTexts } from './use-sent-texts.ts'
import { useSignatureActions } from './use-signatures.ts'

interface ResendDialogProps {
  signature: { id: string; name: string }
  onClose: () => void
}

/** Sends another link, once it is understood that the earlier one stops working. */
export function ResendDialog({ signature, onClose }: ResendDialogProps) {
  const { t } = useSentTexts()
  const actions = useSignatureActions()
  const { isBusy, run } = useAction({ onSettled: onClose })
  const { name } = signature
  return (
    <ConfirmDialog
      opened
      title={t('signatures.resend.title')}
      confirm={t('signatures.resend.confirm')}
      cancel={t('signatures.cancel')}
      isBusy={isBusy}
      onConfirm={() => run(() => actions.resend(signature.id), t('signatures.resend.done', { name }))}
      onClose={onClose}
    >
      {t('signatures.resend.text', { name })}
    </ConfirmDialog>
  )
}
