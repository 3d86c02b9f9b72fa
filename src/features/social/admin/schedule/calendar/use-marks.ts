import { useEffect, useState } from 'react'
import type { CalendarPost } from '#features/social/posts/contract.ts'
import { findConflicts, isComparable, searchNearDuplicates } from '#features/social/posts/model.ts'

/** What is pointed out about posts of one account. */
export interface Marks {
  /** The ids of posts within ten minutes of another. */
  conflicts: ReadonlySet<string>
  /** The ids of posts that say nearly the same as others, with the ids of those. */
  similar: ReadonlyMap<string, readonly string[]>
}

const none: Marks = { conflicts: new Set(), similar: new Map() }

/** For how long it works before the browser may do something else. In milliseconds. */
const slice = 10

/** Goes through a long search in slices, so that the screen goes on answering; undefined when it is given up. */
async function inSlices<Result>(
  search: Generator<undefined, Result>,
  signal: AbortSignal,
): Promise<Result | undefined> {
  let end = performance.now() + slice
  for (let step = search.next(); !signal.aborted; step = search.next()) {
    if (step.done) return step.value
    if (performance.now() < end) continue
    await new Promise((resolve) => setTimeout(resolve))
    end = performance.now() + slice
  }
  return undefined
}

function* searchMarks(posts: readonly CalendarPost[]): Generator<undefined, Marks> {
  const there = posts.filter(({ removed_at }) => removed_at === null)
  const byAccount = [...Map.groupBy(there, ({ account_id }) => account_id).values()]
  const similar = new Map<string, readonly string[]>()
  for (const own of byAccount) {
    const found = yield* searchNearDuplicates(own.filter(({ content }) => isComparable(content)))
    for (const [id, others] of found) similar.set(id, others)
  }
  const conflicts = byAccount.flatMap((own) => [
    ...findConflicts(own.filter(({ status }) => status === 'scheduled')),
  ])
  return { conflicts: new Set(conflicts), similar }
}

/** Points out posts that are too near each other, in time or in words, once the posts themselves have been drawn. */
export function useMarks(posts: readonly CalendarPost[]): Marks {
  const [marks, setMarks] = useState(none)
  useEffect(() => {
    const stop = new AbortController()
    const timer = setTimeout(async () => {
      const found = await inSlices(searchMarks(posts), stop.signal)
      if (found) setMarks(found)
    }, 150)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [posts])
  return marks
}
