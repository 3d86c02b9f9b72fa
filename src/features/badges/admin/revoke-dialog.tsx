import './texts.ts'
import { Textarea } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useAction } from '#admin/kit/api/use-action.ts'
import { Dialog } from '#admin/kit/dialog.tsx'
import { DialogActions } from '#admin/kit/form/dialog-actions.tsx'
import { StackedForm } from '#admin/kit/form/stacked-form.tsx'
import { Notice } from '#admin/kit/notice.tsx'
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
  const [reason, setReason] = useState('')
  const { isBusy, failure, run } = useAction({ showsFailure: true })

  function submit(event: FormEvent) {
    event.preventDefault()
    run(async () => {
      await actions.revoke(award.id, reason.trim())
      onDone?.()
      onClose()
    }, t('badges.revoke.done'))
  }

  return (
    <Dialog opened onClose={onClose} title={t('badges.revoke.title')}>
      <StackedForm onSubmit={submit}>
        <p>{t('badges.revoke.text', award)}</p>
        <Textarea
          label={t('badges.revoke.reason')}
          description={t('badges.revoke.reasonHint')}
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
          confirm={t('badges.revoke.confirm')}
          cancel={t('badges.award.cancel')}
          isBusy={isBusy}
          disabled={reason.trim() === ''}
          onCancel={onClose}
        />
      </StackedForm>
    </Dialog>
  )
}
