import { Button } from '@mantine/core'
import { useState } from 'react'
import { useAction } from '#admin/kit/api/use-action.ts'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import type { Notification, ReadResult } from '#features/notifications/contract.ts'
import { useNotificationActions } from './use-notifications.ts'

interface MarkAllButtonProps {
  /** What came later than this is not marked. */
  newest: Notification | undefined
  isAnyUnread: boolean
}

/** Marks everything as read, and takes it back. */
export function MarkAllButton({ newest, isAnyUnread }: MarkAllButtonProps) {
  const { t } = useTexts()
  const { markAllRead, undoRead } = useNotificationActions()
  const action = useAction()
  const [done, setDone] = useState<ReadResult>()
  if (done && !isAnyUnread)
    return (
      <Button
        variant="subtle"
        size="sm"
        loading={action.isBusy}
        onClick={() =>
          action.run(async () => {
            await undoRead(done)
            setDone(undefined)
          })
        }
      >
        {t('notifications.undo')}
      </Button>
    )
  if (!newest || !isAnyUnread) return null
  return (
    <Button
      variant="subtle"
      size="sm"
      loading={action.isBusy}
      onClick={() => action.run(async () => setDone(await markAllRead(newest.at)))}
    >
      {t('notifications.markAll')}
    </Button>
  )
}
