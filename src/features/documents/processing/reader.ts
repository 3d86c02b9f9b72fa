import { fileURLToPath } from 'node:url'
import { createForkedProcess, ForkedProcessError } from '#platform/forked-process.ts'
import {
  type DrawnPicture,
  type Inspected,
  mostPictures,
  type ReadAnswer,
  type ReadOrder,
  type ReadPages,
  type Unreadable,
} from './orders.ts'

/** Reads PDFs that anybody may have made: nothing that is in one costs more than a limit of time and memory. */
export interface PdfReader {
  /** What a file is; with `cleanTo`, a copy without metadata is written to that path. */
  inspect(path: string, cleanTo: string | null): Promise<Inspected | Unreadable>
  /** Pictures of its first pages, and smaller ones of the first. */
  draw(path: string): Promise<DrawnPicture[] | Unreadable>
  /** The text of pages from one on; undefined where they cannot be read. */
  read(path: string, from: number): Promise<ReadPages | undefined>
  close(): void
}

const program = fileURLToPath(new URL('reader-process.ts', import.meta.url))
// Together, and with the start of a process between them, they are less than the fifteen seconds within which the state of every
// file is known. Milliseconds.
const usualLimits = { inspect: 5_500, draw: 7_000, read: 6_000 }
// Its start is not the fault of a file: the libraries take a second, and several on a busy machine.
const startLimit = 30_000

/** Reads in a child process that runs only while there is work, and has none of the server's secrets. */
export function createPdfReader({ memoryLimit = 900, limits = usualLimits } = {}): PdfReader {
  const process = createForkedProcess<ReadOrder, ReadAnswer>({
    ...{ program, memoryLimit, maxWaiting: 10, title: 'the reading of a PDF' },
    flags: ['--max-old-space-size=640'],
  })

  /**
   * What the process answers; `costly` when it exceeds its limits or ends, `broken` when it fails.
   * @throws {ForkedProcessError} when it cannot be started, which says nothing about the file
   */
  async function ask(order: Exclude<ReadOrder, { task: 'start' }>): Promise<ReadAnswer> {
    await process.ask({ task: 'start' }, startLimit)
    try {
      return await process.ask(order, limits[order.task])
    } catch (error) {
      if (!(error instanceof ForkedProcessError)) throw error
      return { refused: error.reason === 'failure' ? 'broken' : 'costly' }
    }
  }

  return {
    async inspect(path, cleanTo) {
      const answer = await ask({ task: 'inspect', path, cleanTo })
      return 'report' in answer || 'refused' in answer ? answer : { refused: 'broken' }
    },
    async draw(path) {
      const answer = await ask({ task: 'draw', path, pages: mostPictures })
      if ('pictures' in answer) return answer.pictures
      return 'refused' in answer ? answer : { refused: 'broken' }
    },
    async read(path, from) {
      const answer = await ask({ task: 'read', path, from })
      return 'pages' in answer ? answer : undefined
    },
    close: process.close,
  }
}
