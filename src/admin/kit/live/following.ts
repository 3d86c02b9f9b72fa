import type { QueryKey } from '@tanstack/react-query'
import type { LiveTopic } from '#shared/live/topic.ts'
import type { LiveConnection } from './live-connection.ts'
import { createRefetching, type RefetchingOptions } from './refetching.ts'

interface FollowingOptions extends Pick<RefetchingOptions, 'document'> {
  live: Pick<LiveConnection, 'onChange'>
  /** Fetches again what is cached under some keys. */
  refetch(queryKeys: readonly QueryKey[]): void
}

/** Creates what fetches queries again when topics change: once, however many parts of a screen follow the same keys. */
export function createFollowing({ live, refetch, document }: FollowingOptions) {
  const followed = new Map<readonly QueryKey[], { users: number; stop: () => void }>()

  function start(topics: readonly LiveTopic[], queryKeys: readonly QueryKey[]) {
    const refetching = createRefetching({ refetch: () => refetch(queryKeys), document })
    const stop = live.onChange((changed) => {
      if (!changed || topics.some(({ name }) => changed.includes(name))) refetching.ask()
    })
    return {
      users: 0,
      stop() {
        stop()
        refetching.stop()
      },
    }
  }

  /** Follows topics for the same array of keys until the returned function is called. */
  return (topics: readonly LiveTopic[], queryKeys: readonly QueryKey[]): (() => void) => {
    const one = followed.get(queryKeys) ?? start(topics, queryKeys)
    followed.set(queryKeys, one)
    one.users++
    return () => {
      one.users--
      if (one.users > 0) return
      one.stop()
      followed.delete(queryKeys)
    }
  }
}
export type Follow = ReturnType<typeof createFollowing>
