import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from '#platform/log.ts'
import { hashShareCard, type ShareCard } from './contract.ts'
import type { Painter } from './painter.ts'

interface ShareCardOptions {
  painter: Pick<Painter, 'draw'>
  /** Where pictures are kept once drawn. */
  folder: string
  log: Logger
}

/**
 * The share pictures: drawn on first use, then kept as files. There is one for each page and language, that of the texts
 * as they are now, so their number is bounded by what the site has.
 */
export function createShareCards({ painter, folder, log }: ShareCardOptions) {
  const drawing = new Map<string, Promise<Buffer>>()

  async function keep(name: string, prefix: string, png: Buffer): Promise<void> {
    await mkdir(folder, { recursive: true })
    // Another process may be reading it, or writing the same.
    const draft = join(folder, `.${process.pid}-${name}`)
    await writeFile(draft, png)
    await rename(draft, join(folder, name))
    const outdated = (await readdir(folder)).filter((other) => other.startsWith(prefix) && other !== name)
    await Promise.all(outdated.map((other) => rm(join(folder, other), { force: true })))
  }

  async function find(card: ShareCard, hash: string): Promise<Buffer> {
    const prefix = `${card.language}.${card.page}.`
    const name = `${prefix}${hash}.png`
    const kept = await readFile(join(folder, name)).catch(() => undefined)
    if (kept) return kept
    const png = await painter.draw(card)
    await keep(name, prefix, png).catch((error: unknown) => {
      log.warn({ err: error }, 'a share picture cannot be kept; it will be drawn again')
    })
    return png
  }

  return {
    /** The picture of a card as PNG, drawn once however many ask. */
    async getPicture(card: ShareCard): Promise<Buffer> {
      const hash = hashShareCard(card)
      const running = drawing.get(hash)
      if (running) return running
      const picture = find(card, hash).finally(() => drawing.delete(hash))
      drawing.set(hash, picture)
      return picture
    },
  }
}
export type ShareCards = ReturnType<typeof createShareCards>
