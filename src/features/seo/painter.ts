import { fileURLToPath } from 'node:url'
import { createForkedProcess, ForkedProcessError } from '#platform/forked-process.ts'
import type { BadgeType } from '#shared/badge-types.ts'
import { Problem } from '#shared/problem.ts'
import type { Painting, PaintingOrder, SealPicture, ShareCard } from './contract.ts'

export interface Painter {
  /** Draws a card as PNG. */
  draw(card: ShareCard): Promise<Buffer>
  /** Cuts the middle out of a picture in the size of a card, as JPEG. */
  cut(picture: Uint8Array): Promise<Buffer>
  /** Draws a badge's seal. */
  drawSeal(type: BadgeType): Promise<SealPicture>
  /** Ends the process; pending drawings are rejected. */
  close(): void
}

interface PainterOptions {
  /** Milliseconds without a request after which the process ends. */
  idleTimeoutMs?: number
  /** Milliseconds that one drawing may take, including the start of the process but not its time in the queue. */
  limit?: number
}

const program = fileURLToPath(new URL('pictures/painter-process.ts', import.meta.url))

/** Draws pictures in a child process, which runs only while it is needed. */
export function createPainter(options: PainterOptions = {}): Painter {
  const process = createForkedProcess<PaintingOrder, Painting>({
    program,
    title: 'the drawing of a picture',
    memoryLimit: 600,
    // With a small heap, drawing many cards takes a third of the memory.
    flags: ['--max-semi-space-size=1', '--max-old-space-size=64'],
    // The fonts of the system must not be used.
    env: { DISABLE_SYSTEM_FONTS_LOAD: '1' },
    ...options,
  })
  async function ask(order: PaintingOrder): Promise<Painting> {
    try {
      return await process.ask(order)
    } catch (error) {
      // We draw only our own pictures, so a failure is a problem of the machine and not of the request.
      if (!(error instanceof ForkedProcessError) || error.reason === 'failure') throw error
      throw new Problem('overloaded', 503, { retryAfter: 10 })
    }
  }

  return {
    draw: async (card) => Buffer.from((await ask({ card })).bytes),
    cut: async (cover) => Buffer.from((await ask({ cover })).bytes),
    async drawSeal(type) {
      const { svg, bytes: png } = await ask({ seal: type })
      if (svg === undefined) throw new Error('a seal was drawn without its SVG')
      return { svg, png }
    },
    close: process.close,
  }
}
