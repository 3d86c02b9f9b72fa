import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { type Pack, pack } from 'tar-stream'
import type { PresentItem, TransferSource } from '#feature.ts'
import type { FileStore } from '#platform/files/file-store.ts'
import type { Database } from '#platform/postgres.ts'
import { Problem } from '#shared/problem.ts'
import {
  type ArchiveContent,
  type ArchivedFile,
  bytesOf,
  contentFile,
  writeReadableJson,
} from './archive-form.ts'
import {
  type LeftOut,
  type TransferContents,
  type TransferExport,
  transferFormat,
  transferParts,
  transferVersion,
} from './contract.ts'

export interface ExportOptions {
  db: Database
  files: FileStore
  sources: () => readonly TransferSource[]
  describe: () => { productVersion: string; site: { name: string; url: string }; now: Date }
}

interface StoredFile extends ArchivedFile {
  stored: string
}

const block = 512

/** The bytes of an archive: each file after a block that names it, in whole blocks, and two empty blocks at the end. */
const sizeOfArchive = (sizes: readonly number[]) =>
  sizes.reduce((sum, size) => sum + block + Math.ceil(size / block) * block, 2 * block)

/** Archives of the content of the site. */
export function createContentExports({ db, files, sources, describe }: ExportOptions) {
  async function listItems({ parts, languages }: TransferExport) {
    const wanted = transferParts.flatMap(
      (name) => sources().find((one) => one.name === name && parts.includes(name)) ?? [],
    )
    // As of one moment, so that a picture is there that a text shows.
    return db.transaction(
      async (transaction) => {
        const listed: ListedPart[] = []
        for (const source of wanted) {
          const items = await source.list(transaction, languages)
          listed.push({ source, items: items.filter(({ hidden }) => hidden !== 'deleted') })
        }
        return listed
      },
      { isolationLevel: 'repeatable read', accessMode: 'read only' },
    )
  }

  return {
    /** How much there is of each part. */
    async describeContents(languages: TransferExport['languages']): Promise<TransferContents> {
      const listed = await listItems({ parts: [...transferParts], languages })
      return transferParts.flatMap((part) => {
        const own = listed.find(({ source }) => source.name === part)
        return own ? { part, items: own.items.filter(({ hidden }) => !hidden).length } : []
      })
    },

    /** An archive as a stream, with its size in bytes and what is in it. */
    async write(order: TransferExport) {
      const { parts, leftOut, files: contained } = await collect(await listItems(order), files)
      const { productVersion, site, now } = describe()
      const content: ArchiveContent = {
        ...{ format: transferFormat, formatVersion: transferVersion, productVersion, site },
        exportedAt: now.toISOString(),
        languages: [...order.languages],
        files: contained.map(({ path, size, sha256 }) => ({ path, size, sha256 })),
        ...{ parts, leftOut },
      }
      const bytes = Buffer.from(writeReadableJson(content))
      const archive = pack()
      void fill(archive, bytes, contained, { files, now }).catch((error) => archive.destroy(error))
      return {
        stream: Readable.from(readArchive(archive), { objectMode: false }),
        size: sizeOfArchive([bytes.length, ...contained.map(({ size }) => size)]),
        ...{ leftOut, now },
        items: Object.values(parts).reduce((sum, part) => sum + Object.keys(part).length, 0),
        files: contained.length,
      }
    },
  }
}
export type ContentExports = ReturnType<typeof createContentExports>

interface ListedPart {
  source: TransferSource
  items: PresentItem[]
}

/** The file with its size and digest; undefined when it is gone. */
async function examine(files: FileStore, path: string, stored: string): Promise<StoredFile | undefined> {
  const source = await files.open(stored)
  if (!source) return undefined
  const hash = createHash('sha256')
  let size = 0
  for await (const chunk of source as AsyncIterable<Uint8Array>) {
    hash.update(chunk)
    size += chunk.length
  }
  return { path, stored, size, sha256: hash.digest('hex') }
}

/** The items as an archive has them, with their files and what cannot be carried along. */
async function collect(listed: readonly ListedPart[], store: FileStore) {
  const parts: ArchiveContent['parts'] = {}
  const leftOut: LeftOut[] = []
  const found = new Map<string, StoredFile>()
  for (const { source, items } of listed) {
    const part = new Map<string, unknown>()
    for (const item of items) {
      const { key, language, data, hidden } = item
      const reason = hidden === 'not_ready' || hidden === 'security' ? hidden : await takeFiles(item)
      if (reason) leftOut.push({ part: source.name, key, language, reason })
      else if (language === null) part.set(key, data)
      else part.set(key, { ...(part.get(key) as object | undefined), [language]: data })
    }
    parts[source.name] = Object.fromEntries(part)
  }
  return { parts, leftOut, files: [...found.values()].sort((a, b) => (a.path < b.path ? -1 : 1)) }

  async function takeFiles(item: PresentItem): Promise<'file_missing' | undefined> {
    const taken: StoredFile[] = []
    for (const { path, stored } of item.files) {
      const file = found.get(path) ?? (await examine(store, path, stored))
      if (!file) return 'file_missing'
      taken.push(file)
    }
    for (const file of taken) found.set(file.path, file)
    return undefined
  }
}

async function fill(
  archive: Pack,
  content: Buffer,
  contained: readonly StoredFile[],
  { files, now }: { files: FileStore; now: Date },
): Promise<void> {
  const common = { mode: 0o644, mtime: now }
  await new Promise<void>((resolve, reject) =>
    archive.entry({ ...common, name: contentFile, size: content.length }, content, (error) =>
      error ? reject(error) : resolve(),
    ),
  )
  for (const { path, stored, size } of contained) {
    const source = await files.open(stored)
    // The archive ends here, and is no longer one that can be read.
    if (!source) throw new Problem('not_found', 404)
    const entry = archive.entry({ ...common, name: path, size })
    const ended = new Promise<void>((resolve, reject) => {
      entry.on('error', reject)
      entry.on('close', resolve)
    })
    for await (const chunk of source as AsyncIterable<Uint8Array>) {
      if (archive.destroyed) return
      if (!entry.write(chunk)) await Promise.race([drained(entry), ended])
    }
    entry.end(undefined)
    await ended
  }
  archive.finalize()
}

const drained = (entry: ReturnType<Pack['entry']>) =>
  new Promise<void>((resolve) => {
    entry.once('drain', () => resolve())
  })

/** The bytes of an archive; whoever stops reading them ends it. */
async function* readArchive(archive: Pack): AsyncGenerator<Uint8Array> {
  try {
    yield* bytesOf(archive)
  } finally {
    archive.destroy()
  }
}
