import './texts.ts'
import { ReasonDialog } from '#admin/kit/form/reason-dialog.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { useBadgeActions } from './use-badges.ts'

interface RevokeDialogProps {
  award: { id: string; badge: string; holder: string }
  /** Called once the badge is revoked. */
  onDone?: () => void
  onClose: () => void
}

/** Revokes a badge, with a reason that is public. */
export function RevokeDialog({ award, onDone, onClose }: RevokeDialogProps) {
  const { t } = useTexts()
  const actions = useBadgeActions()
  return (
    <ReasonDialog
      title={t('badges.revoke.title')}
      reason={{ label: t('badges.revoke.reason'), hint: t('badges.revoke.reasonHint') }}
      confirm={t('badges.revoke.confirm')}
      cancel={t('badges.award.cancel')}
      done={t('badges.revoke.done')}
      onConfirm={async (reason) => {
        await actions.revoke(award.id, reason)
        onDone?.()
      }}
      onClose={onClose}
    >
      <p>{t('badges.revoke.text', award)}</p>
    </ReasonDialog>
  )
}
