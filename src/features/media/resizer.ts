import { fileURLToPath } from 'node:url'
import { createForkedProcess, ForkedProcessError } from '#platform/forked-process.ts'
import type { Resized, ResizeOrder } from './contract.ts'

export interface Resizer {
  resize(bytes: Uint8Array): Promise<Resized>
  close(): void
}

const program = fileURLToPath(new URL('pictures/resizer-process.ts', import.meta.url))

/** Resizes pictures one after another, in a process of its own that is there only while it has something to do. */
export function createResizer({ limit = 60_000, memoryLimit = 1_000 } = {}): Resizer {
  const process = createForkedProcess<ResizeOrder, Resized>({
    program,
    limit,
    maxWaiting: 10,
    memoryLimit,
    title: 'the resizing of a picture',
  })
  return {
    async resize(bytes) {
      try {
        return await process.ask({ bytes })
      } catch (error) {
        // What the decoder cannot do within its limits, or dies of, is the fault of the file.
        if (error instanceof ForkedProcessError && error.reason !== 'failure')
          return { refused: 'too_costly' }
        throw error
      }
    },
    close: process.close,
  }
}
