import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { useApi } from '#admin/kit/api/api-context.tsx'
import { useAction } from '#admin/kit/api/use-action.ts'
import { Dialog } from '#admin/kit/dialog.tsx'
import { DialogActions } from '#admin/kit/form/dialog-actions.tsx'
import { Stack } from '#admin/kit/layout/columns.tsx'
import { Hint } from '#admin/kit/layout/hint.tsx'
import { LoadFailure } from '#admin/kit/load-failure.tsx'
import { LoadingBlock } from '#admin/kit/loading.tsx'
import { Notice } from '#admin/kit/notice.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { EarlyAdopterSummary } from '#features/early-adopters/contract.ts'
import { InvitationReport } from '#features/signatures/admin/parts/invitation-report.tsx'
import { followInvitation } from '#features/signatures/admin/running-invitation.ts'
import styles from '#features/signatures/admin/signatures.module.css'
import { useSignatureActions } from '#features/signatures/admin/use-signatures.ts'
import { type Segment, segments } from '#shared/segments.ts'

/** Invites everyone of a segment, or leads to the list where people are chosen. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTexts()
  const actions = useSignatureActions()
  const [chosen, setChosen] = useState<Segment>()
  const [started, setStarted] = useState<string>()
  const { isBusy, failure, run } = useAction({ showsFailure: true })

  function confirm() {
    if (!chosen) return
    run(async () => {
      const { id } = await actions.invite({ segment: chosen })
      followInvitation(id)
      setStarted(id)
    })
  }

  return (
    <Dialog opened onClose={onClose} size="36rem" title={t('signatures.invite.title')}>
      {started ? (
        <InvitationReport id={started} leave={t('signatures.progress.leave')} onClose={onClose} />
      ) : (
        <Stack>
          <p>{t('signatures.invite.text')}</p>
          <SegmentChoice chosen={chosen} disabled={isBusy} onChoose={setChosen} />
          <Hint>
            {t('signatures.invite.orChoose')}{' '}
            <Link to="/admin/early-adopters">{t('signatures.invite.choosePeople')}</Link>
          </Hint>
          {failure && <Notice kind="error">{failure}</Notice>}
          <DialogActions
            confirm={t('signatures.invite.confirm')}
            cancel={t('signatures.cancel')}
            isBusy={isBusy}
            disabled={!chosen}
            onConfirm={confirm}
            onCancel={onClose}
          />
        </Stack>
      )}
    </Dialog>
  )
}

interface SegmentChoiceProps {
  chosen: Segment | undefined
  disabled: boolean
  onChoose: (segment: Segment) => void
}

/** The segments, each with the number of people in it; an empty one cannot be chosen. */
function SegmentChoice({ chosen, disabled, onChoose }: SegmentChoiceProps) {
  const { t, format } = useTexts()
  const api = useApi()
  const summary = useQuery({
    queryKey: ['early-adopters', 'summary'],
    queryFn: ({ signal }) => api.get('/api/early-adopters/summary', EarlyAdopterSummary, signal),
  })
  if (summary.isError && !summary.data) return <LoadFailure query={summary} />
  if (!summary.data) return <LoadingBlock height={180} />
  const counts = summary.data.by_segment
  return (
    <fieldset disabled={disabled} className={styles.segments}>
      <legend>{t('signatures.invite.segment')}</legend>
      {segments.map((segment) => (
        <label key={segment}>
          <input
            type="radio"
            name="segment"
            value={segment}
            checked={chosen === segment}
            disabled={counts[segment] === 0}
            onChange={() => onChoose(segment)}
          />
          <span>{t(`segments.${segment}`)}</span>
          <b>{format.number(counts[segment])}</b>
        </label>
      ))}
    </fieldset>
  )
}
