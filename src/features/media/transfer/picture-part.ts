import { z } from 'zod'
import type { PresentItem, TransferData, TransferPart, TransferSource } from '#feature.ts'
import {
  Alternatives,
  fallbackPictureWidth,
  listPictureWidths,
  type PictureExtension,
  pictureSizeLimit,
  pictureTypes,
} from '#features/media/contract.ts'
import { readPictureHeader } from '#features/media/picture-header.ts'
import { createMediaStore, type PictureRow } from '#features/media/store.ts'
import { pictureFileName } from '#features/media/stored-files.ts'
import { readFields } from '#http/problem-details.ts'
import { type FileStore, putFile } from '#platform/files/file-store.ts'
import type { Database } from '#platform/postgres.ts'
import { cleanFileName } from '#shared/files/file-name.ts'
import type { Language } from '#shared/languages.ts'
import { Problem } from '#shared/problem.ts'
import { text } from '#shared/text.ts'

const digest = /^[0-9a-f]{64}$/
const size = (most: number) => z.int('invalid').min(1, 'invalid').max(most, 'invalid')

/** A picture; its key is the digest of the file as it was uploaded, which no installation stores. */
const TransferredPicture = z.strictObject({
  filename: text(200).overwrite((name) => cleanFileName(name) || 'picture'),
  type: z.enum(pictureTypes, 'invalid'),
  /** In pixels. */
  width: size(1_000_000),
  height: size(1_000_000),
  /** In bytes, as it was uploaded. */
  size: size(pictureSizeLimit),
  alternatives: Alternatives.default({}),
})
type TransferredPicture = z.infer<typeof TransferredPicture>

const mediaTypes: Record<PictureExtension, string> = {
  avif: 'image/avif',
  webp: 'image/webp',
  jpg: 'image/jpeg',
}

interface PictureFile {
  width: number
  extension: PictureExtension
}

/** The files that every picture has; the one for mail programs is made once a mail shows it. */
const listFiles = (width: number): PictureFile[] => [
  { width: fallbackPictureWidth(width), extension: 'webp' },
  ...listPictureWidths(width).map((step): PictureFile => ({ width: step, extension: 'avif' })),
]

const pathOf = (key: string, { width, extension }: PictureFile) =>
  `files/pictures/${key}-${width}.${extension}`

/** The pictures as they are exported. */
export const pictureSource: TransferSource = {
  name: 'pictures',
  isByLanguage: false,
  async list(db, languages) {
    const rows = await createMediaStore(db).listWhole()
    return rows.map((row) => toItem(row, languages))
  },
}

function toItem(row: PictureRow, languages: readonly Language[]): PresentItem {
  const { digest: key, filename, width, height, size: bytes, createdAt, alternatives } = row
  const told = languages.flatMap((language) => {
    const words = alternatives[language]
    return words === undefined ? [] : [[language, words] as const]
  })
  return {
    ...{ key, language: null, label: filename, changedAt: createdAt },
    data: { filename, type: row.type, width, height, size: bytes, alternatives: Object.fromEntries(told) },
    files: listFiles(width).map((file) => ({
      path: pathOf(key, file),
      stored: pictureFileName(key, file.width, file.extension),
    })),
  }
}

interface PicturePartOptions {
  db: Database
  files: FileStore
}

/** The pictures as they are imported: new ones with their files, and alternative texts of those that are here. */
export function createPicturePart({ db, files }: PicturePartOptions): TransferPart {
  return {
    ...pictureSource,
    async read({ key, data }) {
      return digest.test(key) ? readFields(TransferredPicture, data) : 'unknown_key'
    },
    filesOf(key, data) {
      const { width } = TransferredPicture.parse(data)
      return { needed: listFiles(width).map((file) => pathOf(key, file)) }
    },
    needs: () => [],
    merge: mergePictures,
    begin({ actorId, now }) {
      const written: { key: string; names: string[] }[] = []
      return {
        async prepare({ key, data, present }, open) {
          if (present) return
          const { width } = TransferredPicture.parse(data)
          const names: string[] = []
          written.push({ key, names })
          for (const file of listFiles(width)) {
            const bytes = await readSmall(await open(pathOf(key, file)))
            requirePicture(bytes, file)
            const name = pictureFileName(key, file.width, file.extension)
            names.push(name)
            await putFile(files, name, bytes)
          }
        },
        async store(transaction, changes) {
          const store = createMediaStore(transaction)
          for (const { key, data, present } of changes) {
            const { alternatives, ...picture } = TransferredPicture.parse(data)
            if (!present) await store.insert({ ...picture, digest: key, authorId: actorId, createdAt: now })
            const row = await store.findByDigest(key)
            if (!row) throw new Problem('transfer_changed_here', 409)
            await store.mergeAlternatives(row.id, alternatives)
          }
        },
        async discard() {
          // One that somebody has uploaded meanwhile keeps its files.
          for (const { key, names } of written) {
            if (await createMediaStore(db).findByDigest(key)) continue
            for (const name of names) await files.remove(name)
          }
        },
      }
    },
  }
}

/** A picture that is here stays as it is, with the alternative texts of those languages that come along. */
function mergePictures(present: TransferData | undefined, incoming: TransferData): TransferData {
  if (!present) return incoming
  const alternatives = {
    ...TransferredPicture.parse(present).alternatives,
    ...TransferredPicture.parse(incoming).alternatives,
  }
  return { ...present, alternatives } satisfies Partial<TransferredPicture> & TransferData
}

async function readSmall(source: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of source) {
    length += chunk.length
    if (length > pictureSizeLimit)
      throw new Problem('picture_too_big', 413, { params: { limit: pictureSizeLimit / 1024 / 1024 } })
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** @throws {Problem} 422 unless it is a picture of this kind and width */
function requirePicture(bytes: Buffer, { width, extension }: PictureFile): void {
  const header = readPictureHeader(bytes)
  if (header?.type !== mediaTypes[extension] || header.size?.width !== width || header.isAnimated)
    throw new Problem('picture_broken', 422)
}
