import { type FileStore, putFile, readFile } from '#platform/files/file-store.ts'
import type { Logger } from '#platform/log.ts'
import type { DrawnFolder } from '#shared/files/drawn-files.ts'
import type { ShareCard } from './contract.ts'
import { hashShareCard, shareCardType } from './model.ts'
import type { Painter } from './painter.ts'

interface ShareCardOptions {
  painter: Pick<Painter, 'draw'>
  files: FileStore
  /** How the names of the stored pictures begin. No row names them, and so the check of the store leaves them alone. */
  folder: DrawnFolder
  /** How many pictures are stored at most; the oldest are removed first. By default more than the site has pages and languages. */
  maxFiles?: number
  log: Logger
}

/**
 * Share cards as PNG: drawn on first use, then stored as files. Each subject (a page or an award) has one per language,
 * drawn from the current texts. Without a store, as one that is full or away, they are drawn each time.
 */
export function createShareCards({ painter, files, folder, maxFiles = 1_000, log }: ShareCardOptions) {
  const drawing = new Map<string, Promise<Buffer>>()

  /** The stored pictures, the oldest first. */
  async function listStored(): Promise<string[]> {
    const stored: { name: string; modifiedAt: Date }[] = []
    for await (const file of files.list(`${folder}/`)) stored.push(file)
    return stored
      .sort((one, other) => one.modifiedAt.getTime() - other.modifiedAt.getTime())
      .map(({ name }) => name)
  }

  async function removeAll(names: readonly string[]): Promise<void> {
    await Promise.all(names.map((name) => files.remove(name)))
  }

  async function store(name: string, prefix: string, png: Buffer): Promise<void> {
    await putFile(files, name, png)
    const others = (await listStored()).filter((other) => other !== name)
    const outdated = others.filter((other) => other.startsWith(prefix))
    const valid = others.filter((other) => !other.startsWith(prefix))
    await removeAll([...outdated, ...valid.slice(0, Math.max(0, valid.length + 1 - maxFiles))])
  }

  async function findOrDraw(card: ShareCard, prefix: string, name: string): Promise<Buffer> {
    let isAway = false
    const stored = await readFile(files, name).catch((error: unknown) => {
      isAway = true
      log.warn({ err: error }, 'a stored share picture cannot be read; it is drawn again')
    })
    if (stored) return stored
    const png = await painter.draw(card)
    if (!isAway)
      await store(name, prefix, png).catch((error: unknown) => {
        log.warn({ err: error }, 'a share picture cannot be stored; it will be drawn again')
      })
    return png
  }

  return {
    /** The picture of a card. Concurrent requests share one drawing. */
    async getPicture(card: ShareCard, subject = card.page): Promise<Buffer> {
      const prefix = `${folder}/${card.language}_${subject}_`
      const name = `${prefix}${hashShareCard(card)}.${shareCardType(card)}`
      const running = drawing.get(name)
      if (running) return running
      const picture = findOrDraw(card, prefix, name).finally(() => drawing.delete(name))
      drawing.set(name, picture)
      return picture
    },

    /** Removes the pictures of these subjects in all languages. */
    async forget(subjects: readonly string[]): Promise<void> {
      if (subjects.length === 0) return
      const wanted = new Set(subjects)
      await removeAll((await listStored()).filter((name) => wanted.has(name.split('_').at(-2) ?? '')))
    },
  }
}
export type ShareCards = ReturnType<typeof createShareCards>
