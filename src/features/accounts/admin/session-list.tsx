import { Button, Skeleton } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { useApi } from '#admin/kit/api/api-context.tsx'
import { useAction } from '#admin/kit/api/use-action.ts'
import { Dialog } from '#admin/kit/dialog.tsx'
import { LoadFailure } from '#admin/kit/load-failure.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { Session } from '#features/accounts/contract.ts'
import { describeDevice } from './device.ts'
import styles from './profile.module.css'

type Asked = Session | 'others'

/** Where one is signed in, and the end of it. */
export function SessionList() {
  const { t } = useTexts()
  const api = useApi()
  const [asked, setAsked] = useState<Asked>()
  const sessions = useQuery({
    queryKey: ['sessions'],
    queryFn: ({ signal }) => api.get('/api/auth/sessions', z.array(Session), signal),
  })
  if (sessions.isError && !sessions.data) return <LoadFailure query={sessions} />
  if (!sessions.data) return <Skeleton height={120} />
  const others = sessions.data.filter(({ current }) => !current)
  return (
    <>
      <p className={styles.hint}>{t(others.length > 0 ? 'profile.sessionsText' : 'profile.only')}</p>
      <ul className={styles.sessions}>
        {[...sessions.data.filter(({ current }) => current), ...others].map((session) => (
          <SessionRow key={session.id} session={session} onEnd={() => setAsked(session)} />
        ))}
      </ul>
      {others.length > 1 && (
        <div>
          <Button variant="default" onClick={() => setAsked('others')}>
            {t('profile.endAll')}
          </Button>
        </div>
      )}
      <EndQuestion asked={asked} onClose={() => setAsked(undefined)} />
    </>
  )
}

function SessionRow({ session, onEnd }: { session: Session; onEnd: () => void }) {
  const { t, format } = useTexts()
  return (
    <li>
      <div>
        <p className={styles.device}>
          <bdi title={session.user_agent}>
            {describeDevice(session.user_agent) ?? t('profile.unknownDevice')}
          </bdi>
          {session.current && <span>{t('profile.here')}</span>}
        </p>
        <p className={styles.times}>
          <span>{t('profile.seen', { date: format.dateTime(session.last_seen_at) })}</span>
          <span>{t('profile.opened', { date: format.dateTime(session.created_at) })}</span>
          <span>{t('profile.until', { date: format.dateTime(session.expires_at) })}</span>
        </p>
      </div>
      {!session.current && (
        <Button variant="default" size="sm" onClick={onEnd}>
          {t('profile.end')}
        </Button>
      )}
    </li>
  )
}

function EndQuestion({ asked, onClose }: { asked: Asked | undefined; onClose: () => void }) {
  const { t } = useTexts()
  const api = useApi()
  const queries = useQueryClient()
  const { isBusy, run } = useAction({
    onSettled: () => {
      onClose()
      return queries.invalidateQueries({ queryKey: ['sessions'] })
    },
  })
  const end = (which: Asked) =>
    run(
      () =>
        api.command('DELETE', which === 'others' ? '/api/auth/sessions' : `/api/auth/sessions/${which.id}`),
      t(which === 'others' ? 'profile.endedAll' : 'profile.ended'),
    )
  return (
    <Dialog
      opened={asked !== undefined}
      onClose={onClose}
      title={t(asked === 'others' ? 'profile.endAllTitle' : 'profile.endTitle')}
    >
      {asked && (
        <>
          <p>
            {asked === 'others'
              ? t('profile.endAllText')
              : t('profile.endText', {
                  device: describeDevice(asked.user_agent) ?? t('profile.unknownDevice'),
                })}
          </p>
          <div className={styles.choices}>
            <Button loading={isBusy} onClick={() => end(asked)}>
              {t(asked === 'others' ? 'profile.endAllTitle' : 'profile.end')}
            </Button>
            <Button variant="default" data-autofocus onClick={onClose}>
              {t('profile.keep')}
            </Button>
          </div>
        </>
      )}
    </Dialog>
  )
}
