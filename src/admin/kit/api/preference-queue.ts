import type { SignedInUser } from '#shared/user.ts'

/** What a user chooses about how the panel looks to them. */
export type Preferences = Partial<Pick<SignedInUser, 'language' | 'theme' | 'time_zone'>>

/** Sends choices one after another, those made meanwhile together, so that the last one is what is stored. */
export function createPreferenceQueue(send: (change: Preferences) => Promise<unknown>) {
  let waiting: Preferences | undefined
  let running: Promise<void> | undefined

  async function work(): Promise<void> {
    try {
      while (waiting) {
        const change = waiting
        waiting = undefined
        await send(change)
      }
    } finally {
      running = undefined
    }
  }

  return {
    /** Adds a choice; resolves once all are stored, and rejects when one was not. */
    add(change: Preferences): Promise<void> {
      waiting = { ...waiting, ...change }
      running ??= work()
      return running
    },
  }
}
