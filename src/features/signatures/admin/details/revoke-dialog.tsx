import { Textarea } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useAction } from '#admin/kit/api/use-action.ts'
import { Dialog } from '#admin/kit/dialog.tsx'
import { DialogActions } from '#admin/kit/form/dialog-actions.tsx'
import { StackedForm } from '#admin/kit/form/stacked-form.tsx'
import { Notice } from '#admin/kit/notice.tsx'
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
  const [reason, setReason] = useState('')
  const { isBusy, failure, run } = useAction({ showsFailure: true })

  function submit(event: FormEvent) {
    event.preventDefault()
    run(async () => {
      await actions.revoke(id, reason.trim())
      onClose()
    }, t('signatures.revoke.done'))
  }

  return (
    <Dialog opened onClose={onClose} title={t('signatures.revoke.title')}>
      <StackedForm onSubmit={submit}>
        <div>
          <p>{t('signatures.revoke.text')}</p>
          <ul className={styles.effects}>
            {effects[isActivated ? 'activated' : 'open'].map((effect) => (
              <li key={effect}>{t(`signatures.revoke.effects.${effect}`)}</li>
            ))}
          </ul>
        </div>
        <Textarea
          label={t('signatures.revoke.reason')}
          description={isActivated && t('signatures.revoke.reasonHint')}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
          maxLength={500}
          autosize
          minRows={2}
          dir="auto"
          data-autofocus
        />
        {failure && <Notice kind="error">{failure}</Notice>}
        <DialogActions
          confirm={t('signatures.revoke.confirm')}
          cancel={t('signatures.cancel')}
          isBusy={isBusy}
          disabled={reason.trim() === ''}
          onCancel={onClose}
        />
      </StackedForm>
    </Dialog>
  )
}
