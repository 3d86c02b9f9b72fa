import { useEffect, useState } from 'react'
import type { CalendarPost } from '#features/social/posts/contract.ts'
import { findConflicts, findNearDuplicates } from '#features/social/posts/model.ts'

/** What is pointed out about posts of one account. */
export interface Marks {
  /** The ids of posts within ten minutes of another. */
  conflicts: ReadonlySet<string>
  /** The ids of posts that say nearly the same as others, with the ids of those. */
  similar: ReadonlyMap<string, readonly string[]>
}

const none: Marks = { conflicts: new Set(), similar: new Map() }

/** Texts this short are alike by chance. */
const shortest = 20

function marksOf(posts: readonly CalendarPost[]): Marks {
  const there = posts.filter(({ removed_at }) => removed_at === null)
  const byAccount = [...Map.groupBy(there, ({ account_id }) => account_id).values()]
  return {
    conflicts: new Set(
      byAccount.flatMap((own) => [...findConflicts(own.filter(({ status }) => status === 'scheduled'))]),
    ),
    similar: new Map(
      byAccount.flatMap((own) => [
        ...findNearDuplicates(own.filter(({ content }) => content.trim().length >= shortest)),
      ]),
    ),
  }
}

/** Points out posts that are too near each other, in time or in words, once the posts themselves have been drawn. */
export function useMarks(posts: readonly CalendarPost[]): Marks {
  const [marks, setMarks] = useState(none)
  useEffect(() => {
    const timer = setTimeout(() => setMarks(marksOf(posts)), 150)
    return () => clearTimeout(timer)
  }, [posts])
  return marks
}
