import { createHash } from 'node:crypto'
import type { Clock } from '#platform/clock.ts'
import { type FileStore, putFile, readFile } from '#platform/files/file-store.ts'
import type { Database } from '#platform/postgres.ts'
import { cleanFileName } from '#shared/files/file-name.ts'
import { Problem } from '#shared/problem.ts'
import {
  type Alternatives,
  avifPixelLimit,
  fallbackPictureWidth,
  listPictureWidths,
  type Picture,
  type PictureExtension,
  type PictureFit,
  type PictureType,
  type PictureUse,
  picturePixelLimit,
  pictureSource,
  type ReplacedPicture,
} from './contract.ts'
import { readPictureHeader } from './picture-header.ts'
import type { Resizer } from './resizer.ts'
import { createMediaStore, type PictureRow } from './store.ts'
import { pictureFileName } from './stored-files.ts'

export interface MediaOptions {
  db: Database
  files: FileStore
  resizer: Resizer
  clock: Clock
  /** The texts and campaigns that show a picture. */
  findUses: (digest: string) => Promise<PictureUse[]>
  /** Saves a draft of each text whose newest version shows the first picture, with the second in its place. */
  replaceInTexts: (from: Picture, to: Picture, actorId: string) => Promise<ReplacedPicture['texts']>
}

type MediaStore = ReturnType<typeof createMediaStore>

interface Upload {
  filename: string
  bytes: Buffer
}

/** The rules of the pictures that the team shows in its texts. */
export function createMedia({ db, files, resizer, clock, findUses, replaceInTexts }: MediaOptions) {
  const store = createMediaStore(db)

  async function getRow(id: string): Promise<PictureRow> {
    const row = await store.find(id)
    if (!row) throw new Problem('picture_not_found', 404)
    return row
  }

  return {
    add: (upload: Upload, authorId: string) => addPicture(upload, authorId, { store, files, resizer, clock }),

    /** Pictures whose name contains the search text, newest first. */
    async list(search: string, page: { limit: number; offset: number }) {
      const { rows, total } = await store.list(search, page)
      return { items: rows.map(toPicture), total }
    },

    /** @throws {Problem} 404 */
    get: async (id: string): Promise<Picture> => toPicture(await getRow(id)),

    /** Where a picture is shown: the texts, each with its newest version that does, and the campaigns. @throws {Problem} 404 */
    listUses: async (id: string): Promise<PictureUse[]> => findUses((await getRow(id)).digest),

    /**
     * Sets the alternative texts of the named languages, which are proposed when the picture is inserted; an empty one is
     * removed. Texts that show the picture keep their own. @throws {Problem} 404
     */
    async describe(id: string, changes: Alternatives): Promise<Picture> {
      const given = Object.entries(changes).map(([language, words]) => [language, words || null])
      const row = await store.mergeAlternatives(id, Object.fromEntries(given))
      if (!row) throw new Problem('picture_not_found', 404)
      return toPicture(row)
    },

    /**
     * Shows another picture in the place of one: each text whose newest version shows it gets a draft; nothing is
     * published. @throws {Problem} 404; 422 when the other picture is the same or does not exist
     */
    async replace(id: string, by: string, actorId: string): Promise<ReplacedPicture> {
      const from = await getRow(id)
      const to = await store.find(by)
      if (!to) throw unusable('picture_unknown')
      if (to.id === from.id) throw unusable('picture_same')
      return { texts: await replaceInTexts(toPicture(from), toPicture(to), actorId) }
    },

    /** Deletes a picture that no version of any text and no campaign shows. @throws {Problem} 404; 409 with `uses` */
    async remove(id: string): Promise<void> {
      const row = await getRow(id)
      const uses = await findUses(row.digest)
      if (uses.length > 0) throw new Problem('picture_used', 409, { extra: { uses } })
      await store.remove(id)
      // The row is deleted first: after a crash, files without a row are harmless, a row without files is not.
      const fallback = fallbackPictureWidth(row.width)
      await Promise.all([
        files.remove(pictureFileName(row.digest, fallback, 'webp')),
        files.remove(pictureFileName(row.digest, fallback, 'jpg')),
        ...listPictureWidths(row.width).map((width) =>
          files.remove(pictureFileName(row.digest, width, 'avif')),
        ),
      ])
    },

    /** One file of a picture; undefined if there is none. */
    readFile: (digest: string, width: number, extension: PictureExtension) =>
      readFile(files, pictureFileName(digest, width, extension)),

    prepareForMail: (digests: readonly string[]) => preparePictures(digests, { store, files, resizer }),

    cutSquares: createSquareCutter(resizer),
    fitPicture: createPictureFitter(resizer),

    ...createPictureReading({ store, files }),

    /** Ends the process that resizes. */
    close: resizer.close,
  }
}
export type Media = ReturnType<typeof createMedia>

/** Pictures by their digests, each with a file that mail programs can show; unknown ones are missing. */
async function preparePictures(
  digests: readonly string[],
  { store, files, resizer }: Pick<MediaOptions, 'files' | 'resizer'> & { store: MediaStore },
): Promise<Map<string, Picture>> {
  const prepared = new Map<string, Picture>()
  // One after another: the queue of the resizing process is short.
  for (const row of await store.listByDigests(digests)) {
    if (await storeForMail(row, { files, resizer })) prepared.set(row.digest, toPicture(row))
  }
  return prepared
}

function createPictureReading({ store, files }: Pick<MediaOptions, 'files'> & { store: MediaStore }) {
  return {
    /** Whether there is a picture. */
    has: async (digest: string) => (await store.listByDigests([digest])).length > 0,

    /** A picture in its smallest size from a width on, else in its largest one; undefined when it is gone. */
    async readWide(digest: string, least: number): Promise<Buffer | undefined> {
      const [row] = await store.listByDigests([digest])
      const widths = row ? listPictureWidths(row.width) : []
      const width = widths.find((one) => one >= least) ?? widths.at(-1)
      return width === undefined ? undefined : readFile(files, pictureFileName(digest, width, 'avif'))
    },
  }
}

function createSquareCutter(resizer: MediaOptions['resizer']) {
  /**
   * Cuts the middle square out of a picture, at each of some sizes in pixels, as WebP; nothing is stored.
   * @throws {Problem} 415 for other files, 422 for a picture that cannot be shown
   */
  return async (bytes: Buffer, sizes: readonly number[]): Promise<Buffer[]> => {
    requireShowable(bytes)
    const cut = await resizer.cutSquares(bytes, sizes)
    if (cut.refused) throw new Problem(`picture_${cut.refused}`, 422)
    return cut.files.map((file) => Buffer.from(file.bytes))
  }
}

function createPictureFitter(resizer: MediaOptions['resizer']) {
  /**
   * Makes a picture one that somebody else takes; nothing is stored, and none of its metadata is kept.
   * @throws {Problem} 415 for other files, 422 for a picture that cannot be shown
   */
  return async (bytes: Buffer, fit: PictureFit) => {
    requireShowable(bytes)
    const fitted = await resizer.fit(bytes, fit)
    if (fitted.refused) throw new Problem(`picture_${fitted.refused}`, 422)
    const [file] = fitted.files
    if (!file) throw new Problem('picture_broken', 422)
    return { bytes: Buffer.from(file.bytes), width: fitted.width, height: fitted.height }
  }
}

/**
 * Adds a picture, unless it was added before. The original is not stored: its metadata may contain where it was taken.
 * @throws {Problem} 415 for other files, 422 for a picture that cannot be shown
 */
async function addPicture(
  upload: Upload,
  authorId: string,
  { store, files, resizer, clock }: Pick<MediaOptions, 'files' | 'resizer' | 'clock'> & { store: MediaStore },
) {
  const { type } = requireShowable(upload.bytes)
  const digest = createHash('sha256').update(upload.bytes).digest('hex')
  const known = await store.findByDigest(digest)
  if (known) return { picture: toPicture(known), isNew: false }

  const resized = await resizer.resize(upload.bytes)
  if (resized.refused) throw new Problem(`picture_${resized.refused}`, 422)
  await Promise.all(
    resized.files.map(({ width, extension, bytes }) =>
      putFile(files, pictureFileName(digest, width, extension), bytes),
    ),
  )
  const added = await store.insert({
    digest,
    filename: nameForPeople(upload.filename),
    type,
    width: resized.width,
    height: resized.height,
    size: upload.bytes.length,
    authorId,
    createdAt: clock.now(),
  })
  const row = added ?? (await store.findByDigest(digest))
  if (!row) throw new Error('a picture was removed while it was added')
  return { picture: toPicture(row), isNew: added !== undefined }
}

/** @throws {Problem} 415 for files of other kinds, 422 for a picture that cannot be shown, by its first bytes */
function requireShowable(bytes: Buffer): { type: PictureType } {
  const header = readPictureHeader(bytes)
  if (!header) throw new Problem('picture_type', 415)
  if (header.type === 'image/svg+xml') throw new Problem('picture_svg', 415)
  if (header.isAnimated) throw new Problem('picture_animated', 415)
  const { type, size } = header
  if (!size || size.width === 0 || size.height === 0) throw new Problem('picture_broken', 422)
  const pixelLimit = type === 'image/avif' ? avifPixelLimit : picturePixelLimit
  if (size.width * size.height > pixelLimit) {
    const limit = pixelLimit / 1_000_000
    throw new Problem('picture_too_many_pixels', 422, { params: { limit } })
  }
  return { type }
}

function unusable(code: string): Problem {
  return new Problem('validation_failed', 422, { fields: [{ field: 'by', code }] })
}

/** Stores the file of a picture for mail programs unless it is there; returns whether it is now. */
async function storeForMail(
  { digest, width }: PictureRow,
  { files, resizer }: Pick<MediaOptions, 'files' | 'resizer'>,
): Promise<boolean> {
  const fallback = fallbackPictureWidth(width)
  const name = pictureFileName(digest, fallback, 'jpg')
  if (await files.find(name)) return true
  const bytes = await readFile(files, pictureFileName(digest, fallback, 'webp'))
  const encoded = bytes && (await resizer.encodeForMail(bytes))
  const [file] = encoded?.refused === undefined ? (encoded?.files ?? []) : []
  if (!file) return false
  await putFile(files, name, file.bytes)
  return true
}

/** A file name for lists. */
function nameForPeople(filename: string): string {
  const clean = cleanFileName(filename)
  return clean.slice(0, 200).toWellFormed() || 'picture'
}

function toPicture(row: PictureRow): Picture {
  const { id, digest, filename, type, width, height, size, alternatives } = row
  const src = pictureSource(digest, width)
  const created_at = row.createdAt.toISOString()
  return { id, digest, filename, type, width, height, size, src, alternatives, created_at }
}
