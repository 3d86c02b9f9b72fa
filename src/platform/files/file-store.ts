import type { Readable } from 'node:stream'

/** What is known of a stored file without reading it. */
export interface FileFacts {
  /** In bytes. */
  size: number
  modifiedAt: Date
}

/** What was written: its size in bytes, and its SHA-256 in hexadecimal. */
export interface WrittenFile {
  size: number
  digest: string
}

/** A part of a file, from its byte `start` to its byte `end`, both included. */
export interface ByteRange {
  start: number
  end: number
}

/** A part of the store in use, of what may be used; `quota` is undefined where there is no limit. In bytes. */
export interface StorageUsage {
  used: number
  quota: number | undefined
}

/**
 * The store of uploaded files and what is made of them: a folder, or a store with the interface of S3. A name is written
 * once and its file never changes, so that it may be cached, and that writing it twice writes the same.
 *
 * Names are lower-case words between slashes (`checkName`), so that none leads out of the store. A store that is away fails
 * with a `Problem` 503.
 */
export interface FileStore {
  /**
   * Writes a file as it arrives: it exists completely or not at all. When the source fails, nothing is left, and this
   * rejects with the failure of the source. @throws {Problem} 507 when it would not fit
   */
  write(name: string, source: AsyncIterable<Uint8Array>): Promise<WrittenFile>
  find(name: string): Promise<FileFacts | undefined>
  /** Opens a file, or a part of it; undefined if there is none. What is not read to its end must be destroyed. */
  open(name: string, range?: ByteRange): Promise<Readable | undefined>
  /** Runs work on a file that other programs can read by its path, which is valid until the work has ended. @throws {Error} without such a file */
  withPath<Result>(name: string, work: (path: string) => Promise<Result>): Promise<Result>
  /** Does nothing when there is no such file. */
  remove(name: string): Promise<void>
  /** All files whose names begin with a prefix that ends in a slash. */
  list(prefix: string): AsyncIterable<FileFacts & { name: string }>
  /** Removes what is left of writings that began before a moment and never ended. */
  removeUnfinished(before: Date): Promise<void>
  /**
   * An address from which anybody can fetch a file for some time, whether there is one or not. Missing from stores that
   * clients cannot reach, or are not to be sent to.
   */
  findAddress?(name: string, options: AddressOptions): Promise<string>
}

/** How a file is to be served at an address of its own. */
export interface AddressOptions {
  /** Its media type. */
  type: string
  /** The header that names it (`content-disposition`). */
  disposition: string
  /** For how long. */
  seconds: number
}

const name = /^[a-z0-9][a-z0-9_-]*(\.[a-z0-9]+)?(\/[a-z0-9][a-z0-9_-]*(\.[a-z0-9]+)?)*$/

/** Whether a text can be the name of a file. */
export const isName = (file: string): boolean => file.length <= 200 && name.test(file)

/** @throws {RangeError} unless it is the name of a file */
export function checkName(file: string): string {
  if (!isName(file)) throw new RangeError('not the name of a file')
  return file
}

/** Writes a small file. */
export async function putFile(files: FileStore, file: string, bytes: Uint8Array): Promise<WrittenFile> {
  async function* one() {
    yield bytes
  }
  return files.write(file, one())
}

/** Reads a small file, or a small part of one; undefined if there is none. */
export async function readFile(
  files: FileStore,
  file: string,
  range?: ByteRange,
): Promise<Buffer<ArrayBuffer> | undefined> {
  const stream = await files.open(file, range)
  if (!stream) return undefined
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk)
  return Buffer.concat(chunks)
}
