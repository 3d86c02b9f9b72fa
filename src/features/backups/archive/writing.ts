import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { type Pack, pack as packTar } from 'tar-stream'
import type { Clock } from '#platform/clock.ts'
import { openSnapshot, type Snapshot, type SnapshotTable } from '#platform/database/copying/snapshot-store.ts'
import { orderTables } from '#platform/database/copying/table-order.ts'
import { type FileStore, isName } from '#platform/files/file-store.ts'
import type { ArchivedTable, Manifest } from './archive.ts'
import { encryptTo } from './encryption.ts'
import {
  bytesOf,
  emptyTarSize,
  firstName,
  HeldBack,
  headerOf,
  largestText,
  lineOfFile,
  listSize,
  manifestName,
  nameOfFile,
  nameOfList,
  nameOfPart,
  readme,
  secretName,
  writeSeal,
} from './format.ts'
import { cutParts } from './parts.ts'

/** How far an archive is written. */
export interface ArchiveProgress {
  tables: { done: number; total: number }
  files: number
  /** Of rows and files, before they are compressed. */
  bytes: number
}

export interface ArchiveOrder {
  databaseUrl: string
  files: FileStore
  /** Which of the stored files are left out, since they can be made again. */
  leavesOutFile?(name: string): boolean
  /** Tables whose rows are left out. */
  leftOut: readonly string[]
  /** What opens the encrypted rows. Only in archives that are encrypted. */
  secret?: string | undefined
  secretId: string
  site: Manifest['site']
  productVersion: string
  /** Public keys of age, to which the archive is encrypted; none for an archive that anyone can read. */
  recipients: readonly string[]
  clock: Clock
  onProgress?(progress: ArchiveProgress): void
  signal?: AbortSignal | undefined
}

/** An archive that is being made. */
export interface WrittenArchive {
  /** Its bytes, made as they are read. Fails when it cannot be made. */
  bytes: Readable
  /** Resolves once all of it was read. Rejects as `bytes` fails; it may be ignored. */
  manifest: Promise<Manifest>
}

// A store that loses so many files at once is not one that is in use.
const mostMissing = 1_000
const sliceSize = 256 * 1024
const compress = promisify(gzip)

/**
 * Makes an archive of the database and the stored files while both are used: of one state of the database, and the files
 * that there are afterwards. It takes the same memory however large they are.
 * @throws {RangeError} when it is asked to write a secret for anyone to read
 */
export function writeArchive(order: ArchiveOrder): WrittenArchive {
  if (order.secret !== undefined && order.recipients.length === 0)
    throw new RangeError('a secret is written into an encrypted archive only')
  const { promise, resolve, reject } = Promise.withResolvers<Manifest>()
  promise.catch(() => {})
  const plain = writePlain(order, resolve)
  const bytes = Readable.from(order.recipients.length > 0 ? encryptTo(order.recipients, plain) : plain, {
    objectMode: false,
    highWaterMark: sliceSize,
  })
  bytes.once('close', () => reject(bytes.errored ?? new Error('the archive was not read to its end')))
  return { bytes, manifest: promise }
}

/** The bytes of an archive before it is encrypted. */
async function* writePlain(
  order: ArchiveOrder,
  onManifest: (manifest: Manifest) => void,
): AsyncGenerator<Uint8Array> {
  const pack = packTar()
  const writing = fill(pack, order).then(
    (manifest) => {
      pack.finalize()
      return manifest
    },
    (error: Error) => {
      pack.destroy(error)
      throw error
    },
  )
  writing.catch(() => {})
  try {
    const hash = createHash('sha256')
    // The end of the tar is written after the seal.
    const body = new HeldBack(emptyTarSize)
    for await (const chunk of bytesOf(pack)) {
      for (const part of body.push(chunk)) {
        hash.update(part)
        // Whoever takes them works on one at a time.
        for (let at = 0; at < part.length; at += sliceSize) yield part.subarray(at, at + sliceSize)
      }
    }
    yield await writeSeal(hash.digest('hex'))
    onManifest(await writing)
  } catch (error) {
    // The cause, where the pack only says that it was destroyed.
    await Promise.race([writing, Promise.reject(error)])
  } finally {
    pack.destroy()
    await writing.catch(() => {})
  }
}

async function fill(pack: Pack, order: ArchiveOrder): Promise<Manifest> {
  const { signal } = order
  const snapshot = await openSnapshot(order.databaseUrl, { signal, keepsFiles: true })
  try {
    const tables = chooseTables(snapshot.tables, order.leftOut)
    const takenAt = order.clock.now().toISOString()
    const progress: ArchiveProgress = { tables: { done: 0, total: tables.length }, files: 0, bytes: 0 }
    const tell = (change: Partial<ArchiveProgress>) => {
      signal?.throwIfAborted()
      order.onProgress?.(Object.assign(progress, change))
    }
    await addText(pack, firstName, readme)
    const archived: ArchivedTable[] = []
    for (const [index, table] of tables.entries()) {
      const addBytes = (count: number) => tell({ bytes: progress.bytes + count })
      archived.push(await addTable(pack, snapshot, { table, number: index + 1, addBytes }))
      tell({ tables: { done: index + 1, total: tables.length } })
    }
    // The rows are complete.
    await snapshot.release()
    const files = await addFiles(pack, order, (count) =>
      tell({ files: progress.files + 1, bytes: progress.bytes + count }),
    )
    await snapshot.confirm()
    if (order.secret !== undefined) await addText(pack, secretName, order.secret)
    const names = new Set(archived.map(({ name }) => name))
    const manifest: Manifest = {
      ...{ format: 'firmeza-backup', formatVersion: 1, productVersion: order.productVersion, takenAt },
      ...{ site: order.site, migrations: [...snapshot.migrations], tables: archived },
      partitions: snapshot.partitions.filter(({ table }) => names.has(table)),
      sequences: snapshot.sequences.filter(({ table }) => names.has(table)),
      leftOut: order.leftOut.toSorted(),
      ...{ files, secretId: order.secretId, holdsSecret: order.secret !== undefined },
    }
    await addText(pack, manifestName, `${JSON.stringify(manifest, undefined, 1)}\n`)
    return manifest
  } finally {
    await snapshot.close()
  }
}

/** The tables whose rows are archived, in an order in which they can be loaded. @throws {Error} when they would not fit together */
function chooseTables(all: readonly SnapshotTable[], leftOut: readonly string[]): SnapshotTable[] {
  const unknown = leftOut.find((name) => !all.some((table) => table.name === name))
  if (unknown !== undefined) throw new Error(`there is no table ${unknown} to leave out`)
  const tables = orderTables(all.filter(({ name }) => !leftOut.includes(name)))
  for (const { name, refersTo } of tables) {
    const missing = refersTo.find((target) => leftOut.includes(target))
    if (missing !== undefined) throw new Error(`${name} refers to rows of ${missing}, which are left out`)
  }
  return tables
}

interface AddedTable {
  table: SnapshotTable
  number: number
  addBytes(count: number): void
}

async function addTable(
  pack: Pack,
  snapshot: Snapshot,
  { table, number, addBytes }: AddedTable,
): Promise<ArchivedTable> {
  const hash = createHash('sha256')
  let rows = 0
  let count = 0
  /** The part before, which is compressed while rows arrive. */
  let writing: Promise<void> | undefined
  const add = async (part: Buffer) => {
    const name = nameOfPart(number, table.name, ++count)
    await addBuffer(pack, name, await compress(part, { level: 3 }))
    addBytes(part.length)
  }
  try {
    for await (const { bytes, lines } of cutParts(snapshot.copy(table), (chunk) => hash.update(chunk))) {
      rows += lines
      await writing
      writing = add(bytes)
      writing.catch(() => {})
    }
    await writing
  } finally {
    await writing?.catch(() => {})
  }
  // So that what is in a table's folder never has to be guessed.
  if (count === 0) await add(Buffer.alloc(0))
  return { name: table.name, columns: table.columns, rows, sha256: hash.digest('hex') }
}

async function addFiles(
  pack: Pack,
  { files, leavesOutFile, signal }: ArchiveOrder,
  onFile: (bytes: number) => void,
): Promise<Manifest['files']> {
  const found: Manifest['files'] = { count: 0, bytes: 0, missing: [] }
  let list = ''
  let lists = 0
  const endList = async () => {
    if (list !== '') await addText(pack, nameOfList(++lists), list)
    list = ''
  }
  for await (const { name, size } of files.list('')) {
    signal?.throwIfAborted()
    // The product can neither write nor read it.
    if (!isName(name) || leavesOutFile?.(name)) continue
    const content = await files.open(name)
    if (!content) {
      found.missing.push(name)
      if (found.missing.length > mostMissing) throw new Error('the files disappear from their store')
      continue
    }
    list += lineOfFile(name, await addFile(pack, { name, size, content, signal }))
    found.count += 1
    found.bytes += size
    onFile(size)
    if (list.length >= listSize) await endList()
  }
  await endList()
  return found
}

interface AddedFile {
  name: string
  size: number
  content: Readable
  signal: AbortSignal | undefined
}

/** Adds a file of a known size; returns its SHA-256. */
async function addFile(pack: Pack, { name, size, content, signal }: AddedFile): Promise<string> {
  const hash = createHash('sha256')
  const ended = Promise.withResolvers<void>()
  ended.promise.catch(() => {})
  const entry = pack.entry(headerOf(nameOfFile(name), size), (error) =>
    error ? ended.reject(error) : ended.resolve(),
  )
  entry.on('error', ended.reject)
  let rest = size
  try {
    for await (const chunk of content) {
      signal?.throwIfAborted()
      rest -= chunk.length
      if (rest < 0) break
      hash.update(chunk)
      if (!entry.write(chunk)) await Promise.race([drained(entry), ended.promise])
    }
    if (rest !== 0) throw new Error(`the file ${name} is not as long as its store says`)
    entry.end(undefined)
    await ended.promise
  } finally {
    content.destroy()
  }
  return hash.digest('hex')
}

const drained = (entry: ReturnType<Pack['entry']>) =>
  new Promise<void>((resolve) => {
    entry.once('drain', () => resolve())
  })

function addBuffer(pack: Pack, name: string, content: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    pack.entry(headerOf(name, content.length), content, (error) => (error ? reject(error) : resolve()))
  })
}

async function addText(pack: Pack, name: string, text: string): Promise<void> {
  const content = Buffer.from(text)
  if (content.length > largestText) throw new Error(`${name} would be larger than a backup may say`)
  await addBuffer(pack, name, content)
}
