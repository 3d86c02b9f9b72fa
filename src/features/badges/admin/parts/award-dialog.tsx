import '#features/badges/admin/texts.ts'
import { Button } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { ConnectionError } from '#admin/kit/api/api-client.ts'
import { useAction } from '#admin/kit/api/use-action.ts'
import { Dialog } from '#admin/kit/dialog.tsx'
import { ButtonRow } from '#admin/kit/layout/button-row.tsx'
import { Stack } from '#admin/kit/layout/columns.tsx'
import { Facts } from '#admin/kit/layout/facts.tsx'
import { ProgressBar } from '#admin/kit/layout/progress-bar.tsx'
import { LoadFailure } from '#admin/kit/load-failure.tsx'
import { LoadingBlock } from '#admin/kit/loading.tsx'
import { Notice } from '#admin/kit/notice.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { useToasts } from '#admin/kit/toast-context.tsx'
import { BadgeChoice } from '#features/badges/admin/badge-choice.tsx'
import { type BadgeLead, useBadgeActions } from '#features/badges/admin/use-badges.ts'
import type { BadgeType, BulkAwardProgress } from '#features/badges/contract.ts'
import { useBadgeTypes } from './badge-types.ts'

interface AwardDialogProps {
  leads: readonly BadgeLead[]
  /** Something was awarded: what the screen shows has changed. */
  onDone: () => void
  onClose: () => void
}

/** Gives one or many leads a badge: nothing can be confirmed until a badge is chosen. */
export function AwardDialog({ leads, onDone, onClose }: AwardDialogProps) {
  const { t, format } = useTexts()
  const toasts = useToasts()
  const types = useBadgeTypes()
  const actions = useBadgeActions()
  const [chosen, setChosen] = useState<BadgeType>()
  const [progress, setProgress] = useState<BulkAwardProgress>()
  const watching = useRef<AbortController>(undefined)
  // Told of only once the window goes: whoever opened it may close it for that.
  const isChanged = useRef(false)
  useEffect(() => () => watching.current?.abort(), [])
  const awarding = useAction({
    showsFailure: true,
    // Somebody else may have been quicker.
    onError: () => {
      isChanged.current = true
    },
  })
  const stopping = useAction({ showsFailure: true })
  const { isBusy } = awarding
  const [first] = leads
  const isRunning = progress?.status === 'running'
  const isEnded = progress !== undefined && !isRunning

  function close() {
    if (isChanged.current) onDone()
    onClose()
  }
  async function awardOne(id: string, type: BadgeType) {
    await actions.award(id, type)
    toasts.show('success', t('badges.award.done'))
    isChanged.current = true
    close()
  }
  async function awardMany(type: BadgeType) {
    watching.current = new AbortController()
    isChanged.current = true
    const ids = leads.map(({ id }) => id)
    await actions.awardMany(ids, type, { onProgress: setProgress, signal: watching.current.signal })
  }
  const stop = (id: string) => stopping.run(async () => setProgress(await actions.stopMany(id)))
  function confirm() {
    if (!chosen || !first) return
    awarding.run(() => (leads.length === 1 ? awardOne(first.id, chosen) : awardMany(chosen)))
  }
  const failure =
    awarding.error instanceof ConnectionError
      ? t('badges.award.offline')
      : (awarding.failure ?? stopping.failure)

  return (
    <Dialog
      opened
      onClose={close}
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
          onChoose={setChosen}
        />
      )}
      {progress && <Progress progress={progress} />}
      {failure && (
        <Notice kind="error" title={t('badges.award.failed')}>
          {failure !== t('badges.award.failed') && failure}
        </Notice>
      )}
      <ButtonRow place="end">
        {isEnded ? (
          <Button onClick={close}>{t('badges.award.close')}</Button>
        ) : (
          <>
            {isRunning ? (
              <Button variant="default" loading={stopping.isBusy} onClick={() => stop(progress.id)}>
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
          </>
        )}
      </ButtonRow>
    </Dialog>
  )
}

/** How far a bulk award has come, and in the end what came of it. */
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
