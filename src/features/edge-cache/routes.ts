import { defineRoutes } from '#http/routes.ts'
import type { EdgeCacheKind } from '#shared/edge/edge-cache.ts'
import { Problem } from '#shared/problem.ts'
import { EdgeCacheState } from './contract.ts'
import { edgeCachePermissions } from './permissions.ts'

interface EdgeCacheRouteOptions {
  kind: EdgeCacheKind | undefined
  readState(): Promise<{ waiting: number; failingSince: Date | undefined }>
  /** Purges everything for a user, and waits a while for it; absent where there is no cache. */
  purge?(userId: string): Promise<void>
}

/** Whether the cache in front of the site can be told of changes, and the order to forget all of its copies. */
export const edgeCacheRoutes = ({ kind, readState, purge }: EdgeCacheRouteOptions) =>
  defineRoutes((server) => {
    const tags = ['Cache in front of the site']
    async function describe(): Promise<EdgeCacheState> {
      if (!kind) return { cache: null, waiting: 0, failing_since: null }
      const { waiting, failingSince } = await readState()
      return { cache: kind, waiting, failing_since: failingSince?.toISOString() ?? null }
    }

    server.get(
      '/api/edge-cache',
      {
        config: { access: edgeCachePermissions.read, isAutomatic: true },
        schema: {
          tags,
          operationId: 'getEdgeCache',
          summary: 'Whether the cache in front of the site can be told of changes',
          response: { 200: EdgeCacheState },
        },
      },
      describe,
    )

    server.post(
      '/api/edge-cache/purge',
      {
        config: { access: edgeCachePermissions.purge, refusals: { 409: ['edge_cache_missing'] } },
        schema: {
          tags,
          operationId: 'purgeEdgeCache',
          summary: 'Have the cache in front of the site forget everything; `waiting` is 0 once it has',
          response: { 200: EdgeCacheState },
        },
      },
      async (_request, _reply, { user }) => {
        if (!purge) throw new Problem('edge_cache_missing', 409)
        await purge(user.id)
        return describe()
      },
    )
  })
