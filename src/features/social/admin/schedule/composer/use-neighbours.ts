import { useDeferredValue, useMemo, useState } from 'react'
import { currentZone } from '#admin/kit/moment.ts'
import { useCalendarPosts } from '#features/social/admin/schedule/use-posts.ts'
import { conflictDistance, findSimilar, isWallTime, resolveWallTime } from '#features/social/posts/model.ts'
import { textFor } from './composition.ts'
import type { Composing } from './use-composer.ts'

const day = 86_400_000
/** How many similar posts are named. */
const mostNamed = 2
/** Shorter texts are alike by chance. */
const shortest = 20

/** The posts around today that what is being written may be too near to, in time or in words. */
export function useNeighbours({ composition, chosen, post }: Composing) {
  // From the beginning of a day, so that it is asked once.
  const [range] = useState(() => {
    const today = Math.floor(Date.now() / day) * day
    const write = (time: number) => new Date(time).toISOString()
    return { from: write(today - 30 * day), to: write(today + 62 * day) }
  })
  const { data } = useCalendarPosts(range)
  const settled = useDeferredValue(composition)
  return useMemo(() => {
    const others = (data ?? []).filter(({ id }) => id !== post?.id)
    const own = (account: (typeof chosen)[number]) =>
      others.filter(({ account_id }) => account_id === account.id)
    const time = isWallTime(settled.wall_time)
      ? resolveWallTime(settled.wall_time, currentZone()).instant.getTime()
      : undefined
    const near = chosen.filter(
      (account) =>
        time !== undefined &&
        own(account).some(({ scheduled_at }) => Math.abs(Date.parse(scheduled_at) - time) < conflictDistance),
    )
    const similar = chosen.flatMap((account) => {
      const text = textFor(settled, account.id)
      return text.trim().length < shortest ? [] : findSimilar(text, own(account)).slice(0, mostNamed)
    })
    const taken = chosen.flatMap(own).filter(({ status }) => status !== 'failed')
    return {
      near: near.map(({ account_name }) => account_name),
      similar,
      taken: taken.map(({ scheduled_at }) => scheduled_at),
    }
  }, [data, settled, chosen, post])
}
