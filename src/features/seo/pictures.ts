import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { FileStore } from '#platform/files/file-store.ts'
import type { Logger } from '#platform/log.ts'
import type { DrawnFolder } from '#shared/files/drawn-files.ts'
import type { MappedPage, ShareCard } from './contract.ts'
import { shareCardSize } from './model.ts'
import { createPainter } from './painter.ts'
import { type PictureOptions, pictureRoutes } from './routes.ts'
import { createShareCards } from './share-cards.ts'

interface PicturesOptions<Page extends MappedPage> extends Omit<PictureOptions<Page>, 'shareCards'> {
  files: FileStore
  log: Logger
  dataDir: string
  /** A picture that was uploaded, at least as wide as that if it is; undefined when it is gone. */
  readPicture(digest: string, width: number): Promise<Uint8Array | undefined>
}

// Where pictures were before the file store held them; they are drawn anew.
const formerFolders = ['share-cards', 'badge-cards', 'document-cards']

/** The pictures for sharing, the icons and manifests, and the drawing of pictures for other features. */
export function createPictures<Page extends MappedPage>({
  files,
  log,
  dataDir,
  readPicture,
  ...options
}: PicturesOptions<Page>) {
  const painter = createPainter()
  /** Draws a card, or cuts it out of the picture that takes its place. */
  async function draw(card: ShareCard): Promise<Buffer> {
    if (!card.picture) return painter.draw(card)
    return painter.cut((await readPicture(card.picture, shareCardSize.width)) ?? (await painter.draw(card)))
  }
  return {
    routes: [
      pictureRoutes({
        ...options,
        shareCards: createShareCards({ painter: { draw }, files, folder: 'share-cards', log }),
      }),
    ],
    drawCard: draw,
    drawSeal: painter.drawSeal,
    /** Creates the share cards of another feature, stored under names of their own. */
    createCards: ({ folder, maxFiles }: { folder: DrawnFolder; maxFiles: number }) =>
      createShareCards({ painter: { draw }, files, folder, maxFiles, log }),
    async start() {
      for (const folder of formerFolders)
        await rm(join(dataDir, folder), { recursive: true, force: true }).catch((error: unknown) => {
          log.warn({ err: error, folder }, 'a folder of former share pictures cannot be removed')
        })
    },
    close: painter.close,
  }
}
