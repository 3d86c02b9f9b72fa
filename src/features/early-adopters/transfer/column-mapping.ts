import {
  type ImportColumn,
  type ImportedColumn,
  importColumns,
  requiredColumns,
} from '#features/early-adopters/contract.ts'
import type { Translate } from '#platform/catalogues.ts'
import { unescapeFormulas } from '#shared/csv.ts'
import type { CsvLine } from '#shared/files/csv-lines.ts'
import type { Language } from '#shared/languages.ts'
import { Problem } from '#shared/problem.ts'
import type { ImportWords } from './import-words.ts'

const sampleCount = 3
const sampleLength = 80

interface MappingOptions {
  header: string[]
  /** The lines that samples are taken from. */
  first: CsvLine[]
  /** As `ImportMapping`; undefined to guess. */
  mapping: string | undefined
  words: ImportWords
  t: Translate
  language: Language
}

/** What the columns of a file are read as, and the place of each field's column. @throws {Problem} 422 with `columns` */
export function mapColumns({ header, first, mapping, words, t, language }: MappingOptions) {
  const guesses = header.map((cell) => (words.isReason(cell) ? undefined : words.findColumn(cell)))
  const isTwice = (field: ImportColumn) => guesses.indexOf(field) !== guesses.lastIndexOf(field)
  const fields = mapping === undefined ? guesses : readMapping(mapping, header.length)
  const unclear = mapping === undefined ? importColumns.filter(isTwice) : []
  const columns: ImportedColumn[] = header.map((cell, place) => {
    const field = fields[place]
    return {
      header: shorten(cell),
      samples: sampleValues(first, place),
      field: field === undefined || unclear.includes(field) ? null : field,
    }
  })
  const namesOf = (list: readonly ImportColumn[]) =>
    new Intl.ListFormat(language).format(list.map((field) => t(`leads:leads.columns.${field}`)))
  const refuse = (code: string, list: readonly ImportColumn[]) =>
    new Problem(code, 422, { params: { columns: namesOf(list) }, extra: { columns } })
  if (unclear.length > 0) throw refuse('import_columns_unclear', unclear)
  const missing = requiredColumns.filter((field) => !fields.includes(field))
  if (missing.length > 0) throw refuse('import_columns_missing', missing)
  const places = new Map(
    [...fields.entries()].flatMap(([place, field]) => (field ? [[field, place] as const] : [])),
  )
  return { columns, places }
}

/** Reads `ImportMapping`. @throws {Problem} 422 for an unknown field, one that is named twice, or too many */
function readMapping(mapping: string, width: number): (ImportColumn | undefined)[] {
  const names = mapping.split(',')
  const fields = names.map((name) => importColumns.find((one) => one === name))
  const named = fields.filter((field) => field !== undefined)
  const isUnknown = names.some((name, place) => name !== '' && !fields[place]) || names.length > width
  const code = isUnknown
    ? 'mapping_unknown'
    : new Set(named).size < named.length
      ? 'mapping_twice'
      : undefined
  if (code) throw new Problem('validation_failed', 422, { fields: [{ field: 'columns', code }] })
  return fields
}

function sampleValues(lines: CsvLine[], place: number): string[] {
  const values = new Set<string>()
  for (const { cells } of lines) {
    const value = shorten(unescapeFormulas(cells[place] ?? ''))
    if (value !== '') values.add(value)
    if (values.size === sampleCount) break
  }
  return [...values]
}

const shorten = (text: string) => text.trim().slice(0, sampleLength).toWellFormed()
