import { defineRoutes } from '#http/routes.ts'
import { SearchQuery, SearchResult } from './contract.ts'
import { searchPermissions } from './permissions.ts'
import type { Search } from './service.ts'

/** The search of the panel. */
export const searchRoutes = ({ search }: { search: Search }) =>
  defineRoutes((server) => {
    server.get(
      '/api/search',
      {
        config: { access: searchPermissions.use },
        schema: {
          tags: ['Search'],
          operationId: 'searchPanel',
          summary: 'Find people, texts, campaigns and mails that the user may read',
          description:
            'Case and accents do not matter, and all words must occur. Texts are searched in all languages. When nothing matches, `are_similar` is true and the groups hold what a search with typos may mean.',
          querystring: SearchQuery,
          response: { 200: SearchResult },
        },
      },
      (request, _reply, { user }) =>
        search.search(request.query.search, { reader: user, language: request.language }),
    )
  })
