import { Box, Button } from '@mantine/core'
import { FilterBar } from '#admin/kit/layout/columns.tsx'
import { Hint } from '#admin/kit/layout/hint.tsx'
import { SearchFilter, SelectFilter } from '#admin/kit/list/filters.tsx'
import { LoadFailure } from '#admin/kit/load-failure.tsx'
import { LoadingLines } from '#admin/kit/loading.tsx'
import { EmptyState } from '#admin/kit/notice.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { type ManagedUser, userStates } from '#features/accounts/contract.ts'
import { roles } from '#shared/roles.ts'
import { InviteButton } from './invite-dialog.tsx'
import { useUserFilter, useUsers } from './use-users.ts'
import { filterUsers } from './user-filter.ts'
import { UserTable } from './user-table.tsx'
import { UsersHead } from './users-head.tsx'

/** Who may sign in, and who is invited to. */
export function UsersScreen() {
  const { t } = useTexts()
  const users = useUsers()
  return (
    <>
      <UsersHead title={t('screens.users')} intro={t('users.intro')} aside={users.data && <InviteButton />} />
      {users.isPending && <LoadingLines />}
      {users.isError && !users.data && (
        <LoadFailure query={users} describe={(reason) => t('users.failed', { reason })} />
      )}
      {users.data && <UserList users={users.data} />}
    </>
  )
}

function UserList({ users }: { users: ManagedUser[] }) {
  const { t, format } = useTexts()
  const { query, typed, type, change, isNarrowed, clear } = useUserFilter()
  const shown = filterUsers(users, query)
  return (
    <>
      <FilterBar active={[query.role, query.state].filter(Boolean).length}>
        <SearchFilter label={t('users.search')} value={typed} onChange={type} />
        <SelectFilter
          label={t('users.role')}
          any={t('users.anyRole')}
          options={roles.map((role) => ({ value: role, label: t(`roles.${role}`) }))}
          value={query.role ?? ''}
          onChange={(value) => change({ role: roles.find((role) => role === value) })}
        />
        <SelectFilter
          label={t('users.state')}
          any={t('users.anyState')}
          options={userStates.map((state) => ({ value: state, label: t(`users.states.${state}`) }))}
          value={query.state ?? ''}
          onChange={(value) => change({ state: userStates.find((state) => state === value) })}
        />
        {isNarrowed && (
          <Button variant="subtle" onClick={clear}>
            {t('users.clear')}
          </Button>
        )}
      </FilterBar>
      {shown.length > 0 ? (
        <UserTable users={shown} />
      ) : (
        <EmptyState
          title={t('users.noMatch')}
          actions={
            <Button variant="default" onClick={clear}>
              {t('users.clear')}
            </Button>
          }
        />
      )}
      <Box mt="sm">
        <Hint role="status">
          {t('users.count', { count: shown.length, number: format.number(shown.length) })}
        </Hint>
      </Box>
    </>
  )
}
