import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from '#platform/log.ts'
import type { ShareCard } from './contract.ts'
import { hashShareCard } from './model.ts'
import type { Painter } from './painter.ts'

interface ShareCardOptions {
  painter: Pick<Painter, 'draw'>
  /** The folder in which drawn pictures are stored. */
  folder: string
  /** How many pictures are stored at most; the oldest are removed first. By default, one per subject and language. */
  maxFiles?: number
  log: Logger
}

/**
 * Share cards as PNG: drawn on first use, then stored as files. Each subject (a page or an award) has one per language,
 * drawn from the current texts.
 */
export function createShareCards({
  painter,
  folder,
  maxFiles = Number.POSITIVE_INFINITY,
  log,
}: ShareCardOptions) {
  const drawing = new Map<string, Promise<Buffer>>()

  async function store(name: string, prefix: string, png: Buffer): Promise<void> {
    await mkdir(folder, { recursive: true })
    // Another process may be reading or writing the same file, so it is replaced in one step.
    const draft = join(folder, `.${process.pid}-${name}`)
    await writeFile(draft, png)
    await rename(draft, join(folder, name))
    const others = (await readdir(folder)).filter((other) => other !== name && other.endsWith('.png'))
    const outdated = others.filter((other) => other.startsWith(prefix))
    const surplus = others.length - outdated.length + 1 - maxFiles
    if (surplus > 0) outdated.push(...(await listOldest(others, surplus)))
    await removeAll(outdated)
  }

  async function listOldest(names: string[], count: number): Promise<string[]> {
    const times = await Promise.all(
      names.map(async (name) => {
        const entry = await stat(join(folder, name)).catch(() => undefined)
        return { name, time: entry?.mtimeMs ?? 0 }
      }),
    )
    const sorted = times.sort((one, other) => one.time - other.time)
    return sorted.slice(0, count).map(({ name }) => name)
  }

  async function removeAll(names: string[]): Promise<void> {
    await Promise.all(names.map((name) => rm(join(folder, name), { force: true })))
  }

  async function findOrDraw(card: ShareCard, prefix: string, hash: string): Promise<Buffer> {
    const name = `${prefix}${hash}.png`
    const stored = await readFile(join(folder, name)).catch(() => undefined)
    if (stored) return stored
    const png = await painter.draw(card)
    await store(name, prefix, png).catch((error: unknown) => {
      log.warn({ err: error }, 'a share picture cannot be stored; it will be drawn again')
    })
    return png
  }

  return {
    /** The picture of a card as PNG. Concurrent requests share one drawing. */
    async getPicture(card: ShareCard, subject = card.page): Promise<Buffer> {
      const hash = hashShareCard(card)
      const prefix = `${card.language}.${subject}.`
      const key = prefix + hash
      const running = drawing.get(key)
      if (running) return running
      const picture = findOrDraw(card, prefix, hash).finally(() => drawing.delete(key))
      drawing.set(key, picture)
      return picture
    },

    /** Removes the pictures of these subjects in all languages. */
    async forget(subjects: readonly string[]): Promise<void> {
      const wanted = new Set(subjects)
      const names = await readdir(folder).catch(() => [])
      await removeAll(names.filter((name) => wanted.has(name.split('.').at(-3) ?? '')))
    },
  }
}
export type ShareCards = ReturnType<typeof createShareCards>
