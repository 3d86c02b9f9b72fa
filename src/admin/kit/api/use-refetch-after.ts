import { type QueryKey, useQueryClient } from '@tanstack/react-query'

/** Returns a function that runs an action and then fetches again what is cached under these keys, even if it failed. */
export function useRefetchAfter(queryKeys: readonly QueryKey[]) {
  const queries = useQueryClient()
  return async function run<T>(action: () => Promise<T>): Promise<T> {
    try {
      return await action()
    } finally {
      for (const queryKey of queryKeys) void queries.invalidateQueries({ queryKey })
    }
  }
}
