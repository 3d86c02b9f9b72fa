import { useEffect, useRef, useState } from 'react'
import { ConnectionError } from '#admin/kit/api/api-client.ts'
import { useAction } from '#admin/kit/api/use-action.ts'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { useToasts } from '#admin/kit/toast-context.tsx'
import { type BadgeLead, useBadgeActions } from '#features/badges/admin/use-badges.ts'
import type { BulkAwardProgress } from '#features/badges/contract.ts'
import type { BadgeType } from '#shared/badge-types.ts'

export interface AwardDialogProps {
  leads: readonly BadgeLead[]
  /** Called once something was awarded, so that the screen can be updated. */
  onDone: () => void
  onClose: () => void
}

export type Award = ReturnType<typeof useAward>

/** Awards the chosen badge to one lead, or to many with progress and a way to stop. */
export function useAward({ leads, onDone, onClose }: AwardDialogProps) {
  const { t } = useTexts()
  const toasts = useToasts()
  const actions = useBadgeActions()
  const [chosen, setChosen] = useState<BadgeType>()
  const [progress, setProgress] = useState<BulkAwardProgress>()
  const watching = useRef<AbortController>(undefined)
  // Reported only when the dialog closes: the screen that opened it may remove it on this report.
  const isChanged = useRef(false)
  useEffect(() => () => watching.current?.abort(), [])
  const awarding = useAction({
    showsFailure: true,
    // Another user may have awarded it first.
    onError: () => {
      isChanged.current = true
    },
  })
  const stopping = useAction({ showsFailure: true })
  const [first] = leads

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
  function confirm() {
    if (!chosen || !first) return
    awarding.run(() => (leads.length === 1 ? awardOne(first.id, chosen) : awardMany(chosen)))
  }
  return {
    chosen,
    progress,
    isBusy: awarding.isBusy,
    isStopping: stopping.isBusy,
    failure:
      awarding.error instanceof ConnectionError
        ? t('badges.award.offline')
        : (awarding.failure ?? stopping.failure),
    choose: setChosen,
    confirm,
    stop: (id: string) => stopping.run(async () => setProgress(await actions.stopMany(id))),
    close,
  }
}
