import { type ListQuery, useListQuery } from '#admin/kit/list/use-list-query.ts'
import { type BadgeType, badgeTypes } from '#shared/badge-types.ts'
import type { AwardFilter } from './use-badges.ts'

export const awardStates = ['held', 'revoked', 'erased'] as const

interface AwardQuery extends ListQuery {
  type: BadgeType | undefined
  state: (typeof awardStates)[number] | undefined
}

const longestSearch = 200

function read(params: URLSearchParams): AwardQuery {
  return {
    search: (params.get('search') ?? '').trim().slice(0, longestSearch),
    type: badgeTypes.find((one) => one === params.get('badge')),
    state: awardStates.find((one) => one === params.get('state')),
    page: 1,
  }
}

function write({ search, type, state }: AwardQuery): URLSearchParams {
  return new URLSearchParams({
    ...(search && { search }),
    ...(type && { badge: type }),
    ...(state && { state }),
  })
}

/** The search and the filters of the awards, stored in the address. */
export function useAwardFilter() {
  const list = useListQuery({ read, write })
  const { search, type, state } = list.query
  const filter: AwardFilter = {
    ...(search && { search }),
    ...(type && { badge_type: type }),
    ...(state && { state }),
  }
  return {
    ...list,
    filter,
    isNarrowed: Object.keys(filter).length > 0,
    clear: () => list.clear({ type: undefined, state: undefined }),
  }
}
