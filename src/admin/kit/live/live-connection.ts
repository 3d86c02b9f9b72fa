import { EventSourceParserStream } from 'eventsource-parser/stream'
import { ChangedTopics, changedEvent, longestSilence, readyEvent } from '#shared/live/stream.ts'

/** Topics that have changed; undefined when any may have. */
export type Changed = readonly string[] | undefined

/** The changes that the server tells, to all windows of the browser over one connection. */
export interface LiveConnection {
  /** Whether changes are told at present. */
  isLive(): boolean
  /** Calls a listener with what has changed. Returns how to stop that. */
  onChange(listener: (changed: Changed) => void): () => void
  /** Calls a listener whenever `isLive` has changed. Returns how to stop that. */
  onState(listener: () => void): () => void
  /** Ends a wait for the next attempt to connect. */
  wake(): void
  stop(): void
}

/** What the window with the connection tells the others. */
type Message = { kind: 'changed'; topics?: string[] } | { kind: 'state'; isLive: boolean } | { kind: 'asked' }

/** What is used of a `BroadcastChannel`. */
export interface Channel {
  postMessage(message: unknown): void
  onmessage: ((event: MessageEvent) => void) | null
  close(): void
}

interface LiveOptions {
  /** Opens the event stream. */
  open(signal: AbortSignal): Promise<ReadableStream<Uint8Array<ArrayBuffer>>>
  /** The locks of the browser, with which the windows agree on the one that connects. */
  locks: Pick<LockManager, 'request'>
  channel: Channel
  /** Waits some milliseconds. */
  wait?: (milliseconds: number, signal: AbortSignal) => Promise<void>
}

const lockName = 'firmeza-live'
const longestWait = 30_000

/** How long to wait before another attempt to connect, in milliseconds: longer each time, and never the same in all browsers. */
export function waitBefore(failures: number, random = Math.random()): number {
  return Math.min(longestWait, 1_000 * 2 ** (failures - 1)) * (0.5 + random / 2)
}

/** Connects: the window that gets the lock opens the stream, and passes on to the others what it hears. */
export function createLiveConnection({ open, locks, channel, wait = sleep }: LiveOptions): LiveConnection {
  const stopping = new AbortController()
  const news = createListeners<Changed>()
  const states = createListeners<void>()
  let isLive = false
  let isLeading = false
  let waking = new AbortController()
  let silence: ReturnType<typeof setTimeout> | undefined

  const post = (message: Message) => channel.postMessage(message)

  function setLive(next: boolean): void {
    clearTimeout(silence)
    // The window with the connection may be suspended by the browser.
    if (next && !isLeading) silence = setTimeout(() => setLive(false), longestSilence)
    if (isLive === next) return
    isLive = next
    states.call()
  }

  function tell(changed: Changed): void {
    post({ kind: 'changed', ...(changed && { topics: [...changed] }) })
    news.call(changed)
  }

  function setState(next: boolean): void {
    setLive(next)
    post({ kind: 'state', isLive: next })
  }

  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if (data.kind === 'asked') {
      if (isLeading) post({ kind: 'state', isLive })
    } else if (isLeading) return
    else if (data.kind === 'state') setLive(data.isLive)
    else news.call(data.topics)
  }

  async function lead(): Promise<void> {
    isLeading = true
    for (let failures = 1; !stopping.signal.aborted; failures++) {
      const wasLive = await followStream(open, stopping.signal, { setState, tell })
      if (stopping.signal.aborted) return
      setState(false)
      if (wasLive) failures = 1
      waking = new AbortController()
      await wait(waitBefore(failures), AbortSignal.any([stopping.signal, waking.signal]))
    }
  }

  void locks.request(lockName, { signal: stopping.signal }, lead).catch(() => {})
  post({ kind: 'asked' })

  return {
    isLive: () => isLive,
    onChange: news.add,
    onState: states.add,
    wake: () => waking.abort(),
    stop() {
      stopping.abort()
      clearTimeout(silence)
      channel.close()
    },
  }
}

interface Told {
  setState(isLive: boolean): void
  tell(changed: Changed): void
}

/** Follows a stream until it ends or is silent for too long. Returns whether it was open at all. */
async function followStream(
  open: LiveOptions['open'],
  stopped: AbortSignal,
  { setState, tell }: Told,
): Promise<boolean> {
  const silent = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  let isReady = false
  function noteLife(): void {
    clearTimeout(timer)
    timer = setTimeout(() => silent.abort(), longestSilence)
    if (isReady) setState(true)
  }
  const signal = AbortSignal.any([stopped, silent.signal])
  noteLife()
  try {
    const messages = (await open(signal))
      .pipeThrough(new TextDecoderStream())
      .pipeThrough(new EventSourceParserStream({ onComment: noteLife }), { signal })
    const reader = messages.getReader()
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return isReady
      if (value.event === readyEvent) isReady = true
      noteLife()
      if (value.event === readyEvent) tell(undefined)
      if (value.event === changedEvent) tell(ChangedTopics.parse(JSON.parse(value.data)).topics)
    }
  } catch {
    return isReady
  } finally {
    clearTimeout(timer)
  }
}

function createListeners<Value>() {
  const listeners = new Set<(value: Value) => void>()
  return {
    add(listener: (value: Value) => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    call(value: Value) {
      for (const listener of listeners) listener(value)
    },
  }
}

function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve()
    const timer = setTimeout(resolve, milliseconds)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}
