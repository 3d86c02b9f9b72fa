/** The question for the password, asked once for all calls that wait for it. */
export interface PasswordQuestion {
  /** Asks; resolves with true once the password was given, or false if the user cancelled. */
  ask(): Promise<boolean>
  answer(isGiven: boolean): void
  isOpen(): boolean
  subscribe(listener: () => void): () => void
}

export function createPasswordQuestion(): PasswordQuestion {
  let waiting: { answer: Promise<boolean>; resolve: (isGiven: boolean) => void } | undefined
  const listeners = new Set<() => void>()

  function replace(next: typeof waiting) {
    waiting = next
    for (const listener of listeners) listener()
  }

  return {
    ask() {
      if (waiting) return waiting.answer
      let resolve = (_isGiven: boolean) => {}
      const answer = new Promise<boolean>((settle) => {
        resolve = settle
      })
      replace({ answer, resolve })
      return answer
    },
    answer(isGiven) {
      waiting?.resolve(isGiven)
      replace(undefined)
    },
    isOpen: () => waiting !== undefined,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
