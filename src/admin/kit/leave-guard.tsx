import { Button } from '@mantine/core'
import { useRef } from 'react'
import { useBeforeUnload, useBlocker } from 'react-router'
import { useSession } from '#admin/kit/api/session-context.tsx'
import { ButtonRow } from '#admin/kit/layout/button-row.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { Dialog } from './dialog.tsx'

interface LeaveGuardProps {
  isDirty: boolean
  /** The question, where it is not about unsaved changes. */
  title?: string
  text?: string
  /** The parameters of the address that say what is edited: the way back leaves it where they change. */
  params?: readonly string[]
  /** Called when the user leaves anyway. */
  onLeave?: () => void
}

function differs(params: readonly string[], one: string, other: string): boolean {
  const [before, after] = [new URLSearchParams(one), new URLSearchParams(other)]
  return params.some((name) => before.get(name) !== after.get(name))
}

/** Asks before the user leaves unsaved changes; not if the session has ended, since then they cannot be saved. */
export function LeaveGuard({ isDirty, title, text, params = [], onLeave }: LeaveGuardProps) {
  const { t } = useTexts()
  const session = useSession()
  const blocker = useBlocker(
    ({ currentLocation, nextLocation, historyAction }) =>
      isDirty &&
      session.token !== null &&
      (currentLocation.pathname !== nextLocation.pathname ||
        (historyAction === 'POP' && differs(params, currentLocation.search, nextLocation.search))),
  )
  useBeforeUnload((event) => {
    if (isDirty) event.preventDefault()
  })

  // A second press comes before the dialog has closed, and the router throws at a second answer.
  const answered = useRef<typeof blocker>(undefined)
  function stay() {
    if (blocker.state !== 'blocked' || answered.current === blocker) return
    answered.current = blocker
    blocker.reset()
  }
  function leave() {
    if (blocker.state !== 'blocked' || answered.current === blocker) return
    answered.current = blocker
    onLeave?.()
    blocker.proceed()
  }
  return (
    <Dialog opened={blocker.state === 'blocked'} onClose={stay} title={title ?? t('editor.leaveTitle')}>
      <p>{text ?? t('editor.leaveText')}</p>
      <ButtonRow place="end">
        <Button data-autofocus onClick={stay}>
          {t('editor.stay')}
        </Button>
        <Button variant="default" onClick={leave}>
          {t('editor.leave')}
        </Button>
      </ButtonRow>
    </Dialog>
  )
}
