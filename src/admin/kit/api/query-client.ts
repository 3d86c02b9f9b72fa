import { QueryClient } from '@tanstack/react-query'
import { ApiError, ConnectionError } from './api-client.ts'

/** Creates the cache of what the screens have loaded. Refusals are not asked for again, as the answer would be the same. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      // A call without a connection fails at once, so that every screen can say so.
      queries: {
        networkMode: 'always',
        staleTime: 10_000,
        retry: (count, error) =>
          count < 2 &&
          !(error instanceof ConnectionError) &&
          !(error instanceof ApiError && error.status < 500),
      },
      mutations: { networkMode: 'always' },
    },
  })
}
