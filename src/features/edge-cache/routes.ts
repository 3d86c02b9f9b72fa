import { defineRoutes } from '#http/routes.ts'
import type { EdgeCacheKind } from '#shared/edge/edge-cache.ts'
import { EdgeCacheState } from './contract.ts'
import { edgeCachePermissions } from './permissions.ts'

interface EdgeCacheRouteOptions {
  kind: EdgeCacheKind | undefined
  readState(): Promise<{ waiting: number; failingSince: Date | undefined }>
}

/** Whether the cache in front of the site can be told of changes. */
export const edgeCacheRoutes = ({ kind, readState }: EdgeCacheRouteOptions) =>
  defineRoutes((server) => {
    server.get(
      '/api/edge-cache',
      {
        config: { access: edgeCachePermissions.read, isAutomatic: true },
        schema: {
          tags: ['Cache in front of the site'],
          operationId: 'getEdgeCache',
          summary: 'Whether the cache in front of the site can be told of changes',
          response: { 200: EdgeCacheState },
        },
      },
      async (): Promise<EdgeCacheState> => {
        if (!kind) return { cache: null, waiting: 0, failing_since: null }
        const { waiting, failingSince } = await readState()
        return { cache: kind, waiting, failing_since: failingSince?.toISOString() ?? null }
      },
    )
  })
