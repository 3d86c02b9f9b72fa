import { createHash } from 'node:crypto'
import { type Extract, extract, type Header } from 'tar-stream'
import { Problem } from '#shared/problem.ts'
import { ArchiveContent, type ArchivedFile, ArchiveHead, bytesOf, contentFile } from './archive-form.ts'
import { transferContentLimit, transferVersion } from './contract.ts'

/** What becomes of an archive while it arrives. */
export interface ArchiveReceiver {
  content(content: ArchiveContent): Promise<void>
  file(file: ArchivedFile, bytes: AsyncIterable<Uint8Array>): Promise<void>
}

const damaged = () => new Problem('transfer_damaged', 422)
const foreign = () => new Problem('transfer_foreign', 422)

/**
 * Reads an archive as it arrives, in constant memory, and believes nothing of it: `content.json` comes first and names all
 * other files with their sizes and digests. @throws {Problem} 413, 422; and whatever the receiver throws
 */
export async function readArchive(source: AsyncIterable<Uint8Array>, receiver: ArchiveReceiver) {
  const entries = extract()
  let failure: unknown
  // Whatever breaks off the reading ends the arrival too, and the other way round.
  const arrival = feed(source, entries).catch((error) => {
    failure = error
    entries.destroy(error instanceof Error ? error : new Error(String(error)))
  })
  let refusal: unknown
  const refuse = (error: unknown) => {
    refusal = error
    throw error
  }
  let content: ArchiveContent | undefined
  const awaited = new Map<string, ArchivedFile>()
  try {
    for await (const entry of entries) {
      if (!content) {
        content = await readContent(entry)
        for (const file of content.files) awaited.set(file.path, file)
        if (awaited.size !== content.files.length) throw damaged()
        await receiver.content(content).catch(refuse)
      } else {
        const { name, type, size } = entry.header
        const file = awaited.get(name)
        if (!file || type !== 'file' || size !== file.size) throw damaged()
        awaited.delete(name)
        await receiver.file(file, checked(entry, file)).catch(refuse)
      }
    }
    await arrival
  } catch (error) {
    entries.destroy()
    await arrival
    if (failure !== undefined) throw failure
    if (error === refusal || error instanceof Problem) throw error
    throw content ? damaged() : foreign()
  }
  if (!content) throw foreign()
  if (awaited.size > 0) throw damaged()
  return content
}

/** An entry of an archive, as it is read. */
interface Entry extends AsyncIterable<unknown> {
  header: Header
}

/** Writes what arrives into the reader, no faster than it is read. */
async function feed(source: AsyncIterable<Uint8Array>, entries: Extract): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    entries.once('close', () => resolve())
  })
  entries.on('error', () => {})
  for await (const chunk of source) {
    if (entries.destroyed) return
    if (entries.write(chunk)) continue
    const drained = new Promise<void>((resolve) => {
      entries.once('drain', () => resolve())
    })
    await Promise.race([drained, closed])
  }
  entries.end(undefined)
}

async function readContent(entry: Entry): Promise<ArchiveContent> {
  const { name, type, size = 0 } = entry.header
  if (name !== contentFile || type !== 'file') throw foreign()
  if (size > transferContentLimit) throw new Problem('transfer_content_too_big', 413)
  const chunks: Uint8Array[] = []
  for await (const chunk of bytesOf(entry)) chunks.push(chunk)
  const value = parse(Buffer.concat(chunks))
  const head = ArchiveHead.safeParse(value)
  if (!head.success) throw foreign()
  if (head.data.formatVersion > transferVersion) throw new Problem('transfer_newer', 422)
  const content = ArchiveContent.safeParse(value)
  if (content.success) return content.data
  const [issue] = content.error.issues
  const field = issue?.path.join('.').slice(0, 200) || contentFile
  throw new Problem('validation_failed', 422, { fields: [{ field, code: 'invalid' }] })
}

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw foreign()
  }
}

/** Passes on the bytes of a file. @throws {Problem} 422 at its end, unless they are those that were announced */
async function* checked(entry: Entry, { size, sha256 }: ArchivedFile): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256')
  let read = 0
  try {
    for await (const chunk of bytesOf(entry)) {
      hash.update(chunk)
      read += chunk.length
      yield chunk
    }
  } catch {
    // It is cut off.
    throw damaged()
  }
  if (read !== size || hash.digest('hex') !== sha256) throw damaged()
}
