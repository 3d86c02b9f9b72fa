import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { Hint } from '#admin/kit/layout/hint.tsx'
import { currentZone } from '#admin/kit/moment.ts'
import { isolateWords } from '#admin/kit/texts/isolate.ts'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { useToasts } from '#admin/kit/toast-context.tsx'
import { platformNames } from '#features/social/contract.ts'
import { findFreeSlot, findLead } from './free-time.ts'
import type { Composing } from './use-composer.ts'

interface QueueButtonProps {
  chosen: Composing['chosen']
  /** When the chosen accounts publish already. */
  taken: readonly string[]
  onFound: (wallTime: string) => void
}

const nameOf = ({ platform, account_name }: Composing['chosen'][number]) =>
  isolateWords(`${platformNames[platform]}, ${account_name}`)

/** Takes the next free slot of the chosen accounts. */
export function QueueButton({ chosen, taken, onFound }: QueueButtonProps) {
  const { t } = useTexts()
  const toasts = useToasts()
  function queue() {
    const slot = findFreeSlot(chosen, { now: new Date(), timeZone: currentZone(), taken })
    if (!slot) {
      toasts.show('warning', t('composer.time.noFree'))
      return
    }
    onFound(slot.wallTime)
    const own = chosen.find(({ id }) => id === slot.ownOf?.id)
    if (own) toasts.show('warning', t('composer.time.ownSlot', { account: nameOf(own) }))
  }
  return (
    <Button variant="default" disabled={!findLead(chosen)} aria-describedby={hintId} onClick={queue}>
      {t('composer.time.free')}
    </Button>
  )
}

const hintId = 'composer-queue-hint'

/** Whose slot it is, and where slots are set. */
export function QueueHint({ chosen }: Pick<QueueButtonProps, 'chosen'>) {
  const { t } = useTexts()
  const [first] = chosen
  const lead = findLead(chosen)
  if (!first) return <Hint id={hintId}>{t('composer.time.noAccount')}</Hint>
  const account = nameOf(lead ?? first)
  const kind = lead ? (chosen.length === 1 ? 'slotOf' : 'slotOfSeveral') : 'noSlots'
  return (
    <Hint id={hintId}>
      {t(`composer.time.${kind}`, { account })}{' '}
      <Link to={`/admin/social/cuentas?timetable=${(lead ?? first).id}`}>{t('composer.time.slots')}</Link>
    </Hint>
  )
}
