import { useQuery, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { useApi } from '#admin/kit/api/api-context.tsx'
import { useListQuery } from '#admin/kit/list/use-list-query.ts'
import { ManagedUser } from '#features/accounts/contract.ts'
import { readUserQuery, writeUserQuery } from './user-filter.ts'

const usersKey = ['users']

/** All users, by name. */
export function useUsers() {
  const api = useApi()
  return useQuery({
    queryKey: [...usersKey, 'all'],
    queryFn: ({ signal }) => api.get('/api/users', z.array(ManagedUser), signal),
  })
}

/** One user. */
export function useManagedUser(id: string) {
  const api = useApi()
  return useQuery({
    queryKey: [...usersKey, id],
    queryFn: ({ signal }) => api.get(`/api/users/${encodeURIComponent(id)}`, ManagedUser, signal),
  })
}

/** Returns functions that tell the screens about changed users. */
export function useUserChanges() {
  const queries = useQueryClient()
  const refetch = (queryKey: string[]) => void queries.invalidateQueries({ queryKey })
  return {
    /** A user as they are now. */
    keep(user: ManagedUser) {
      queries.setQueryData([...usersKey, user.id], user)
      refetch([...usersKey, 'all'])
      refetch(['team'])
    },
    /** Something about the users may have changed. */
    refresh() {
      refetch(usersKey)
      refetch(['team'])
    },
    /** A user is gone: nobody asks for them again. */
    forget(id: string) {
      queries.removeQueries({ queryKey: [...usersKey, id] })
      refetch([...usersKey, 'all'])
      refetch(['team'])
    },
  }
}

/** The search and the filters of the list of users, stored in the address. */
export function useUserFilter() {
  const list = useListQuery({ read: readUserQuery, write: writeUserQuery })
  const { search, role, state } = list.query
  return {
    ...list,
    isNarrowed: search !== '' || role !== undefined || state !== undefined,
    clear: () => list.clear({ role: undefined, state: undefined }),
  }
}
