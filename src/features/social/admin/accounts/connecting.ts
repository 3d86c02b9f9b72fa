import type { Connection, ConnectionResult, SocialAccount } from '#features/social/accounts/contract.ts'
import type { PlatformId } from '#features/social/contract.ts'

/**
 * How far the connecting of an account is. `opening`: its page is asked for; `waiting`: the person is at the platform; `blocked`: the
 * browser has opened no window; `closed`: the window is closed, or its page hides whether it is, and the server knows of no end yet.
 */
export type ConnectingState =
  | { step: 'none' }
  | { step: 'opening' | 'waiting' | 'closed'; platform: PlatformId }
  | { step: 'blocked'; platform: PlatformId; url: string }
  | { step: 'connected'; platform: PlatformId; account: SocialAccount | null }
  | { step: 'refused'; platform: PlatformId; sentence: string | null }
  | { step: 'failed'; platform: PlatformId; failure: string | null; sentence: string | null }
  /** Something between us and our own server. */
  | { step: 'broken'; platform: PlatformId; error: unknown }
  | { step: 'expired'; platform: PlatformId }

/** A window of the browser. */
export interface PopUp {
  readonly closed: boolean
  close(): void
  location: { replace(url: string): void }
}

interface ConnectingOptions {
  /** Called while the press of the button is handled: later, browsers open nothing. Null when they have not. */
  openPopUp(): PopUp | null
  connect(platform: PlatformId): Promise<Connection>
  readResult(connectionId: string): Promise<ConnectionResult>
  /** Called whenever accounts may have changed. */
  onChange(): void
}

export interface Connecting {
  begin(platform: PlatformId): void
  /** Waits no more, and closes the window. */
  stop(): void
  current(): ConnectingState
  /** Returns how to stop that. */
  subscribe(listener: () => void): () => void
}

/** How often the window and the server are asked, in milliseconds. */
export const askingPause = 1_000
/** For how long the server waits for an answer of the platform, in milliseconds. */
export const longestWait = 10 * 60_000

/**
 * Connects accounts, one at a time. A platform's page can hide whether its window is open (Cross-Origin-Opener-Policy), so a closed
 * window is no end: the server is asked until it tells one, or the person stops waiting.
 */
export function createConnecting(options: ConnectingOptions): Connecting {
  const listeners = new Set<() => void>()
  let state: ConnectingState = { step: 'none' }
  let cancel: (() => void) | undefined

  function show(next: ConnectingState) {
    state = next
    for (const listener of listeners) listener()
  }

  function stop() {
    cancel?.()
    cancel = undefined
    show({ step: 'none' })
  }

  return {
    begin(platform) {
      stop()
      cancel = follow(platform, options, show)
    },
    stop,
    current: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** Follows one connection to its end. Returns how to give up. */
function follow(
  platform: PlatformId,
  { openPopUp, connect, readResult, onChange }: ConnectingOptions,
  show: (state: ConnectingState) => void,
): () => void {
  const popUp = openPopUp()
  let timer: ReturnType<typeof setInterval> | undefined
  let isOver = false
  let isAsking = false
  let wasClosed = false

  function giveUp() {
    isOver = true
    clearInterval(timer)
    popUp?.close()
  }
  function end(state: ConnectingState) {
    giveUp()
    onChange()
    show(state)
  }

  function lookAtWindow() {
    if (wasClosed || !popUp?.closed) return
    wasClosed = true
    onChange()
    show({ step: 'closed', platform })
  }

  async function ask(connectionId: string) {
    if (isAsking) return
    isAsking = true
    // Whoever has no connection for a moment goes on waiting.
    const result = await readResult(connectionId).catch(() => undefined)
    isAsking = false
    if (result && !isOver) tell(result)
  }

  function tell({ state, account, failure, sentence }: ConnectionResult) {
    if (state === 'connected') end({ step: 'connected', platform, account })
    if (state === 'refused') end({ step: 'refused', platform, sentence })
    if (state === 'failed') end({ step: 'failed', platform, failure, sentence })
  }

  async function start() {
    show({ step: 'opening', platform })
    const { id, url } = await connect(platform)
    if (isOver) return
    // Never an address that would run as a script in our window.
    if (!/^https?:/i.test(url)) throw new Error('The address of the platform is none')
    popUp?.location.replace(url)
    show(popUp ? { step: 'waiting', platform } : { step: 'blocked', platform, url })
    const last = Date.now() + longestWait
    timer = setInterval(() => {
      lookAtWindow()
      if (Date.now() > last) end({ step: 'expired', platform })
      else void ask(id)
    }, askingPause)
  }

  start().catch((error: unknown) => {
    if (!isOver) end({ step: 'broken', platform, error })
  })
  return giveUp
}
