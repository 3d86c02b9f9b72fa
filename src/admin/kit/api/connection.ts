/** Whether the server can be reached: not without a network, and not while it does not answer. */
export type ConnectionState = 'connected' | 'offline' | 'unreachable'

export interface Connection {
  read(): ConnectionState
  /** Notes whether a call has reached the server. */
  note(isReached: boolean): void
  subscribe(listener: () => void): () => void
}

interface ConnectionOptions {
  /** The window, for its events `online` and `offline`. */
  window: Pick<Window, 'addEventListener'>
  /** Whether the browser has a network (`navigator.onLine`). */
  hasNetwork: () => boolean
  /** Resolves with whether the server answers. */
  probe: () => Promise<boolean>
  /** How long after a failure the server is tried again, in milliseconds. */
  probeAfter?: number
}

/** Follows the connection to the server; while there is none, it tries again by itself. */
export function createConnection(options: ConnectionOptions): Connection {
  const { window, hasNetwork, probe, probeAfter = 2_000 } = options
  const listeners = new Set<() => void>()
  let isReached = true
  let timer: ReturnType<typeof setTimeout> | undefined

  function tell(): void {
    for (const listener of listeners) listener()
  }

  function note(next: boolean): void {
    clearTimeout(timer)
    timer = next ? undefined : setTimeout(() => void tryAgain(), probeAfter)
    if (next === isReached) return
    isReached = next
    tell()
  }

  const tryAgain = async () => note(await probe())

  window.addEventListener('offline', tell)
  window.addEventListener('online', () => {
    tell()
    void tryAgain()
  })

  return {
    read() {
      if (!hasNetwork()) return 'offline'
      return isReached ? 'connected' : 'unreachable'
    },
    note,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
