import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { useApi } from '#admin/kit/api/api-context.tsx'
import { useAction } from '#admin/kit/api/use-action.ts'
import { ConfirmDialog } from '#admin/kit/form/confirm-dialog.tsx'
import { Hint, Meta, Tag } from '#admin/kit/layout/hint.tsx'
import { Row, Rows } from '#admin/kit/layout/rows.tsx'
import { LoadFailure } from '#admin/kit/load-failure.tsx'
import { LoadingBlock } from '#admin/kit/loading.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { Session } from '#features/accounts/contract.ts'
import { describeDevice } from '#features/accounts/profile/model.ts'

type Asked = Session | 'others'

/** The user's sessions, and buttons to end them. */
export function SessionList() {
  const { t } = useTexts()
  const api = useApi()
  const [asked, setAsked] = useState<Asked>()
  const sessions = useQuery({
    queryKey: ['sessions'],
    queryFn: ({ signal }) => api.get('/api/auth/sessions', z.array(Session), signal),
  })
  if (sessions.isError && !sessions.data) return <LoadFailure query={sessions} />
  if (!sessions.data) return <LoadingBlock height={120} />
  const others = sessions.data.filter(({ current }) => !current)
  return (
    <>
      <Hint>{t(others.length > 0 ? 'profile.sessionsText' : 'profile.only')}</Hint>
      <Rows>
        {[...sessions.data.filter(({ current }) => current), ...others].map((session) => (
          <SessionRow key={session.id} session={session} onEnd={() => setAsked(session)} />
        ))}
      </Rows>
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
    <Row>
      <div>
        <p>
          <bdi title={session.user_agent}>
            {describeDevice(session.user_agent) ?? t('profile.unknownDevice')}
          </bdi>{' '}
          {session.current && <Tag>{t('profile.here')}</Tag>}
        </p>
        <Meta>
          <span>{t('profile.seen', { date: format.dateTime(session.last_seen_at) })}</span>
          <span>{t('profile.opened', { date: format.dateTime(session.created_at) })}</span>
          <span>{t('profile.until', { date: format.dateTime(session.expires_at) })}</span>
        </Meta>
      </div>
      {!session.current && (
        <Button variant="default" size="sm" onClick={onEnd}>
          {t('profile.end')}
        </Button>
      )}
    </Row>
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
    <ConfirmDialog
      opened={asked !== undefined}
      title={t(asked === 'others' ? 'profile.endAllTitle' : 'profile.endTitle')}
      confirm={t(asked === 'others' ? 'profile.endAllTitle' : 'profile.end')}
      cancel={t('profile.keep')}
      focus="cancel"
      isBusy={isBusy}
      onConfirm={() => asked && end(asked)}
      onClose={onClose}
    >
      {asked === 'others' && t('profile.endAllText')}
      {asked &&
        asked !== 'others' &&
        t('profile.endText', { device: describeDevice(asked.user_agent) ?? t('profile.unknownDevice') })}
    </ConfirmDialog>
  )
}
