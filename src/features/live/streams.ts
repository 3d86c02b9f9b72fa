import { PassThrough, type Readable } from 'node:stream'
import type { SignedIn } from '#http/access.ts'
import type { Signals } from '#platform/database/signals.ts'
import { type Logger, messageOf } from '#platform/log.ts'
import { type ChangedTopics, changedEvent, heartbeat, readyEvent } from '#shared/live/stream.ts'
import type { LiveTopic } from '#shared/live/topic.ts'
import { isAllowed } from '#shared/permissions.ts'
import { levelOf } from '#shared/roles.ts'

/** Signalled when a session has ended, or the role of a user has changed. */
export const sessionTopic = 'sessions'
/** How many streams a user may have open; each browser needs one. */
export const mostStreams = 20
// Several changes of a moment are one event, in milliseconds.
const gatherFor = 100
// Sessions also end by their age, which nothing signals.
const checkEvery = 60_000
// A client that leaves so many bytes unread is disconnected.
const mostUnread = 64 * 1024

export interface StreamOptions {
  signals: Pick<Signals, 'subscribe'>
  log: Logger
  /** The user of a token; undefined once its session has ended. */
  findSession(token: string): Promise<SignedIn | undefined>
  /** The topics of all features. */
  listTopics(): readonly LiveTopic[]
}

interface Stream {
  output: PassThrough
  token: string
  userId: string
  /** What the user may do, at the time of opening. */
  level: string
  topics: ReadonlySet<string>
}

/** The event streams of this process (WHATWG HTML §9.2). Each tells a signed-in user what has changed of what they may see. */
export function createStreams(options: StreamOptions) {
  const { signals, listTopics } = options
  const streams = new Set<Stream>()
  let isEnding = false
  const checkAll = createSessionCheck(streams, options)
  const gathering = gatherTopics((topics) => {
    for (const stream of streams) tell(stream, topics)
  })

  const unsubscribe = signals.subscribe((topic) => {
    if (topic === undefined || topic === sessionTopic) void checkAll()
    if (topic !== sessionTopic) gathering.add(topic)
  })
  const timers = [
    setInterval(() => {
      for (const stream of streams) push(stream, ': alive\n\n')
    }, heartbeat),
    setInterval(() => void checkAll(), checkEvery),
  ]
  for (const timer of timers) timer.unref()

  return {
    /** Opens a stream. A user who has too many loses the oldest. */
    open({ user }: SignedIn, token: string): Readable {
      const own = [...streams].filter(({ userId }) => userId === user.id)
      if (own.length >= mostStreams) own[0]?.output.end()
      const topics = listTopics().filter(({ permission }) => isAllowed(user, permission))
      const stream: Stream = {
        ...{ output: new PassThrough(), token, userId: user.id, level: levelOf(user) },
        topics: new Set(topics.map(({ name }) => name)),
      }
      streams.add(stream)
      stream.output.once('close', () => streams.delete(stream))
      write(stream, readyEvent, {})
      if (isEnding) stream.output.end()
      return stream.output
    },

    count: () => streams.size,

    /** Ends all streams; their clients open them again elsewhere. */
    end(): void {
      isEnding = true
      for (const { output } of streams) output.end()
    },

    close(): void {
      unsubscribe()
      gathering.stop()
      for (const timer of timers) clearInterval(timer)
      for (const { output } of streams) output.destroy()
    },
  }
}
export type Streams = ReturnType<typeof createStreams>

/** Collects topics for a moment and passes them on; undefined when any may have changed. */
function gatherTopics(pass: (topics: ReadonlySet<string> | undefined) => void) {
  let topics: Set<string> | undefined = new Set<string>()
  let timer: NodeJS.Timeout | undefined

  function flush(): void {
    const gathered = topics
    timer = undefined
    topics = new Set()
    pass(gathered)
  }

  return {
    add(topic: string | undefined): void {
      if (topic === undefined) topics = undefined
      else topics?.add(topic)
      timer ??= setTimeout(flush, gatherFor).unref()
    },
    stop: () => clearTimeout(timer),
  }
}

/** Creates the check that ends the streams whose session has ended, or whose user may do something else by now. */
function createSessionCheck(streams: ReadonlySet<Stream>, { findSession, log }: StreamOptions) {
  let running: Promise<void> | undefined
  let isAskedAgain = false

  async function check(): Promise<void> {
    for (const stream of streams) {
      const found = await findSession(stream.token)
      const isSame = found?.user.id === stream.userId && levelOf(found.user) === stream.level
      if (!isSame) stream.output.end()
    }
  }

  async function run(): Promise<void> {
    do {
      isAskedAgain = false
      await check().catch((error: unknown) =>
        log.warn({ reason: messageOf(error) }, 'the sessions of event streams could not be checked'),
      )
    } while (isAskedAgain)
  }

  return (): Promise<void> => {
    isAskedAgain = running !== undefined
    running ??= run().finally(() => {
      running = undefined
    })
    return running
  }
}

function tell(stream: Stream, topics: ReadonlySet<string> | undefined): void {
  if (!topics) {
    write(stream, readyEvent, {})
    return
  }
  const told = [...topics].filter((topic) => stream.topics.has(topic))
  if (told.length > 0) write(stream, changedEvent, { topics: told } satisfies ChangedTopics)
}

const write = (stream: Stream, event: string, data: object) =>
  push(stream, `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)

function push({ output }: Stream, text: string): void {
  if (output.writableEnded) return
  if (output.writableLength + output.readableLength > mostUnread) output.destroy()
  else output.write(text)
}
