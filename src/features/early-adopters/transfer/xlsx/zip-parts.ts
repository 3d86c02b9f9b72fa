import { crc32, createInflateRaw } from 'node:zlib'
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl'
import { XlsxRefusal } from './refusal.ts'

/** How much of a ZIP file is unpacked. */
export interface ZipLimits {
  entries: number
  /** Bytes of all parts that are read, unpacked. */
  unpacked: number
  /** Bytes that one packed byte may become, once a part has more than `ratioFrom` bytes. */
  ratio: number
  ratioFrom: number
}

/** The parts of a ZIP file; their names are compared without case, as OPC demands. */
export interface ZipParts {
  has(name: string): boolean
  /**
   * Unpacks a part piece by piece, and counts the bytes themselves, whatever the file says.
   * @throws {XlsxRefusal} when it exceeds a limit, is encrypted, or is not what the file says
   */
  read(name: string): AsyncGenerator<Buffer, void>
}

/** Reads the list of parts, without unpacking any. @throws {XlsxRefusal} */
export async function openZip(bytes: Buffer, limits: ZipLimits): Promise<ZipParts> {
  const zip = await damagedUnless(fromBufferPromise(bytes))
  if (zip.entryCount > limits.entries)
    throw new XlsxRefusal('import_too_large_unpacked', `${zip.entryCount} entries`)
  const entries = new Map<string, Entry>()
  await damagedUnless(
    (async () => {
      for await (const entry of zip.eachEntry()) entries.set(entry.fileName.toLowerCase(), entry)
    })(),
  )
  let left = limits.unpacked

  return {
    has: (name) => entries.has(name.toLowerCase()),
    async *read(name) {
      const entry = entries.get(name.toLowerCase())
      if (!entry) throw new XlsxRefusal('import_damaged', `no part ${name}`)
      if (entry.isEncrypted()) throw new XlsxRefusal('import_encrypted', `${name} is encrypted`)
      if (!entry.canDecodeFileData())
        throw new XlsxRefusal('import_damaged', `method ${entry.compressionMethod}`)
      // What it claims may be false either way: large claims need not be tried, small ones are not believed.
      if (entry.uncompressedSize > left)
        throw new XlsxRefusal('import_too_large_unpacked', `claims of ${name}`)
      const allowed = Math.max(limits.ratioFrom, entry.compressedSize * limits.ratio)
      let size = 0
      let sum = 0
      for await (const chunk of unpack(bytes, zip, entry)) {
        size += chunk.length
        left -= chunk.length
        if (left < 0 || size > allowed)
          throw new XlsxRefusal('import_too_large_unpacked', `${size} bytes of ${name}`)
        sum = crc32(chunk, sum)
        yield chunk
      }
      if (size !== entry.uncompressedSize || sum !== entry.crc32)
        throw new XlsxRefusal('import_damaged', `${name} is not what the file says`)
    },
  }
}

async function* unpack(bytes: Buffer, zip: ZipFile, entry: Entry): AsyncGenerator<Buffer, void> {
  const { fileDataStart } = await damagedUnless(zip.readLocalFileHeaderPromise(entry, { minimal: true }))
  const packed = bytes.subarray(fileDataStart, fileDataStart + entry.compressedSize)
  if (entry.compressionMethod === 0) {
    yield packed
    return
  }
  const inflate = createInflateRaw({ chunkSize: 64 * 1024 })
  inflate.end(packed)
  // Refusals of the consumer do not pass through here, only those of zlib.
  const chunks: AsyncIterator<Buffer> = inflate[Symbol.asyncIterator]()
  try {
    for (;;) {
      const next = await damagedUnless(chunks.next())
      if (next.done) return
      yield next.value
    }
  } finally {
    inflate.destroy()
  }
}

async function damagedUnless<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw new XlsxRefusal('import_damaged', 'not a regular ZIP file', { cause: error })
  }
}
