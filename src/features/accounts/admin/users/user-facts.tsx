import { type Fact, Facts } from '#admin/kit/layout/facts.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import type { ManagedUser } from '#features/accounts/contract.ts'
import { LastSeen, UserLanguages, UserState } from './user-state.tsx'

/** What is known about a user. */
export function UserFacts({ user }: { user: ManagedUser }) {
  const { t, format } = useTexts()
  const { invitation } = user
  const invited: Fact[] = invitation
    ? [
        { name: t('users.one.sentAt'), value: format.dateTime(invitation.sent_at) },
        {
          name: t('users.one.invitedBy'),
          value: <bdi>{invitation.invited_by ?? t('users.one.formerUser')}</bdi>,
        },
      ]
    : []
  const isHere = user.state !== 'invited'
  return (
    <Facts
      facts={[
        { name: t('users.username'), value: <bdi>{user.username}</bdi> },
        { name: t('users.email'), value: user.email === null ? t('users.noEmail') : <bdi>{user.email}</bdi> },
        { name: t('users.role'), value: t(`roles.${user.role}`) },
        ...(user.role === 'editor'
          ? [{ name: t('users.languages'), value: <UserLanguages languages={user.languages} /> }]
          : []),
        { name: t('users.state'), value: <UserState user={user} /> },
        ...invited,
        ...(isHere
          ? [
              { name: t('users.one.since'), value: format.date(user.created_at) },
              { name: t('users.lastSeen'), value: <LastSeen at={user.last_seen_at} /> },
              { name: t('users.one.sessions'), value: format.number(user.sessions) },
              {
                name: t('users.one.secondFactor'),
                value: t(user.second_factor ? 'users.one.factorOn' : 'users.one.factorOff'),
              },
            ]
          : []),
      ]}
    />
  )
}
