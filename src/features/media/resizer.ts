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
    maxWaiting: 10,
    memoryLimit: 1_000,
    title: 'the resizing of a picture',
  })
  return { resize: (bytes) => process.ask({ bytes }), close: process.close }
}
