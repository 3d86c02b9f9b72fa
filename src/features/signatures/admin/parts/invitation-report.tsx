import { Button } from '@mantine/core'
import { useAction } from '#admin/kit/api/use-action.ts'
import { ButtonRow } from '#admin/kit/layout/button-row.tsx'
import { Stack } from '#admin/kit/layout/columns.tsx'
import { Facts } from '#admin/kit/layout/facts.tsx'
import { ProgressBar } from '#admin/kit/layout/progress-bar.tsx'
import { LoadFailure } from '#admin/kit/load-failure.tsx'
import { LoadingBlock } from '#admin/kit/loading.tsx'
import { followInvitation } from '#features/signatures/admin/running-invitation.ts'
import { useSentTexts } from '#features/signatures/admin/use-sent-texts.ts'
import { useInvitationProgress, useSignatureActions } from '#features/signatures/admin/use-signatures.ts'
import type { InvitationProgress } from '#features/signatures/contract.ts'

interface InvitationReportProps {
  id: string
  /** The label of the button that closes it while the invitations go on. */
  leave?: string
  onClose?: () => void
}

/** How far invitations are, with a button to stop them, and finally their result. */
export function InvitationReport({ id, leave, onClose }: InvitationReportProps) {
  const { t } = useSentTexts()
  const actions = useSignatureActions()
  const query = useInvitationProgress(id)
  const stopping = useAction()
  if (query.isError && !query.data) return <Failure query={query} />
  if (!query.data) return <LoadingBlock height={120} />
  const isRunning = query.data.status === 'running'
  function forget() {
    followInvitation(undefined)
    onClose?.()
  }
  return (
    <Stack>
      <Outcomes progress={query.data} />
      <ButtonRow place="end">
        {isRunning && (
          <Button
            variant="default"
            loading={stopping.isBusy}
            onClick={() => stopping.run(() => actions.stop(id))}
          >
            {t('signatures.progress.stop')}
          </Button>
        )}
        {isRunning ? (
          leave && (
            <Button variant="default" onClick={onClose}>
              {leave}
            </Button>
          )
        ) : (
          <Button onClick={forget}>{t('signatures.progress.close')}</Button>
        )}
      </ButtonRow>
    </Stack>
  )
}

/** Its progress cannot be read: it is asked for again, or no longer followed. */
function Failure({ query }: { query: ReturnType<typeof useInvitationProgress> }) {
  const { t } = useSentTexts()
  return (
    <Stack>
      <LoadFailure query={query} title={t('signatures.progress.failed')} />
      <Button variant="default" onClick={() => followInvitation(undefined)}>
        {t('signatures.progress.close')}
      </Button>
    </Stack>
  )
}

function Outcomes({ progress }: { progress: InvitationProgress }) {
  const { t, format } = useSentTexts()
  const { status, total, invited, already, skipped, missing } = progress
  const ended = invited + already + skipped + missing
  const counts = [
    { key: 'invited', count: invited },
    { key: 'already', count: already },
    { key: 'skipped', count: skipped },
    { key: 'missing', count: missing },
    { key: 'left', count: status === 'stopped' ? total - ended : 0 },
  ] as const
  const facts = counts
    .filter(({ key, count }) => key === 'invited' || count > 0)
    .map(({ key, count }) => ({ name: t(`signatures.progress.results.${key}`), value: format.number(count) }))
  const said = status === 'done' && invited === 0 ? 'nothing' : status
  return (
    <div role="status">
      <Stack>
        <p>{t(`signatures.progress.${said}`)}</p>
        <ProgressBar label={t('signatures.progress.running')} value={ended} max={total} />
        <Facts facts={facts} layout="ruled" />
      </Stack>
    </div>
  )
}
