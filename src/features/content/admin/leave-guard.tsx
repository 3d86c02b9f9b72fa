import { Button } from '@mantine/core'
import { useBeforeUnload, useBlocker } from 'react-router'
import { useUser } from '#admin/kit/api-context.tsx'
import { Dialog } from '#admin/kit/dialog.tsx'
import { useSession } from '#admin/kit/session-context.tsx'
import { useTexts } from '#admin/kit/text-context.tsx'
import type { ContentKey } from '../contract.ts'
import styles from './editor.module.css'
import type { Edits } from './edits.ts'
import { keepEdits } from './kept-edits.ts'

/** Asks before unsaved text is left behind; when the session has ended, keeps it for after the sign-in instead. */
export function LeaveGuard({ contentKey, edits }: { contentKey: ContentKey; edits: Edits }) {
  const { t } = useTexts()
  const session = useSession()
  const user = useUser()
  const isDirty = Object.keys(edits).length > 0

  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    if (!isDirty || currentLocation.pathname === nextLocation.pathname) return false
    if (session.token !== null) return true
    keepEdits(sessionStorage, user.id, contentKey, edits)
    return false
  })
  useBeforeUnload((event) => {
    if (isDirty) event.preventDefault()
  })

  const stay = () => blocker.state === 'blocked' && blocker.reset()
  return (
    <Dialog opened={blocker.state === 'blocked'} onClose={stay} title={t('editor.leaveTitle')}>
      <p>{t('editor.leaveText')}</p>
      <div className={styles.choices}>
        <Button data-autofocus onClick={stay}>
          {t('editor.stay')}
        </Button>
        <Button variant="default" onClick={() => blocker.state === 'blocked' && blocker.proceed()}>
          {t('editor.leave')}
        </Button>
      </div>
    </Dialog>
  )
}
