import { Link } from 'react-router'
import { useUser } from '#admin/kit/api/api-context.tsx'
import { Detail, Tag } from '#admin/kit/layout/hint.tsx'
import { type Column, DataTable } from '#admin/kit/list/data-table.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import type { ManagedUser } from '#features/accounts/contract.ts'
import { LastSeen, UserLanguages, UserState } from './user-state.tsx'

/** The users as a table. */
export function UserTable({ users }: { users: ManagedUser[] }) {
  const { t } = useTexts()
  return (
    <DataTable caption={t('screens.users')} columns={useUserColumns()} rows={users} keyOf={({ id }) => id} />
  )
}

function useUserColumns(): Column<ManagedUser>[] {
  const { t } = useTexts()
  const own = useUser()
  return [
    {
      key: 'name',
      label: t('users.name'),
      isRowHeader: true,
      cell: (user) => (
        <>
          <Link to={`/admin/users/${user.id}`}>
            <bdi>{user.name || user.username}</bdi>
          </Link>{' '}
          {user.id === own.id && <Tag>{t('users.you')}</Tag>}
          {listNames(user).map((name) => (
            <Detail key={name}>
              <bdi>{name}</bdi>
            </Detail>
          ))}
        </>
      ),
    },
    {
      key: 'role',
      label: t('users.role'),
      cell: ({ role, languages }) => (
        <>
          {t(`roles.${role}`)}
          {languages && (
            <Detail>
              <UserLanguages languages={languages} />
            </Detail>
          )}
        </>
      ),
    },
    { key: 'state', label: t('users.state'), cell: (user) => <UserState user={user} /> },
    {
      key: 'seen',
      label: t('users.lastSeen'),
      cell: ({ last_seen_at }) => <LastSeen at={last_seen_at} />,
    },
  ]
}

/** The username and the address, where they say more than the name. */
function listNames({ name, username, email }: ManagedUser): string[] {
  return [...new Set([username, email ?? ''])].filter((one) => one !== '' && one !== name)
}
