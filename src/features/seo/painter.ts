import { fileURLToPath } from 'node:url'
import { createForkedProcess, ForkedProcessError } from '#platform/forked-process.ts'
import type { BadgeType } from '#shared/badge-types.ts'
import { Problem } from '#shared/problem.ts'
import type { Painting, PaintingOrder, SealPicture, ShareCard } from './contract.ts'

export interface Painter {
  /** Draws a card as PNG. */
  draw(card: ShareCard): Promise<Buffer>
  /** Draws a badge's seal as it stands alone. */
  drawSeal(type: BadgeType): Promise<SealPicture>
  /** Lets the process go; what is being drawn is refused. */
  close(): void
}

interface PainterOptions {
  /** Milliseconds for which the process waits for more to draw. */
  idleTimeoutMs?: number
  /** Milliseconds that one picture may take, the start of the process included, but not the wait for its turn. */
  limit?: number
}

const program = fileURLToPath(new URL('pictures/painter-process.ts', import.meta.url))

/** Draws pictures in a process of its own, which is there only while something is drawn. */
export function createPainter(options: PainterOptions = {}): Painter {
  const process = createForkedProcess<PaintingOrder, Painting>({
    program,
    title: 'the drawing of a picture',
    memoryLimit: 600,
    // Many cards one after the other take a third of what they would if V8 let garbage gather.
    flags: ['--max-semi-space-size=1', '--max-old-space-size=64'],
    // No face of the system is to be used.
    env: { DISABLE_SYSTEM_FONTS_LOAD: '1' },
    ...options,
  })
  async function ask(order: PaintingOrder): Promise<Painting> {
    try {
      return await process.ask(order)
    } catch (error) {
      // What we draw is our own, so a drawing that takes too long or ends half-way is the machine's trouble.
      if (!(error instanceof ForkedProcessError) || error.reason === 'failure') throw error
      throw new Problem('overloaded', 503, { retryAfter: 10 })
    }
  }

  return {
    draw: async (card) => Buffer.from((await ask({ card })).png),
    async drawSeal(type) {
      const { svg, png } = await ask({ seal: type })
      if (svg === undefined) throw new Error('a seal was drawn without its SVG')
      return { svg, png }
    },
    close: process.close,
  }
}
