import { ReasonDialog } from '#admin/kit/form/reason-dialog.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import styles from '#features/signatures/admin/signatures.module.css'
import { useSignatureActions } from '#features/signatures/admin/use-signatures.ts'

/** What happens besides, to a signature that is activated and to a link. */
const effects = { activated: ['public', 'final', 'recorded'], open: ['link', 'final'] } as const

interface RevokeDialogProps {
  id: string
  /** Whether it was activated, so that the revocation is public. */
  isActivated: boolean
  onClose: () => void
}

/** Revokes a signature, with a reason; that of an activated one is public. */
export function RevokeDialog({ id, isActivated, onClose }: RevokeDialogProps) {
  const { t } = useTexts()
  const actions = useSignatureActions()
  return (
    <ReasonDialog
      title={t('signatures.revoke.title')}
      reason={{
        label: t('signatures.revoke.reason'),
        hint: isActivated ? t('signatures.revoke.reasonHint') : undefined,
      }}
      confirm={t('signatures.revoke.confirm')}
      cancel={t('signatures.cancel')}
      done={t('signatures.revoke.done')}
      onConfirm={(reason) => actions.revoke(id, reason)}
      onClose={onClose}
    >
      <div>
        <p>{t('signatures.revoke.text')}</p>
        <ul className={styles.effects}>
          {effects[isActivated ? 'activated' : 'open'].map((effect) => (
            <li key={effect}>{t(`signatures.revoke.effects.${effect}`)}</li>
          ))}
        </ul>
      </div>
    </ReasonDialog>
  )
}
