import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { type Archive, ArchiveError, type Manifest } from './archive.ts'
import { decryptWith } from './encryption.ts'
import { countLines } from './parts.ts'
import { type Scanned, type ScanVisitor, scanArchive } from './scanning.ts'

interface ReadingOptions {
  /** Private keys of age, for archives that are encrypted. */
  identities: readonly string[]
  /** The names of the migrations that this version of the product has. */
  knownMigrations: readonly string[]
  signal?: AbortSignal | undefined
}

/** What was found of a table. */
interface FoundTable {
  name: string
  rows: number
  sha256: string
}

/**
 * Reads all of an archive, and checks every byte of it, before anything is done with it. `open` opens its bytes as they are
 * stored, from the beginning; it is called once for each reading.
 * @throws {ArchiveError} when it is refused; what `open` fails with, or its bytes, is thrown as it is
 */
export async function openArchive(open: () => Promise<Readable>, options: ReadingOptions): Promise<Archive> {
  const found: FoundTable[] = []
  const first = await scan(open, options, {
    async table(_number, name, parts) {
      const hash = createHash('sha256')
      let rows = 0
      for await (const part of parts) {
        hash.update(part)
        rows += countLines(part)
      }
      found.push({ name, rows, sha256: hash.digest('hex') })
    },
    async file() {},
  })
  const { manifest, secret, sha256 } = first
  compare(first, found)
  refuseUnknown(manifest, options.knownMigrations)
  return {
    ...{ manifest, secret },
    async read({ table, file }) {
      const again = await scan(open, options, {
        async table(number, _name, parts) {
          const described = manifest.tables[number - 1]
          if (!described) throw changed()
          if (table) await table(described, asReadable(parts))
        },
        async file(described, content) {
          if (file) await file(described, asReadable(content))
        },
      })
      if (again.sha256 !== sha256) throw changed()
    },
    async close() {},
  }
}

async function scan(
  open: () => Promise<Readable>,
  { identities, signal }: ReadingOptions,
  visitor: ScanVisitor,
): Promise<Scanned> {
  signal?.throwIfAborted()
  const stored = await open()
  const stop = () => stored.destroy(signal?.reason)
  signal?.addEventListener('abort', stop, { once: true })
  /** The store failed, not the archive. */
  let fault: Error | undefined
  async function* chunks() {
    try {
      for await (const chunk of stored) yield chunk
    } catch (error) {
      fault = error instanceof Error ? error : new Error(String(error))
      throw error
    }
  }
  async function* plain() {
    try {
      yield* decryptWith(identities, chunks())
    } catch (error) {
      throw error instanceof ArchiveError ? error : damaged()
    }
  }
  try {
    return await scanArchive(plain(), visitor)
  } catch (error) {
    throw fault ?? error
  } finally {
    signal?.removeEventListener('abort', stop)
    stored.destroy()
  }
}

/** A stream of what is generated, which ends the generator when it is not read to its end. */
const asReadable = (chunks: AsyncIterable<Uint8Array>): Readable =>
  Readable.from(chunks, { objectMode: false })

/** Whether the manifest says of the content what it is. */
function compare({ manifest, secret, tables, files }: Scanned, found: readonly FoundTable[]): void {
  const isTrue =
    tables === manifest.tables.length &&
    manifest.tables.every((table, index) => {
      const other = found[index]
      return other?.name === table.name && other.rows === table.rows && other.sha256 === table.sha256
    }) &&
    files.count === manifest.files.count &&
    files.bytes === manifest.files.bytes &&
    (secret !== undefined) === manifest.holdsSecret
  if (!isTrue)
    throw new ArchiveError('damaged', 'The backup is damaged: its manifest does not fit its content.')
}

function refuseUnknown({ migrations, productVersion }: Manifest, known: readonly string[]): void {
  const unknown = migrations.find((name) => !known.includes(name))
  if (unknown === undefined) return
  throw new ArchiveError(
    'newer',
    `The backup was made by a newer version of the product (${productVersion}, with the migration ${unknown}): use that version, or a later one.`,
  )
}

const damaged = (): ArchiveError =>
  new ArchiveError('damaged', 'The backup is damaged: it is not, byte for byte, what was written.')
const changed = (): ArchiveError => new ArchiveError('damaged', 'The backup has changed since it was opened.')
