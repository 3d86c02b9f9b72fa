import { randomUUID } from 'node:crypto'
import { type ImportReport, type ImportRow, Registration } from '#features/early-adopters/contract.ts'
import type { NoteEvents } from '#features/early-adopters/records/events.ts'
import { searchTextOf } from '#features/early-adopters/records/search-text.ts'
import type { FindPagePath } from '#features/early-adopters/registration/page-path.ts'
import { refusedFields } from '#http/problem-details.ts'
import type { Translate } from '#platform/catalogues.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/postgres.ts'
import { emailKeyOf } from '#shared/email-address.ts'
import type { Language } from '#shared/languages.ts'
import { Problem, type RefusedField } from '#shared/problem.ts'
import { type CsvLine, unescapeFormulas } from './csv.ts'
import type { ImportFile } from './import-file.ts'
import { createImportStore, type ImportedLead } from './import-store.ts'
import {
  type ImportColumn,
  type ImportWords,
  importColumns,
  readImportWords,
  readMoment,
  requiredColumns,
} from './import-words.ts'

const maxReportedRows = 2_000
/** Longer names and addresses are cut in the report. */
const maxShownLength = 300
/** Whoever agreed longer ago is to be asked again: no mail older than that is kept either. */
const maxConsentAgeYears = 3

interface ImportOptions {
  db: Database
  clock: Clock
  translator: (language: Language) => Translate
  noteEvents: NoteEvents
  findPagePath: FindPagePath
}

interface ImportRequest {
  /** Its groups end when the client disconnects, so that nothing more is added. */
  file: ImportFile
  isDryRun: boolean
  /** The importing user's language: for error messages, and for people whose language the file does not give. */
  language: Language
  userId: string
}

interface ReadLine {
  row: ImportRow
  lead?: ImportedLead
}

/** Imports people from a CSV or XLSX file. Leads that exist are not changed, so the same file can be imported again. */
export function createImports({ db, clock, translator, noteEvents, findPagePath }: ImportOptions) {
  let words: ImportWords | undefined

  /** Adds the new leads of a group, or only looks them up in a dry run, and updates the outcomes of their rows. */
  async function addGroup(group: ReadLine[], { isDryRun, userId }: ImportRequest): Promise<void> {
    const wanted = group.flatMap(({ row, lead }) => (lead && row.outcome === 'added' ? [{ row, lead }] : []))
    if (wanted.length === 0) return
    const leads = wanted.map(({ lead }) => lead)
    const isNew = isDryRun
      ? await createImportStore(db)
          .findKnown(leads.map(({ emailKey }) => emailKey))
          .then((known) => (lead: ImportedLead) => !known.has(lead.emailKey))
      : await db.transaction(async (tx) => {
          const added = await createImportStore(tx).insert(leads)
          await noteEvents(
            tx,
            [...added].map((leadId) => ({ leadId, kind: 'imported' as const, actorId: userId })),
          )
          return (lead: ImportedLead) => added.has(lead.id)
        })
    for (const { row, lead } of wanted) if (!isNew(lead)) row.outcome = 'already'
  }

  return {
    /**
     * Imports the valid lines of a file, five hundred at a time. With `isDryRun` it only reports what it would do.
     * @throws {Problem} 422 for a file that lacks a column
     */
    async run(request: ImportRequest): Promise<ImportReport> {
      words ??= readImportWords(translator)
      const { file } = request
      const groups = file.readGroups()
      const [header, ...first] = (await groups.next()).value ?? []
      const columns = header ? findColumns(header.cells, words) : new Map<ImportColumn, number>()
      const t = translator(request.language)
      const missing = requiredColumns.filter((column) => !columns.has(column))
      if (missing.length > 0) {
        const names = missing.map((column) => t(`leads:leads.columns.${column}`)).join(', ')
        throw new Problem('import_columns_missing', 422, { params: { columns: names } })
      }
      const reader = createLineReader({ columns, words, clock, t, findPagePath, language: request.language })
      const report = createReport()
      for (let group: CsvLine[] | undefined = first; group; group = (await groups.next()).value) {
        const read = group.map(reader)
        await addGroup(read, request)
        for (const { row } of read) report.add(row)
      }
      const cells = header?.cells ?? []
      return {
        dry_run: request.isDryRun,
        encoding: file.encoding,
        sheet: file.sheet,
        columns: Object.fromEntries([...columns].map(([column, place]) => [column, cells[place] ?? ''])),
        ignored: cells.filter((cell, place) => cell.trim() !== '' && ![...columns.values()].includes(place)),
        ...report.finish(),
      }
    },
  }
}
export type Imports = ReturnType<typeof createImports>

function findColumns(cells: string[], words: ImportWords): Map<ImportColumn, number> {
  const columns = new Map<ImportColumn, number>()
  for (const [place, cell] of cells.entries()) {
    const column = words.findColumn(cell)
    if (column && !columns.has(column)) columns.set(column, place)
  }
  return new Map(importColumns.flatMap((one) => (columns.has(one) ? [[one, columns.get(one) ?? 0]] : [])))
}

interface LineReaderOptions {
  columns: Map<ImportColumn, number>
  words: ImportWords
  clock: Clock
  t: Translate
  findPagePath: FindPagePath
  language: Language
}

/** Reads lines one after the other: each is refused, a duplicate of an earlier one, or a lead to add. */
function createLineReader({
  columns,
  words,
  clock,
  t,
  findPagePath,
  language: ownLanguage,
}: LineReaderOptions) {
  const seen = new Map<string, number>()
  const now = clock.now()
  const oldest = new Date(now)
  oldest.setUTCFullYear(now.getUTCFullYear() - maxConsentAgeYears)

  return ({ line, cells }: CsvLine): ReadLine => {
    const cellOf = (column: ImportColumn) => unescapeFormulas(cells[columns.get(column) ?? -1] ?? '').trim()
    const name = cellOf('name')
    const email = cellOf('email')
    const interests = words.readInterests(cellOf('interests'))
    const language = cellOf('language') === '' ? ownLanguage : words.findLanguage(cellOf('language'))
    const consentedAt = readMoment(cellOf('consented_at'))
    const registration = Registration.safeParse({
      ...{ email, name, company: cellOf('company') },
      segment: words.findSegment(cellOf('segment')),
      interests,
      message: cellOf('message'),
      ...(cellOf('kind') !== '' && { kind: words.findKind(cellOf('kind')) ?? cellOf('kind') }),
      consent: words.isYes(cellOf('consent')),
    })
    const refused: RefusedField[] = registration.success ? [] : refusedFields(registration.error.issues)
    const page = cellOf('page') === '' ? null : findPagePath(cellOf('page'))
    if (page === undefined) refused.push({ field: 'page', code: 'page_unknown' })
    if (!language) refused.push({ field: 'language', code: 'language_unknown' })
    if (!consentedAt || consentedAt > now) refused.push({ field: 'consented_at', code: 'consent_date' })
    else if (consentedAt < oldest) refused.push({ field: 'consented_at', code: 'consent_too_old' })

    const shown = { name: name.slice(0, maxShownLength), email: email.slice(0, maxShownLength) }
    const row: ImportRow = { line, outcome: 'refused', ...shown, errors: [], same_as: null }
    if (!registration.success || !language || !consentedAt || page === undefined || refused.length > 0) {
      row.errors = refused.map(({ field, code }) => ({
        field: field.split('.')[0] ?? '',
        message: t(`errors:fields.${code === 'consent_required' ? 'consent_missing' : code}`),
      }))
      return { row }
    }
    const { data } = registration
    const emailKey = emailKeyOf(data.email)
    const before = seen.get(emailKey)
    if (before !== undefined) return { row: { ...row, outcome: 'duplicate', same_as: before } }
    seen.set(emailKey, line)
    const text = cellOf('consent_text')
    return {
      row: { ...row, outcome: 'added' },
      lead: {
        id: randomUUID(),
        email: data.email,
        emailKey,
        name: data.name,
        company: data.company,
        segment: data.segment,
        interests: data.interests,
        kind: data.kind,
        message: data.message,
        page,
        language,
        consentedAt,
        consentText: /^[\w-]{43}$/.test(text) ? text : 'imported',
        searchText: searchTextOf(data.name, data.email, data.company ?? ''),
        createdAt: now,
        lastContactAt: consentedAt,
      },
    }
  }
}

/** Counts all rows and keeps the first of them: refused rows and duplicates before the others. */
function createReport() {
  const counts = { added: 0, already: 0, duplicate: 0, refused: 0 }
  const urgent: ImportRow[] = []
  const plain: ImportRow[] = []
  return {
    add(row: ImportRow): void {
      counts[row.outcome]++
      const kept = row.outcome === 'refused' || row.outcome === 'duplicate' ? urgent : plain
      if (kept.length < maxReportedRows) kept.push(row)
    },
    finish(): Pick<ImportReport, 'counts' | 'rows' | 'left_off'> {
      const rows = [...urgent, ...plain].slice(0, maxReportedRows)
      const total = Object.values(counts).reduce((sum, count) => sum + count, 0)
      return { counts, rows, left_off: total - rows.length }
    },
  }
}
