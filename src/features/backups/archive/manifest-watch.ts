import { type Extract, extract, type Header } from 'tar-stream'
import { Manifest } from './archive.ts'
import { bytesOf, largestText, manifestName } from './format.ts'

/**
 * Reads the manifest of an archive while that goes elsewhere, and believes nothing of it: whatever cannot be read says
 * nothing of what the archive holds. `find` answers once all bytes were passed on.
 */
export function watchManifest(source: AsyncIterable<Uint8Array>) {
  const entries = extract()
  entries.on('error', () => {})
  const closed = new Promise<void>((resolve) => {
    entries.once('close', () => resolve())
  })
  const found = readManifest(entries).catch(() => undefined)
  async function* bytes() {
    try {
      for await (const chunk of source) {
        if (!entries.destroyed && !entries.write(chunk)) await Promise.race([drained(entries), closed])
        yield chunk
      }
      entries.end(undefined)
    } catch (error) {
      entries.destroy()
      throw error
    }
  }
  return { bytes: bytes(), find: () => found }
}

const drained = (entries: Extract) =>
  new Promise<void>((resolve) => {
    entries.once('drain', () => resolve())
  })

interface Entry extends AsyncIterable<unknown> {
  header: Header
  resume(): void
}

async function readManifest(entries: AsyncIterable<Entry>): Promise<Manifest | undefined> {
  let manifest: Manifest | undefined
  for await (const entry of entries) {
    const { name, size = 0 } = entry.header
    if (name === manifestName && size <= largestText) {
      const chunks: Uint8Array[] = []
      for await (const chunk of bytesOf(entry)) chunks.push(chunk)
      manifest = Manifest.parse(JSON.parse(Buffer.concat(chunks).toString()))
    } else entry.resume()
  }
  return manifest
}
