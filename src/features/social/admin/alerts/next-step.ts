import type { PostFault } from '#features/social/posts/contract.ts'

/** What a person can do about a post that was not published. */
export type NextStep = 'retry' | 'edit' | 'published' | 'reconnect'

const steps: Readonly<Record<PostFault, NextStep>> = {
  // Trying again would end the same way.
  ...{ refused: 'edit', limits: 'edit' },
  unknown: 'published',
  account: 'reconnect',
  ...{ retries: 'retry', late: 'retry' },
}

/** What helps most, and is offered first. */
export const nextStepOf = (fault: PostFault | null): NextStep => (fault === null ? 'retry' : steps[fault])
