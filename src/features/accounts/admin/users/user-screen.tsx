import { useState } from 'react'
import { Link, Navigate, useParams } from 'react-router'
import { ApiError } from '#admin/kit/api/api-client.ts'
import { useUser } from '#admin/kit/api/api-context.tsx'
import { BackLink } from '#admin/kit/back-link.tsx'
import { Columns } from '#admin/kit/layout/columns.tsx'
import { Panel } from '#admin/kit/layout/panel.tsx'
import { LoadFailure } from '#admin/kit/load-failure.tsx'
import { LoadingBlock } from '#admin/kit/loading.tsx'
import { EmptyState, Notice } from '#admin/kit/notice.tsx'
import { ScreenHeading } from '#admin/kit/screen-heading.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import type { ManagedUser } from '#features/accounts/contract.ts'
import { AccessForm } from './access-form.tsx'
import './texts.ts'
import { useManagedUser } from './use-users.ts'
import { UserActions } from './user-actions.tsx'
import { UserFacts } from './user-facts.tsx'

/** One user: who they are, what they may do, and whether they can sign in. */
export function UserScreen() {
  const { id = '' } = useParams()
  return <OneUser key={id} id={id} />
}

function OneUser({ id }: { id: string }) {
  const { t } = useTexts()
  const user = useManagedUser(id)
  const [isGone, setGone] = useState(false)
  // By a component, so that the question about unsaved changes is gone before.
  if (isGone) return <Navigate to="/admin/users" replace />
  if (user.data) return <Known user={user.data} onGone={() => setGone(true)} />
  const isUnknown = user.error instanceof ApiError && [404, 422].includes(user.error.status)
  return (
    <>
      <ScreenHeading
        before={<BackToTeam />}
        title={t(isUnknown ? 'users.one.unknownTitle' : 'screens.users')}
      />
      {user.isPending && <LoadingBlock height={320} />}
      {isUnknown && <EmptyState title={t('users.one.unknownText')} />}
      {user.isError && !isUnknown && (
        <LoadFailure query={user} describe={(reason) => t('users.failed', { reason })} />
      )}
    </>
  )
}

function BackToTeam() {
  const { t } = useTexts()
  return <BackLink to="/admin/users">{t('users.one.back')}</BackLink>
}

function Known({ user, onGone }: { user: ManagedUser; onGone: () => void }) {
  const { t } = useTexts()
  const isOwn = useUser().id === user.id
  return (
    <>
      <ScreenHeading before={<BackToTeam />} title={user.name || user.username} />
      <Columns from="medium">
        <Panel title={t('users.one.facts')}>
          <UserFacts user={user} />
        </Panel>
        {isOwn ? (
          <div>
            <Notice
              title={t('users.one.own')}
              actions={<Link to="/admin/profile">{t('users.one.ownLink')}</Link>}
            >
              {t('users.one.ownText')}
            </Notice>
          </div>
        ) : (
          <>
            <Panel title={t('users.one.accessTitle')}>
              <AccessForm user={user} />
            </Panel>
            <Panel title={t('users.one.actions')} isWide>
              <UserActions user={user} onGone={onGone} />
            </Panel>
          </>
        )}
      </Columns>
    </>
  )
}
