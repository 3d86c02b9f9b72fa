import { ConfirmDialog } from '#admin/kit/form/confirm-dialog.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'

interface ResetDialogProps {
  opened: boolean
  onClose: () => void
  onConfirm: () => void
}

/** Asks for confirmation before the built-in text of a mail is restored. */
export function ResetDialog(props: ResetDialogProps) {
  const { t } = useTexts()
  return (
    <ConfirmDialog
      {...props}
      title={t('emailTemplates.reset.title')}
      confirm={t('emailTemplates.reset.confirm')}
      cancel={t('emailTemplates.reset.cancel')}
      focus="cancel"
    >
      {t('emailTemplates.reset.text')}
    </ConfirmDialog>
  )
}
