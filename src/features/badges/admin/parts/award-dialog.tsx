import '#features/badges/admin/texts.ts'
import { Button } from '@mantine/core'
import { Dialog } from '#admin/kit/dialog.tsx'
import { ButtonRow } from '#admin/kit/layout/button-row.tsx'
import { Stack } from '#admin/kit/layout/columns.tsx'
import { Facts } from '#admin/kit/layout/facts.tsx'
import { Hint } from '#admin/kit/layout/hint.tsx'
import { ProgressBar } from '#admin/kit/layout/progress-bar.tsx'
import { LoadFailure } from '#admin/kit/load-failure.tsx'
import { LoadingBlock } from '#admin/kit/loading.tsx'
import { Notice } from '#admin/kit/notice.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { BadgeChoice } from '#features/badges/admin/badge-choice.tsx'
import type { BadgeLead } from '#features/badges/admin/use-badges.ts'
import type { BulkAwardProgress } from '#features/badges/contract.ts'
import type { BadgeType } from '#shared/badge-types.ts'
import { useBadgeTypes } from './badge-types.ts'
import { type Award, type AwardDialogProps, useAward } from './use-award.ts'

/** Awards a badge to one or many leads; it can be confirmed once a badge is chosen. */
export function AwardDialog(props: AwardDialogProps) {
  const { t, format } = useTexts()
  const types = useBadgeTypes()
  const award = useAward(props)
  const { chosen, progress, isBusy, failure } = award
  const { leads } = props
  const [first] = leads

  return (
    <Dialog
      opened
      onClose={award.close}
      size="38rem"
      title={
        leads.length === 1
          ? t('badges.award.titleOne', { name: first?.name ?? '' })
          : t('badges.award.titleMany', { count: leads.length, number: format.number(leads.length) })
      }
    >
      {types.isPending && <LoadingBlock height={280} />}
      {types.isError && !types.data && <LoadFailure query={types} />}
      {types.data && !progress && (
        <BadgeChoice
          badges={types.data}
          leads={leads}
          chosen={chosen}
          disabled={isBusy}
          onChoose={award.choose}
        />
      )}
      {chosen && !progress && <MailsToSend leads={leads} badge={chosen} />}
      {progress && <Progress progress={progress} />}
      {failure && (
        <Notice kind="error" title={t('badges.award.failed')}>
          {failure !== t('badges.award.failed') && failure}
        </Notice>
      )}
      <AwardButtons award={award} />
    </Dialog>
  )
}

/** How many people get the badge, and a mail that says so. */
function MailsToSend({ leads, badge }: { leads: readonly BadgeLead[]; badge: BadgeType }) {
  const { t, format } = useTexts()
  const count = leads.filter(({ badges }) => !badges.includes(badge)).length
  return <Hint role="status">{t('badges.award.mailed', { count, number: format.number(count) })}</Hint>
}

function AwardButtons({ award }: { award: Award }) {
  const { t } = useTexts()
  const { chosen, progress, isBusy, isStopping, confirm, stop, close } = award
  if (progress && progress.status !== 'running') {
    return (
      <ButtonRow place="end">
        <Button onClick={close}>{t('badges.award.close')}</Button>
      </ButtonRow>
    )
  }
  return (
    <ButtonRow place="end">
      {progress ? (
        <Button variant="default" loading={isStopping} onClick={() => stop(progress.id)}>
          {t('badges.award.stop')}
        </Button>
      ) : (
        <Button loading={isBusy} disabled={!chosen} onClick={confirm}>
          {t('badges.award.confirm')}
        </Button>
      )}
      <Button variant="default" onClick={close}>
        {t(isBusy ? 'badges.award.leave' : 'badges.award.cancel')}
      </Button>
    </ButtonRow>
  )
}

/** The progress of a bulk award, and finally its result. */
function Progress({ progress }: { progress: BulkAwardProgress }) {
  const { t, format } = useTexts()
  const { status, total, awarded, already, missing } = progress
  const ended = awarded + already + missing
  const outcomes = [
    { key: 'awarded', count: awarded },
    { key: 'already', count: already },
    { key: 'missing', count: missing },
    { key: 'left', count: status === 'stopped' ? total - ended : 0 },
  ] as const
  const said = {
    running: 'badges.award.running',
    stopped: 'badges.award.stopped',
    done: awarded > 0 ? 'badges.award.done' : 'badges.award.nothing',
  } as const
  const facts = outcomes
    .filter(({ key, count }) => key === 'awarded' || count > 0)
    .map(({ key, count }) => ({ name: t(`badges.award.results.${key}`), value: format.number(count) }))
  return (
    <div role="status">
      <Stack>
        <p>{t(said[status])}</p>
        <ProgressBar label={t('badges.award.running')} value={ended} max={total} />
        <Facts facts={facts} layout="ruled" />
      </Stack>
    </div>
  )
}
