import type { Core } from '#core.ts'
import type { Feature } from '#feature.ts'
import { searchPermissions } from './permissions.ts'
import { searchRoutes } from './routes.ts'
import { createSearch, type SearchOptions } from './service.ts'

/** The search box of the panel. */
export function createSearchFeature(
  { translator }: Pick<Core, 'translator'>,
  { listSources }: Pick<SearchOptions, 'listSources'>,
) {
  return {
    permissions: searchPermissions,
    backup: { emptied: ['search_texts'] },
    apiParts: [
      { name: 'Search', description: 'Everything that the team can read, in one search.', group: 'team' },
    ],
    routes: [searchRoutes({ search: createSearch({ translator, listSources }) })],
  } satisfies Feature
}
