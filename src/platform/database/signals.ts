import type { Pool } from 'pg'

/** The PostgreSQL channel of signals. */
export const signalChannel = 'changed_topics'

/** A process announces a topic at most once in so many milliseconds. */
const pause = 500

/**
 * What has changed in the database, as topics such as `comments`. Triggers notify every process once a transaction
 * (`signal_changes` in a migration), so that no change can be forgotten, whoever makes it. Signals wake what shows the data again;
 * they carry none of it.
 */
export interface Signals {
  /** Passes on a topic that has changed; without one, that some may have been missed. */
  receive(topic?: string): void
  /** Calls a listener with each topic that has changed; without one, any may have. Returns how to stop that. */
  subscribe(listener: (topic: string | undefined) => void): () => void
  /** Notifies every process of a topic without a trigger, as its table is written to all the time. */
  announce(topic: string): void
}

/** Creates the signals of a process. */
export function createSignals(pool: Pick<Pool, 'query'>): Signals {
  const listeners = new Set<(topic: string | undefined) => void>()
  /** The topics that were announced of late, and whether they are to be announced again. */
  const announced = new Map<string, boolean>()

  function announce(topic: string): void {
    const isLate = announced.has(topic)
    announced.set(topic, isLate)
    if (isLate) return
    setTimeout(() => {
      const isAgain = announced.get(topic)
      announced.delete(topic)
      if (isAgain) announce(topic)
    }, pause).unref()
    // While the database is away, or the process ends, nothing is shown anew either.
    pool.query('SELECT pg_notify($1, $2)', [signalChannel, topic]).catch(() => {})
  }

  return {
    receive(topic) {
      for (const listener of listeners) listener(topic)
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    announce,
  }
}
