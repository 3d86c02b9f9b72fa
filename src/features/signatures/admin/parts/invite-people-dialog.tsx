import '#features/signatures/admin/texts.ts'
import { useState } from 'react'
import { useAction } from '#admin/kit/api/use-action.ts'
import { Dialog } from '#admin/kit/dialog.tsx'
import { DialogActions } from '#admin/kit/form/dialog-actions.tsx'
import { Stack } from '#admin/kit/layout/columns.tsx'
import { Notice } from '#admin/kit/notice.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { followInvitation } from '#features/signatures/admin/running-invitation.ts'
import { useSignatureActions } from '#features/signatures/admin/use-signatures.ts'
import { InvitationReport } from './invitation-report.tsx'

/** How many can be invited at once. */
export const mostInvitations = 5_000

interface InvitePeopleDialogProps {
  people: readonly { id: string; name: string }[]
  /** Called once invitations were ordered and the dialog is closed. */
  onDone?: () => void
  onClose: () => void
}

/** Invites one lead or many to activate their signature; shows the progress until it is closed. */
export function InvitePeopleDialog({ people, onDone, onClose }: InvitePeopleDialogProps) {
  const { t, format } = useTexts()
  const actions = useSignatureActions()
  const [started, setStarted] = useState<string>()
  const { isBusy, failure, run } = useAction({ showsFailure: true })
  const [first] = people
  const title =
    people.length === 1
      ? t('signatures.invite.titleOne', { name: first?.name ?? '' })
      : t('signatures.invite.titleMany', { number: format.number(people.length) })

  function confirm() {
    run(async () => {
      const { id } = await actions.invite({ lead_ids: people.map((person) => person.id) })
      followInvitation(id)
      setStarted(id)
    })
  }
  function close() {
    // The screen that opened it may remove it on this report.
    if (started !== undefined) onDone?.()
    onClose()
  }

  return (
    <Dialog opened onClose={close} title={title}>
      {started ? (
        <InvitationReport id={started} leave={t('signatures.progress.leave')} onClose={close} />
      ) : (
        <Stack>
          <p>{t('signatures.invite.text')}</p>
          {failure && <Notice kind="error">{failure}</Notice>}
          <DialogActions
            confirm={t('signatures.invite.confirm')}
            cancel={t('signatures.cancel')}
            isBusy={isBusy}
            focus="confirm"
            onConfirm={confirm}
            onCancel={onClose}
          />
        </Stack>
      )}
    </Dialog>
  )
}
