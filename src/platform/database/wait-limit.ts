import { AsyncLocalStorage } from 'node:async_hooks'

const longestTimer = 2 ** 31 - 1

/**
 * How long a piece of work may wait for the database in all. Its clock runs while at least one of its waits does, so that
 * the work itself costs nothing of it.
 */
export class WaitLimit {
  #left: number
  #waits = 0
  #since = 0

  constructor(milliseconds: number) {
    this.#left = milliseconds
  }

  /** Milliseconds that are left. */
  get remaining(): number {
    return this.#waits === 0 ? this.#left : this.#left - (performance.now() - this.#since)
  }

  /** Lets later waits take as long as they may by themselves. */
  lift(): void {
    this.#left = longestTimer
  }

  /** Starts a wait; returns what ends it. */
  begin(): () => void {
    if (this.#waits++ === 0) this.#since = performance.now()
    return () => {
      if (--this.#waits === 0) this.#left -= performance.now() - this.#since
    }
  }

  /** Counts the time of a promise as a wait. */
  async measure<Result>(wait: Promise<Result>): Promise<Result> {
    const end = this.begin()
    try {
      return await wait
    } finally {
      end()
    }
  }
}

/** A wait for the database that has taken as long as it may. */
export class DatabaseTimeout extends Error {
  override name = 'DatabaseTimeout'
  constructor() {
    super('the database did not answer in time')
  }
}

const current = new AsyncLocalStorage<WaitLimit | 'background'>()

/** Runs work whose waits for the database count in a limit. */
export function runWithin<Result>(limit: WaitLimit, work: () => Result): Result {
  return current.run(limit, work)
}

/** The limit of the running work, if it has one. */
export function findWaitLimit(): WaitLimit | undefined {
  const work = current.getStore()
  return work instanceof WaitLimit ? work : undefined
}

/** Counts the time of a promise in the limit of the running work, if it has one. */
export function countAsWait<Result>(wait: Promise<Result>): Promise<Result> {
  return findWaitLimit()?.measure(wait) ?? wait
}

/** Returns what runs other work in the limit of the running work, or in the background if that is where it runs. */
export function keepLimit(): <Result>(work: () => Result) => Result {
  // Node's own `AsyncLocalStorage.snapshot()` costs a hundred times as much.
  const kept = current.getStore()
  return (work) => (kept === undefined ? current.exit(work) : current.run(kept, work))
}

/** Runs work that nobody waits for: it has connections of its own, whose statements may take minutes. */
export function runInBackground<Result>(work: () => Result): Result {
  return current.run('background', work)
}

/** Whether the running work is one that nobody waits for. */
export function isInBackground(): boolean {
  return current.getStore() === 'background'
}
