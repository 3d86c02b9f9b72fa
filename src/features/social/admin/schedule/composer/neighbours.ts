import type { CalendarPost } from '#features/social/posts/contract.ts'
import {
  conflictDistance,
  findSimilar,
  isComparable,
  isWallTime,
  resolveWallTime,
} from '#features/social/posts/model.ts'
import { type Composition, textFor } from './composition.ts'

/** Posts of the same accounts that a post is too near to. */
export interface Neighbours {
  /** In time. */
  near: CalendarPost[]
  /** In words. */
  similar: CalendarPost[]
}

export const noNeighbours: Neighbours = { near: [], similar: [] }

/** How many posts of an account are named, of each kind. */
const mostNamed = 1

/** The posts that what is being written is too near to, account by account. */
export function findNeighbours(
  composition: Composition,
  timeZone: string,
  posts: readonly CalendarPost[],
): Neighbours {
  const byAccount = composition.account_ids.map((id) => ({
    text: textFor(composition, id),
    own: posts.filter(({ account_id }) => account_id === id),
  }))
  const time = isWallTime(composition.wall_time)
    ? resolveWallTime(composition.wall_time, timeZone).instant
    : undefined
  return {
    near: byAccount.flatMap(({ own }) => (time ? findNear(time, own).slice(0, mostNamed) : [])),
    similar: byAccount.flatMap(({ text, own }) =>
      isComparable(text) ? findSimilar(text, own).slice(0, mostNamed) : [],
    ),
  }
}

/** Those of several posts of one account that are to be published less than ten minutes before or after a moment. */
export const findNear = (moment: Date, posts: readonly CalendarPost[]): CalendarPost[] =>
  posts.filter(({ scheduled_at }) => Math.abs(Date.parse(scheduled_at) - moment.getTime()) < conflictDistance)
