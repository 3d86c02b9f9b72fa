import { Button } from '@mantine/core'
import { Dialog } from '#admin/kit/dialog.tsx'
import screen from '#admin/kit/screen.module.css'
import { useTexts } from '#admin/kit/texts/text-context.tsx'

interface ResetDialogProps {
  opened: boolean
  onClose: () => void
  onConfirm: () => void
}

/** Asks before a mail says again what it said in the beginning. */
export function ResetDialog({ opened, onClose, onConfirm }: ResetDialogProps) {
  const { t } = useTexts()
  return (
    <Dialog opened={opened} onClose={onClose} title={t('emailTemplates.reset.title')}>
      <p>{t('emailTemplates.reset.text')}</p>
      <div className={screen.choices}>
        <Button data-autofocus onClick={onClose}>
          {t('emailTemplates.reset.cancel')}
        </Button>
        <Button variant="default" onClick={onConfirm}>
          {t('emailTemplates.reset.confirm')}
        </Button>
      </div>
    </Dialog>
  )
}
