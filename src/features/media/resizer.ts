import { fileURLToPath } from 'node:url'
import { createForkedProcess } from '#platform/forked-process.ts'
import type { Resized, ResizeOrder } from './contract.ts'

export interface Resizer {
  resize(bytes: Uint8Array): Promise<Resized>
  close(): void
}

const program = fileURLToPath(new URL('pictures/resizer-process.ts', import.meta.url))

/** Resizes pictures one after another, in a process of its own that is there only while it has something to do. */
export function createResizer({ limit = 60_000 } = {}): Resizer {
  const process = createForkedProcess<ResizeOrder, Resized>({
    program,
    limit,
    title: 'the resizing of a picture',
  })
  let turn: Promise<unknown> = Promise.resolve()
  return {
    resize(bytes) {
      // A decoded picture may take 200 MB: never two at a time, and each has its whole time.
      const resized = turn.then(() => process.ask({ bytes }))
      turn = resized.catch(() => {})
      return resized
    },
    close: process.close,
  }
}
