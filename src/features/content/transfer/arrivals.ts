import { randomUUID } from 'node:crypto'
import type { TransferPart } from '#feature.ts'
import type { Clock } from '#platform/clock.ts'
import type { FileStore } from '#platform/files/file-store.ts'
import type { Database } from '#platform/postgres.ts'
import { isLanguage, type Language } from '#shared/languages.ts'
import { Problem, type RefusedField } from '#shared/problem.ts'
import type { ArchiveContent } from './archive-form.ts'
import { readArchive } from './arriving-archive.ts'
import type { ArchivedItem } from './comparison.ts'
import { type LeftOut, transferItemLimit, transferParts } from './contract.ts'
import { createImportStore } from './import-store.ts'

export interface ArrivalOptions {
  db: Database
  files: FileStore
  clock: Clock
  parts: () => readonly TransferPart[]
}

/** Where the files of an archive are until it is imported. */
export const folderOf = (id: string) => `transfers/${id}/`

const mostRefusals = 20

/** Takes archives in as they arrive. What is refused leaves nothing. */
export function createTransferArrivals({ db, files, clock, parts }: ArrivalOptions) {
  const store = createImportStore(db)

  /** Removes the files of an archive. */
  async function removeFiles(id: string): Promise<void> {
    for await (const { name } of files.list(folderOf(id))) await files.remove(name)
  }

  return {
    removeFiles,

    /** Removes an archive that has arrived. */
    async discard(id: string): Promise<void> {
      await store.remove(id)
      await removeFiles(id)
    },

    /** @returns its id. @throws {Problem} 413, 422, 507; and whatever the source throws */
    async receive(filename: string, source: AsyncIterable<Uint8Array>, userId: string): Promise<string> {
      const id = randomUUID()
      await store.insert({ id, filename: filename.slice(0, 200), createdBy: userId, createdAt: clock.now() })
      try {
        let read: Awaited<ReturnType<typeof readItems>> | undefined
        const content = await readArchive(source, {
          async content(arrived) {
            read = await readItems(arrived, parts())
          },
          async file({ path }, bytes) {
            await files.write(`${folderOf(id)}${path}`, bytes)
          },
        })
        const { items = [], leftOut = [] } = read ?? {}
        await db.transaction(async (transaction) => {
          const within = createImportStore(transaction)
          await within.insertItems(items.map((item) => ({ importId: id, ...item })))
          await within.update(id, {
            ...{ state: 'ready', exportedAt: new Date(content.exportedAt), leftOut },
            ...{ siteName: content.site.name, siteUrl: content.site.url },
            ...{ productVersion: content.productVersion, files: content.files.map(({ path }) => path) },
          })
        })
        return id
      } catch (error) {
        await store.remove(id).catch(() => {})
        await removeFiles(id).catch(() => {})
        throw error
      }
    },
  }
}
export type TransferArrivals = ReturnType<typeof createTransferArrivals>

/** The items of an archive as they would be stored, and what nobody here knows. @throws {Problem} 422 naming what is wrong */
async function readItems(content: ArchiveContent, parts: readonly TransferPart[]) {
  const refused: RefusedField[] = []
  const unknown: LeftOut[] = []
  const items: ArchivedItem[] = []
  const used = new Set<string>()
  const there = new Set(content.files.map(({ path }) => path))
  for (const name of Object.keys(content.parts))
    if (!parts.some((one) => one.name === name)) unknown.push(leftOut('unknown_part', name))

  for (const { part, key, language, data } of listItems(content, parts, unknown)) {
    if (items.length >= transferItemLimit) throw new Problem('transfer_too_many', 422)
    const field = [part.name, key, language].filter(Boolean).join('.').slice(0, 200)
    try {
      const read = await part.read({ key, language, data })
      if (typeof read === 'string') {
        unknown.push(leftOut(read, part.name, key, language))
        continue
      }
      const { needed, possible = [] } = part.filesOf(key, read)
      for (const path of needed) if (!there.has(path)) throw new Problem('transfer_damaged', 422)
      for (const path of [...needed, ...possible]) used.add(path)
      const name = transferParts.find((one) => one === part.name)
      if (name) items.push({ number: items.length, part: name, key, language, data: read })
    } catch (error) {
      refused.push(...refusalsOf(error, field))
    }
    if (refused.length >= mostRefusals) break
  }
  if (refused.length > 0)
    throw new Problem('validation_failed', 422, { fields: refused.slice(0, mostRefusals) })
  // What no item names would be stored for nothing.
  if (unknown.length === 0 && [...there].some((path) => !used.has(path)))
    throw new Problem('transfer_damaged', 422)
  return { items, leftOut: [...content.leftOut, ...unknown] }
}

function leftOut(
  reason: LeftOut['reason'],
  part: string,
  key: string | null = null,
  language: string | null = null,
): LeftOut {
  return { part, key, language, reason }
}

function refusalsOf(error: unknown, field: string): RefusedField[] {
  if (!(error instanceof Problem)) throw error
  const { fields = [{ field: '', code: 'invalid' }] } = error.options
  return fields.map((one) => ({ ...one, field: one.field ? `${field}.${one.field}` : field }))
}

interface GivenItem {
  part: TransferPart
  key: string
  language: Language | null
  data: unknown
}

/** The items of the parts that are known, in the order in which they are imported; unknown languages are noted. */
function* listItems(
  { parts: given }: ArchiveContent,
  parts: readonly TransferPart[],
  unknown: LeftOut[],
): Generator<GivenItem> {
  for (const name of transferParts) {
    const part = parts.find((one) => one.name === name)
    if (!part || !Object.hasOwn(given, name)) continue
    for (const [key, data] of Object.entries(given[name] ?? {})) {
      if (!part.isByLanguage) yield { part, key, language: null, data }
      else if (typeof data !== 'object' || data === null || Array.isArray(data))
        throw new Problem('validation_failed', 422, {
          fields: [{ field: `${name}.${key}`.slice(0, 200), code: 'invalid' }],
        })
      else {
        for (const [language, inner] of Object.entries(data)) {
          if (isLanguage(language)) yield { part, key, language, data: inner }
          else unknown.push(leftOut('unknown_language', name, key, language.slice(0, 20)))
        }
      }
    }
  }
}
