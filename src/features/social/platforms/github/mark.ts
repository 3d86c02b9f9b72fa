import { createHash } from 'node:crypto'

/** What ends the Markdown of a post, so that it is found again: nobody sees it, and it is the same in every attempt. */
export const markOf = (idempotencyKey: string): string => `\n\n<!-- ${digestOf(idempotencyKey)} -->`

/** The tag of a release, which GitHub takes once in a repository. */
export const tagOf = (idempotencyKey: string): string => `${tagStart}${digestOf(idempotencyKey).slice(0, 12)}`

/** How the tags begin that we have made. */
export const tagStart = 'post-'

const digestOf = (idempotencyKey: string) =>
  createHash('sha256').update(idempotencyKey).digest('hex').slice(0, 32)
