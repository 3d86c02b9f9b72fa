import { createHash } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { type Extract, extract as extractTar, type Header } from 'tar-stream'
import { isName } from '#platform/files/file-store.ts'
import { ArchiveError, Manifest } from './archive.ts'
import {
  bytesOf,
  firstName,
  HeldBack,
  largestList,
  largestPart,
  largestText,
  lineOfFile,
  listSize,
  manifestName,
  nameOfList,
  partSize,
  readFormat,
  readPartName,
  sealSize,
  secretName,
  writeSeal,
} from './format.ts'

/** What is done with the entries of an archive. What is not read of them is skipped. */
export interface ScanVisitor {
  /** The rows of the table of a number, from 1, part by part. */
  table(number: number, name: string, parts: AsyncIterable<Buffer>): Promise<void>
  file(file: { name: string; size: number }, content: AsyncIterable<Uint8Array>): Promise<void>
}

/** What an archive holds beside tables and files. */
export interface Scanned {
  manifest: Manifest
  secret: string | undefined
  tables: number
  files: { count: number; bytes: number }
  /** The SHA-256 of all of it but the seal. */
  sha256: string
}

const mostTables = 10_000
const decompress = promisify(gunzip)
const damaged = (): ArchiveError =>
  new ArchiveError('damaged', 'The backup is damaged: it is not, byte for byte, what was written.')
const foreign = (): ArchiveError => new ArchiveError('foreign', 'The file is not a backup of this product.')
const newer = (): ArchiveError =>
  new ArchiveError(
    'newer',
    'The backup was made by a newer version of the product: use that version, or a later one.',
  )

/**
 * Reads an archive that is not encrypted, from its first byte to its last, in the memory of a few parts of a table whatever
 * it holds. What it tells the visitor is proven only when it resolves.
 * @throws {ArchiveError}
 */
export async function scanArchive(plain: AsyncIterable<Uint8Array>, visitor: ScanVisitor): Promise<Scanned> {
  const extract = extractTar()
  const sealing = feed(plain, extract)
  sealing.catch(() => {})
  const entries = new Entries(extract)
  try {
    const read = await readEntries(entries, visitor)
    return { ...read, sha256: await sealing }
  } catch (error) {
    extract.destroy()
    // What is wrong with the bytes themselves says more than what the reading of a tar says.
    const cause = await sealing.then(
      () => error,
      (fault: unknown) => (fault === stopped ? error : fault),
    )
    throw cause instanceof UnreadableError ? (entries.count === 0 ? foreign() : damaged()) : cause
  }
}

/** The bytes cannot be those of an archive. */
class UnreadableError extends Error {}

const stopped = new Error('nobody reads on')

/** Passes bytes to the reader of a tar, and compares the seal after them; returns the SHA-256 of what is before it. */
async function feed(plain: AsyncIterable<Uint8Array>, extract: Extract): Promise<string> {
  const hash = createHash('sha256')
  const body = new HeldBack(sealSize)
  const closed = new Promise<void>((resolve) => {
    extract.once('close', () => resolve())
  })
  extract.on('error', () => {})
  try {
    for await (const chunk of plain) {
      for (const part of body.push(chunk)) {
        hash.update(part)
        if (extract.destroyed) throw stopped
        if (!extract.write(part)) await Promise.race([drained(extract), closed])
      }
    }
    if (extract.destroyed) throw stopped
    const sha256 = hash.digest('hex')
    if (!body.rest.equals(await writeSeal(sha256))) throw new UnreadableError()
    extract.end(undefined)
    return sha256
  } catch (error) {
    extract.destroy(error instanceof Error ? error : new Error(String(error)))
    throw error
  }
}

const drained = (extract: Extract) =>
  new Promise<void>((resolve) => {
    extract.once('drain', () => resolve())
  })

interface Entry extends AsyncIterable<unknown> {
  header: Header
}

/** The entries of a tar, one after the other. */
class Entries {
  /** How many there were. */
  count = 0
  readonly #iterator: AsyncIterator<Entry>
  #next: Entry | undefined

  constructor(extract: Extract) {
    this.#iterator = extract[Symbol.asyncIterator]()
  }

  /** The next one, without taking it; undefined at the end. What was taken before must have been read. */
  async peek(): Promise<Entry | undefined> {
    if (this.#next) return this.#next
    const next = await this.#iterator.next().catch(() => {
      throw new UnreadableError()
    })
    if (next.done) return undefined
    this.count += 1
    if (next.value.header.type !== 'file') throw new UnreadableError()
    this.#next = next.value
    return this.#next
  }

  async take(): Promise<Entry | undefined> {
    const entry = await this.peek()
    this.#next = undefined
    return entry
  }
}

async function readEntries(entries: Entries, visitor: ScanVisitor): Promise<Omit<Scanned, 'sha256'>> {
  await readFirst(entries)
  const tables = await readTables(entries, visitor)
  const files = await readFiles(entries, visitor)
  let secret: string | undefined
  if ((await entries.peek())?.header.name === secretName) secret = await readText(await entries.take())
  const last = await entries.take()
  if (last?.header.name !== manifestName) throw new UnreadableError()
  const manifest = parseManifest(await readText(last))
  if (await entries.peek()) throw new UnreadableError()
  return { manifest, secret, tables, files }
}

/** The first entry says what it is, and of which version, before anything else is understood. */
async function readFirst(entries: Entries): Promise<void> {
  const first = await entries.take().catch(() => undefined)
  if (first?.header.name !== firstName) throw foreign()
  const version = readFormat(await readText(first))
  if (version === undefined) throw foreign()
  if (version > 1) throw newer()
}

async function readTables(entries: Entries, visitor: ScanVisitor): Promise<number> {
  let number = 0
  for (;;) {
    const found = readPartName((await entries.peek())?.header.name ?? '')
    if (!found) return number
    number += 1
    if (found.table !== number || number > mostTables) throw new UnreadableError()
    const parts = readParts(entries, number, found.name)
    await visitor.table(number, found.name, lend(parts))
    // What the visitor has left.
    for (let next = await parts.next(); !next.done; ) next = await parts.next()
  }
}

/** The rows of one table. */
async function* readParts(entries: Entries, table: number, name: string): AsyncGenerator<Buffer> {
  for (let part = 1; ; part += 1) {
    const entry = await entries.peek()
    const found = readPartName(entry?.header.name ?? '')
    if (!entry || found?.table !== table) {
      if (part === 1) throw new UnreadableError()
      return
    }
    if (found.name !== name || found.part !== part || entry.header.size > largestPart)
      throw new UnreadableError()
    await entries.take()
    const compressed = await readAll(entry, largestPart)
    yield await decompress(compressed, { maxOutputLength: partSize }).catch(() => {
      throw new UnreadableError()
    })
  }
}

async function readFiles(entries: Entries, visitor: ScanVisitor): Promise<Scanned['files']> {
  const found = { count: 0, bytes: 0 }
  let lists = 0
  let list = ''
  for (;;) {
    const entry = await entries.peek()
    const [, name] = /^files\/(.+)$/.exec(entry?.header.name ?? '') ?? []
    if (entry && entry.header.name === nameOfList(lists + 1)) {
      lists += 1
      await entries.take()
      if ((await readText(entry, largestList)) !== list) throw new UnreadableError()
      list = ''
    } else if (entry && name !== undefined) {
      if (!isName(name) || list.length >= listSize) throw new UnreadableError()
      await entries.take()
      const size = entry.header.size
      list += lineOfFile(name, await readFile(entry, { name, size }, visitor))
      found.count += 1
      found.bytes += size
    } else if (list === '') return found
    else throw new UnreadableError()
  }
}

/** Returns the SHA-256 of a file. */
async function readFile(
  entry: Entry,
  file: { name: string; size: number },
  visitor: ScanVisitor,
): Promise<string> {
  const hash = createHash('sha256')
  async function* content() {
    for await (const chunk of bytesOf(entry)) {
      hash.update(chunk)
      yield chunk
    }
  }
  const reading = content()
  await visitor.file(file, lend(reading))
  // What the visitor has left.
  for (let next = await reading.next(); !next.done; ) next = await reading.next()
  return hash.digest('hex')
}

/** What is generated, for somebody who may end reading before its end: the rest is still there. */
async function* lend<Chunk>(chunks: AsyncGenerator<Chunk>): AsyncGenerator<Chunk> {
  for (let next = await chunks.next(); !next.done; next = await chunks.next()) yield next.value
}

async function readAll(entry: Entry, largest: number): Promise<Buffer> {
  if (entry.header.size > largest) throw new UnreadableError()
  const chunks: Uint8Array[] = []
  for await (const chunk of bytesOf(entry)) chunks.push(chunk)
  return Buffer.concat(chunks)
}

async function readText(entry: Entry | undefined, largest = largestText): Promise<string> {
  if (!entry || entry.header.size > largest) throw new UnreadableError()
  return text(bytesOf(entry))
}

function parseManifest(json: string): Manifest {
  let value: unknown
  try {
    value = JSON.parse(json)
  } catch {
    throw new UnreadableError()
  }
  const result = Manifest.safeParse(value)
  if (!result.success) throw new UnreadableError()
  return result.data
}
