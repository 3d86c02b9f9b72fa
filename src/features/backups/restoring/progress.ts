import { Readable } from 'node:stream'
import { type Logger, messageOf } from '#platform/log.ts'
import type { RestoreStep } from './contract.ts'
import type { RestoreStore } from './store.ts'

// How often progress is written, in milliseconds.
const pace = 400

/** Tells how far a restore is. */
export interface Progress {
  /** Begins a step. */
  enter(step: RestoreStep): Promise<void>
  /** Notes how much of the step is done, from 0 to 1. Costs nothing. */
  note(share: number): void
  /** Resolves once nothing more will be written. */
  finish(): Promise<void>
}

interface RecordingOptions {
  log: Logger
  /** Called when a step begins. */
  onStep: ((step: RestoreStep) => void) | undefined
}

/** Writes progress now and then: a connection of its own writes it, so that all see it before the data is committed. */
export function recordProgress(store: RestoreStore, id: string, { log, onStep }: RecordingOptions): Progress {
  let noted = 0
  let written = 0
  let writing: Promise<void> = Promise.resolve()
  const write = (change: { step?: RestoreStep; share: number }) => {
    written = change.share
    writing = writing.then(() =>
      store.update(id, change).catch((error: unknown) => {
        log.warn({ reason: messageOf(error) }, 'the progress of a restore could not be written')
      }),
    )
    return writing
  }
  const timer = setInterval(() => {
    if (noted !== written) void write({ share: noted })
  }, pace)
  return {
    async enter(step) {
      noted = 0
      onStep?.(step)
      await write({ step, share: 0 })
    },
    note(share) {
      noted = Math.min(1, Math.max(0, share))
    },
    async finish() {
      clearInterval(timer)
      await writing
    },
  }
}

/** Notes how much of a stream was read, each time it is opened anew. */
export function watchReading(
  open: () => Promise<Readable>,
  size: number | null,
  note: (share: number) => void,
): () => Promise<Readable> {
  return async () => {
    const source = await open()
    async function* watched() {
      let read = 0
      for await (const chunk of source) {
        read += chunk.length
        if (size) note(read / size)
        yield chunk
      }
    }
    return Readable.from(watched(), { objectMode: false })
  }
}
