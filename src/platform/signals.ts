/** The PostgreSQL channel of signals. */
export const signalChannel = 'changed_topics'

/**
 * What has changed in the database, as topics such as `comments`. A trigger on each table (`signal_changes` in a migration)
 * notifies every process once a transaction, so that no change can be forgotten, whoever makes it. Signals wake what shows the
 * data again; they carry none of it.
 */
export interface Signals {
  /** Passes on a topic that has changed; without one, that some may have been missed. */
  receive(topic?: string): void
  /** Calls a listener with each topic that has changed; without one, any may have. Returns how to stop that. */
  subscribe(listener: (topic: string | undefined) => void): () => void
}

export function createSignals(): Signals {
  const listeners = new Set<(topic: string | undefined) => void>()
  return {
    receive(topic) {
      for (const listener of listeners) listener(topic)
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
