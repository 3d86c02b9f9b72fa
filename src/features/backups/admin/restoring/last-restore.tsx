import './texts.ts'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { z } from 'zod'
import { useApi } from '#admin/kit/api/api-context.tsx'
import { Notice } from '#admin/kit/notice.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { Restore } from '#features/backups/restoring/contract.ts'
import { progressPath, restorePath } from './progress-path.ts'

const path = '/api/restores'
// A restore of so long ago is no news, in milliseconds.
const toldFor = 7 * 24 * 3_600_000

/** How the last restore has ended, with the way back; nothing where there was none of late. */
export function LastRestore() {
  const { t, format } = useTexts()
  const api = useApi()
  const { data } = useQuery({
    queryKey: ['backups', 'restores'],
    queryFn: ({ signal }) => api.get(path, z.array(Restore), signal),
    staleTime: 0,
  })
  const last = data?.[0]
  if (!last || Date.now() - Date.parse(last.started_at) > toldFor) return null
  if (last.state === 'running')
    return (
      <Notice
        actions={<a href={progressPath}>{t('restoring.last.follow')}</a>}
        title={t('restoring.last.running')}
      />
    )
  const moment = format.dateTime(last.finished_at ?? last.started_at)
  if (last.state === 'failed')
    return (
      <Notice kind="warning" title={t('restoring.last.failed', { moment })}>
        {t(`restoring.failures.${last.failure ?? 'failed'}`)}
      </Notice>
    )
  return (
    <Notice
      title={t('restoring.last.done', { moment, taken: format.dateTime(last.taken_at ?? last.started_at) })}
      actions={
        last.undo_id && (
          <Button component={Link} variant="default" to={restorePath(last.undo_id)}>
            {t('restoring.last.undo')}
          </Button>
        )
      }
    >
      {last.undo_id && t('restoring.last.undoText')}
    </Notice>
  )
}
