import { z } from 'zod'
import type { ChangedRow } from '#admin/kit/audited-tables.ts'
import type { AuditEntry } from '#features/audit/contract.ts'

/** A field of a change; a value is undefined where the row had none before, or has none any more. */
export interface ChangedField {
  name: string
  before: string | undefined
  after: string | undefined
}

const longestName = 80
// The first of these that a row has names it.
const naming = ['name', 'title', 'username', 'email', 'filename', 'description', 'url', 'text', 'body', 'key']

/** The fields of a change, without those that are empty before and after. */
export function listFields({ before, after, names }: AuditEntry): ChangedField[] {
  const write = (value: unknown) => writeValue(value, names)
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .map((name) => ({ name, before: write(before[name]), after: write(after[name]) }))
    .filter((field) => field.before !== undefined || field.after !== undefined)
}

/** A value as text: the name of a user instead of their id; undefined for nothing. */
function writeValue(value: unknown, names: AuditEntry['names']): string | undefined {
  if (value === undefined || value === null || value === '') return undefined
  if (typeof value === 'string') return names.find(({ id }) => id === value)?.name ?? value
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value.join(', ')
  return JSON.stringify(value, null, 2)
}

/** The key and the newest values of the row of a change. */
export function changedRow({ row, before, after }: AuditEntry): ChangedRow {
  return { row, values: { ...before, ...after } }
}

/** What the row of a change is called, if its values tell. */
export function nameRow(entry: AuditEntry): string | undefined {
  const { values } = changedRow(entry)
  const named = naming
    .map((field) => values[field])
    .find((value) => typeof value === 'string' && value !== '')
  const name = typeof named === 'string' ? named : entry.names.find(({ id }) => id === entry.row)?.name
  return name !== undefined && name.length > longestName ? `${name.slice(0, longestName)}…` : name
}

/** The recorded action of an entry, and to how many it was done, where its values tell. */
export function describeRecorded(entry: AuditEntry): { action: string; people: number | undefined } {
  const { action, subject } = changedRow(entry).values
  const counts = z.record(z.string(), z.unknown()).safeParse(subject).data ?? {}
  const count = counts.people ?? counts.erased ?? counts.entries
  return {
    action: typeof action === 'string' ? action : (entry.action ?? ''),
    people: typeof count === 'number' ? count : undefined,
  }
}

/** Entries of one request, which are one action to those who read them. */
export interface EntryGroup {
  first: AuditEntry
  entries: AuditEntry[]
}

/** Groups neighbouring entries of the same request. */
export function groupEntries(entries: readonly AuditEntry[]): EntryGroup[] {
  const groups: EntryGroup[] = []
  for (const entry of entries) {
    const last = groups.at(-1)
    if (last && entry.request !== null && last.first.request === entry.request) last.entries.push(entry)
    else groups.push({ first: entry, entries: [entry] })
  }
  return groups
}
