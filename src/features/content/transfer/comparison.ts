import { createHash } from 'node:crypto'
import type { PresentItem, TransferData, TransferItem, TransferMode, TransferPart } from '#feature.ts'
import type { Database } from '#platform/postgres.ts'
import { canonicalizeJson } from '#shared/canonical-json.ts'
import type { Language } from '#shared/languages.ts'
import { languages } from '#shared/languages.ts'
import type { TransferPartName, TransferState } from './contract.ts'

/** An item of an archive, as it would be stored. */
export interface ArchivedItem extends TransferItem {
  number: number
  part: TransferPartName
}

/** An item of an archive beside what is here. */
export interface ComparedItem extends ArchivedItem {
  label: string
  present: PresentItem | undefined
  /** What it would say here. */
  wanted: TransferData
  state: TransferState
  /** Items of the archive that it shows and that are not here, by number. */
  needs: number[]
  /** What it shows that is neither here nor in the archive. */
  missing: string[]
}

interface CompareOptions {
  db: Database
  parts: readonly TransferPart[]
  items: readonly ArchivedItem[]
  exportedAt: Date
  mode: TransferMode
}

const nameOf = (part: string, key: string, language: Language | null) => `${part} ${language ?? ''} ${key}`

/** What importing each item would change here, and a digest of what is here of them. */
export async function compareItems({ db, parts, items, exportedAt, mode }: CompareOptions) {
  const present = await listPresent(db, parts)
  const numbers = new Map(
    items.map(({ part, key, language, number }) => [nameOf(part, key, language), number]),
  )
  const seen = createHash('sha256')
  const compared: ComparedItem[] = []
  for (const item of items) {
    const part = getPart(parts, item.part)
    const name = nameOf(item.part, item.key, item.language)
    const here = present.get(name)
    seen.update(canonicalizeJson([name, here?.data ?? null]))
    const wanted = part.merge(here?.data, item.data, mode)
    const state = stateOf(here, wanted, exportedAt)
    const shown = part.needs(wanted).map(({ part: other, key }) => ({ key, name: nameOf(other, key, null) }))
    const absent = shown.filter((one) => !present.has(one.name) || present.get(one.name)?.hidden)
    compared.push({
      ...{ ...item, wanted, state, present: here, label: here?.label ?? labelOf(item) },
      needs: absent.flatMap((one) => numbers.get(one.name) ?? []).filter((number) => number !== item.number),
      missing: absent.flatMap((one) => (numbers.has(one.name) ? [] : one.key)),
    })
  }
  return { compared, fingerprint: seen.digest('hex') }
}

async function listPresent(db: Database, parts: readonly TransferPart[]): Promise<Map<string, PresentItem>> {
  const present = new Map<string, PresentItem>()
  for (const part of parts) {
    for (const item of await part.list(db, languages))
      present.set(nameOf(part.name, item.key, item.language), item)
  }
  return present
}

function stateOf(here: PresentItem | undefined, wanted: TransferData, exportedAt: Date): TransferState {
  if (!here) return 'new'
  if (canonicalizeJson(here.data) === canonicalizeJson(wanted)) return 'same'
  return here.changedAt > exportedAt ? 'conflict' : 'changed'
}

/** What people call an item that is not here. */
function labelOf({ key, data }: TransferItem): string {
  for (const name of ['title', 'filename', 'subject']) {
    const value = data[name]
    if (typeof value === 'string' && value) return value
  }
  return key
}

/** @throws {Error} for a part that there is not */
export function getPart(parts: readonly TransferPart[], name: string): TransferPart {
  const part = parts.find((one) => one.name === name)
  if (!part) throw new Error(`there is no part ${name}`)
  return part
}
