import { fileURLToPath } from 'node:url'
import { createForkedProcess, ForkedProcessError } from '#platform/forked-process.ts'
import type { PictureFit, Resized, ResizeOrder } from './contract.ts'

export interface Resizer {
  resize(bytes: Uint8Array): Promise<Resized>
  /** Encodes a picture that was resized before for mail programs. */
  encodeForMail(bytes: Uint8Array): Promise<Resized>
  /** The middle square of a picture at some sizes in pixels, as WebP. */
  cutSquares(bytes: Uint8Array, squares: readonly number[]): Promise<Resized>
  /** A picture as somebody else takes it. */
  fit(bytes: Uint8Array, fit: PictureFit): Promise<Resized>
  close(): void
}

const program = fileURLToPath(new URL('pictures/resizer-process.ts', import.meta.url))

/** Resizes pictures one after another, in a child process that runs only while it has work. */
export function createResizer({ limit = 60_000, memoryLimit = 1_000 } = {}): Resizer {
  const process = createForkedProcess<ResizeOrder, Resized>({
    program,
    limit,
    maxWaiting: 10,
    memoryLimit,
    title: 'the resizing of a picture',
  })
  async function ask(order: ResizeOrder): Promise<Resized> {
    try {
      return await process.ask(order)
    } catch (error) {
      // A file that exceeds the decoder's limits or crashes it is refused as invalid.
      if (error instanceof ForkedProcessError && error.reason !== 'failure') return { refused: 'too_costly' }
      throw error
    }
  }
  return {
    resize: (bytes) => ask({ bytes }),
    encodeForMail: (bytes) => ask({ bytes, isForMail: true }),
    cutSquares: (bytes, squares) => ask({ bytes, squares }),
    fit: (bytes, fit) => ask({ bytes, fit }),
    close: process.close,
  }
}
