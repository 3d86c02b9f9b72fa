import type { ListQuery } from '#admin/kit/list/use-list-query.ts'
import { type ManagedUser, userStates } from '#features/accounts/contract.ts'
import { type Role, roles } from '#shared/roles.ts'

export interface UserQuery extends ListQuery {
  role: Role | undefined
  state: ManagedUser['state'] | undefined
}

const longestSearch = 200

/** The search and the filters that an address holds. */
export function readUserQuery(params: URLSearchParams): UserQuery {
  return {
    search: (params.get('search') ?? '').trim().slice(0, longestSearch),
    role: roles.find((one) => one === params.get('role')),
    state: userStates.find((one) => one === params.get('state')),
    page: 1,
  }
}

export function writeUserQuery({ search, role, state }: UserQuery): URLSearchParams {
  return new URLSearchParams({ ...(search && { search }), ...(role && { role }), ...(state && { state }) })
}

/** The users that fit: by a part of the name, username or address, whatever the case and the accents. */
export function filterUsers(
  users: readonly ManagedUser[],
  { search, role, state }: UserQuery,
): ManagedUser[] {
  const wanted = fold(search)
  return users.filter(
    (user) =>
      (role === undefined || user.role === role) &&
      (state === undefined || user.state === state) &&
      [user.name, user.username, user.email ?? ''].some((text) => fold(text).includes(wanted)),
  )
}

const fold = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
