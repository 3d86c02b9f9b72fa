import { useDebouncedValue } from '@mantine/hooks'
import { useMemo, useState } from 'react'
import { currentZone } from '#admin/kit/moment.ts'
import { useCalendarPosts } from '#features/social/admin/schedule/use-posts.ts'
import type { SocialPost } from '#features/social/posts/contract.ts'
import type { Composition } from './composition.ts'
import { findNeighbours, type Neighbours } from './neighbours.ts'

const day = 86_400_000
/** How long somebody has stopped typing. In milliseconds. */
const pause = 300

/** The posts around today that what is being written may be too near to; `post` is the one that is changed. */
export function useNeighbours(composition: Composition, post: SocialPost | undefined) {
  // From the beginning of a day, so that it is asked once.
  const [range] = useState(() => {
    const today = Math.floor(Date.now() / day) * day
    const write = (time: number) => new Date(time).toISOString()
    return { from: write(today - 30 * day), to: write(today + 62 * day) }
  })
  const { data } = useCalendarPosts(range)
  const others = useMemo(() => (data ?? []).filter(({ id }) => id !== post?.id), [data, post])
  const [settled] = useDebouncedValue(composition, pause)
  const { account_ids } = composition
  return {
    ...useMemo(() => findNeighbours(settled, currentZone(), others), [settled, others]),
    /** When the chosen accounts publish already. */
    taken: useMemo(
      () =>
        others
          .filter(({ account_id, status }) => account_ids.includes(account_id) && status !== 'failed')
          .map(({ scheduled_at }) => scheduled_at),
      [others, account_ids],
    ),
    /** Looks for those of what has been written just now. */
    find: (written: Composition): Neighbours => findNeighbours(written, currentZone(), others),
  }
}
