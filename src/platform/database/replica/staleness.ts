/** A position in the write-ahead log, as bytes since its beginning. */
export type Position = number

const kept = 1_000

/**
 * How old what a replica shows can be at most: it has replayed all that the primary had written at some moment. Without the clocks
 * of the servers, and without taking a primary where nothing happens for a replica that lags.
 */
export function createStaleness() {
  /** Positions of the primary, the oldest first. */
  let samples: { position: Position; at: number }[] = []
  let shownSince: number | undefined

  return {
    /** Notes what the primary had written at a moment. */
    noteWritten(position: Position, at: number): void {
      samples.push({ position, at })
      if (samples.length > kept) samples.shift()
    },
    /** Notes what the replica has replayed. */
    noteReplayed(position: Position): void {
      const reached = samples.findLast((sample) => sample.position <= position)
      if (!reached) return
      shownSince = reached.at
      samples = samples.filter(({ at }) => at >= reached.at)
    },
    /** Forgets what the replica has shown, as it may be another. */
    forget(): void {
      shownSince = undefined
    },
    /** Milliseconds at a moment; undefined while nothing is known. */
    at: (now: number): number | undefined => (shownSince === undefined ? undefined : now - shownSince),
  }
}
