import type { ImportColumn, ImportReport, ImportRow } from '#features/early-adopters/contract.ts'
import type { NoteEvents } from '#features/early-adopters/records/events.ts'
import type { FindPagePath } from '#features/early-adopters/registration/page-path.ts'
import { createTagStore } from '#features/early-adopters/tags/tag-store.ts'
import type { Translate } from '#platform/catalogues.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/postgres.ts'
import { escapeFormulas, unescapeFormulas, writeCsvLine } from '#shared/csv.ts'
import type { CsvLine } from '#shared/files/csv-lines.ts'
import type { Language } from '#shared/languages.ts'
import { mapColumns } from './column-mapping.ts'
import type { ImportFile } from './import-file.ts'
import { createImportStore, type ImportedLead } from './import-store.ts'
import { createTagReader, findOverfull, lockTags, tagLeads } from './import-tags.ts'
import { type ImportWords, readImportWords } from './import-words.ts'
import { createLineReader, type ReadLine } from './line-reader.ts'

const maxReportedRows = 2_000
interface ImportOptions {
  db: Database
  clock: Clock
  translator: (language: Language) => Translate
  noteEvents: NoteEvents
  findPagePath: FindPagePath
}

/** A file and how it is read. */
interface FileRequest {
  /** Its groups end when the client disconnects, so that nothing more is added. */
  file: ImportFile
  /** The field of each column, as `ImportMapping`; guessed from the headers when it is not given. */
  mapping: string | undefined
  /** The names of the tags that everybody in the file gets, those who are on the list already too. */
  tags: readonly string[]
  /** The importing user's language: for error messages, and for people whose language the file does not give. */
  language: Language
}

interface ImportRequest extends FileRequest {
  isDryRun: boolean
  userId: string
}

/** A line with a lead to add. */
type NewLine = ReadLine & { lead: ImportedLead }

/** Imports people from a CSV or XLSX file. Leads that exist are not changed, so the same file can be imported again. */
export function createImports({ db, clock, translator, noteEvents, findPagePath }: ImportOptions) {
  let words: ImportWords | undefined

  /** Adds the new leads of a group, or only looks them up in a dry run, and updates the outcomes of their rows. */
  async function addGroup(group: ReadLine[], request: ImportRequest): Promise<void> {
    const wanted = group.filter((line): line is NewLine => line.lead !== undefined)
    if (wanted.length === 0) return
    const known = request.isDryRun
      ? await createImportStore(db).findKnown(wanted.map(({ lead }) => lead.emailKey))
      : await db.transaction((tx) => addLeads(tx, wanted, { ...request, noteEvents }))
    const overfull = await findOverfull(db, [...known.values()], request.tags)
    const message = translator(request.language)('errors:fields.too_many_tags')
    for (const { row, lead } of wanted) {
      const knownId = known.get(lead.emailKey)
      if (knownId === undefined) continue
      row.outcome = 'already'
      if (overfull.has(knownId)) row.errors.push({ field: 'tags', message })
    }
  }

  /** Reads the header and the first lines. @throws {Problem} 422 */
  async function begin({ file, mapping, language, tags }: FileRequest) {
    words ??= readImportWords(translator)
    const known = words
    const t = translator(language)
    const groups = file.readGroups()
    const [header, ...first] = (await groups.next()).value ?? []
    const cells = header?.cells ?? []
    const { columns, places } = mapColumns({ header: cells, first, mapping, words, t, language })
    const tagReader = createTagReader({ known: await createTagStore(db).listKeys(), ofFile: tags })
    return {
      columns,
      header: {
        cells: cells.map((cell, place) => nameColumn(cell, columns[place]?.field ?? null, known, t)),
        isReason: cells.map(words.isReason),
      },
      groups: chain(first, groups),
      reader: createLineReader({ columns: places, words, clock, t, findPagePath, tagReader, language }),
    }
  }

  return {
    /**
     * The refused lines of a file as a CSV file that can be corrected and imported again: each with its number, why it is
     * refused, and its cells. Nothing is imported. @throws {Problem} 422 as for an import
     */
    async openRefused(request: FileRequest & { separator: ',' | ';' }): Promise<AsyncGenerator<string>> {
      return writeRefused(await begin(request), translator(request.language), request.separator)
    },

    /**
     * Imports the valid lines of a file, five hundred at a time. With `isDryRun` it only reports what it would do.
     * @throws {Problem} 422 with `columns` for a file that lacks a column, or has two that may be the same one
     */
    async run(request: ImportRequest): Promise<ImportReport> {
      const { file } = request
      const { columns, groups, reader } = await begin(request)
      const report = createReport()
      for await (const group of groups) {
        const read = group.map(reader)
        await addGroup(read, request)
        for (const { row } of read) report.add(row)
      }
      return {
        dry_run: request.isDryRun,
        encoding: file.encoding,
        sheet: file.sheet,
        columns,
        ...report.finish(),
      }
    },
  }
}
export type Imports = ReturnType<typeof createImports>

interface AddOptions extends Pick<ImportRequest, 'tags' | 'userId'>, Pick<ImportOptions, 'noteEvents'> {}

/** Adds those of a group who are new, and gives the group its tags; returns the ids of the others by address. */
async function addLeads(tx: Database, group: NewLine[], { tags, userId, noteEvents }: AddOptions) {
  const hasTags = tags.length > 0 || group.some((line) => line.tags.length > 0)
  if (hasTags) await lockTags(tx)
  const store = createImportStore(tx)
  const added = await store.insert(group.map(({ lead }) => lead))
  await noteEvents(
    tx,
    [...added].map((leadId) => ({ leadId, kind: 'imported' as const, actorId: userId })),
  )
  const others = group.filter(({ lead }) => !added.has(lead.id)).map(({ lead }) => lead.emailKey)
  const known = await store.findKnown(others)
  if (hasTags) {
    const overfull = await findOverfull(tx, [...known.values()], tags)
    const names = new Map<string, readonly string[]>()
    for (const { lead, tags: own } of group) if (added.has(lead.id)) names.set(lead.id, [...own, ...tags])
    for (const id of known.values()) if (tags.length > 0 && !overfull.has(id)) names.set(id, tags)
    await tagLeads(tx, names)
  }
  return known
}

/** The header of a column, which is recognized when the file is imported again, also when somebody has chosen its field. */
function nameColumn(header: string, field: ImportColumn | null, words: ImportWords, t: Translate): string {
  if (field === null || words.findColumn(header) === field) return header
  return t(`leads:leads.import.headers.${field}`).split('|')[0] ?? field
}

interface RefusedSource {
  /** The first line, and which of its cells head what an earlier refusal has added. */
  header: { cells: string[]; isReason: boolean[] }
  groups: AsyncIterable<CsvLine[]>
  reader: (line: CsvLine) => ReadLine
}

async function* writeRefused({ header, groups, reader }: RefusedSource, t: Translate, separator: ',' | ';') {
  const write = (line: string, reason: string, cells: string[]) => {
    const own = cells.filter((_cell, place) => !header.isReason[place])
    const safe = [line, reason, ...own].map((cell) => escapeFormulas(unescapeFormulas(cell)))
    return writeCsvLine(safe, separator)
  }
  const titleOf = (name: string) => t(`leads:leads.import.refusedFile.${name}`)
  // Without a byte order mark Excel reads the file in a single-byte encoding.
  yield `\ufeff${write(titleOf('line'), titleOf('reason'), header.cells)}`
  for await (const group of groups) {
    const refused = group.flatMap((line) => {
      const { outcome, errors } = reader(line).row
      const reason = errors.map(({ message }) => message).join(' · ')
      return outcome === 'refused' ? [write(String(line.line), reason, line.cells)] : []
    })
    yield refused.join('')
  }
}

async function* chain(first: CsvLine[], groups: AsyncGenerator<CsvLine[], undefined>) {
  yield first
  yield* groups
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
