import {
  longestNote,
  mostRedirects,
  type RedirectKind,
  redirectKinds,
} from '#features/seo/redirects/model.ts'
import { type ReadDraft, tryDraft } from '#features/seo/redirects/validation.ts'
import { unescapeFormulas } from '#shared/csv.ts'
import { CsvLimitError, type CsvLine, guessSeparator, scanCsv } from '#shared/files/csv-lines.ts'
import { Problem, type RefusedField } from '#shared/problem.ts'
import { text } from '#shared/text.ts'
import { type FileColumn, fileColumns } from './contract.ts'

/** A line of a file as it was read; `read` is missing when it is refused. */
export interface FileLine {
  line: number
  from: string
  to: string
  note: string
  kind: RedirectKind | null
  refused: RefusedField[]
  read?: ReadDraft
}

const Note = text(longestNote)
const limits = { rows: mostRedirects + 1, columns: 50, cellLength: 2_000 }
const shownLength = 300

/** Reads a CSV file of redirects. Its first line names the columns. @throws {Problem} 422 */
export function readRedirectFile(bytes: Buffer, siteUrl: string): FileLine[] {
  const content = decode(bytes)
  const [first, ...lines] = scan(content)
  const columns = readColumns(first)
  return lines.map((line) => readLine(line, columns, siteUrl))
}

function scan(content: string): CsvLine[] {
  try {
    return [...scanCsv(content, guessSeparator(content), limits)].filter((line) => line !== undefined)
  } catch (error) {
    if (!(error instanceof CsvLimitError)) throw error
    const { limit, line } = error
    const codes = { rows: 'too_many_rows', columns: 'too_many_columns', cellLength: 'cell_too_long' }
    const most = { ...limits, rows: mostRedirects }[limit]
    throw new Problem(`import_${codes[limit]}`, 422, { params: { limit: most, line } })
  }
}

/** UTF-8 or UTF-16 as the file says, else what Excel writes on Windows. */
function decode(bytes: Buffer): string {
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe
  for (const encoding of [isUtf16 ? 'utf-16le' : 'utf-8', 'windows-1252']) {
    try {
      const content = new TextDecoder(encoding, { fatal: true }).decode(bytes)
      if (!content.includes('\0')) return content
    } catch {
      // Try the next encoding.
    }
  }
  throw new Problem('redirects_import_unreadable', 422)
}

function readColumns(first: CsvLine | undefined): Map<FileColumn, number> {
  const names = first?.cells.map((cell) => cell.trim().toLowerCase()) ?? []
  const columns = new Map(
    fileColumns.flatMap((column) =>
      names.includes(column) ? [[column, names.indexOf(column)] as const] : [],
    ),
  )
  if (!columns.has('from')) throw new Problem('redirects_import_columns', 422)
  return columns
}

function readLine(
  { line, cells }: CsvLine,
  columns: ReadonlyMap<FileColumn, number>,
  siteUrl: string,
): FileLine {
  const cellOf = (column: FileColumn) => unescapeFormulas(cells[columns.get(column) ?? -1] ?? '').trim()
  const [from, to, note] = [cellOf('from'), cellOf('to'), cellOf('note')]
  const kindCell = cellOf('kind')
  const kind = kindCell === '' ? 301 : redirectKinds.find((one) => String(one) === kindCell)
  const shown = {
    line,
    from: from.slice(0, shownLength),
    to: to.slice(0, shownLength),
    note: note.slice(0, shownLength),
  }
  const { fields, read } = tryDraft({ from, to: to === '' ? null : to, kind: kind ?? 301, note }, siteUrl)
  const refused = [...fields]
  if (!kind) refused.push({ field: 'kind', code: 'redirect_kind' })
  const checkedNote = Note.safeParse(note)
  if (!checkedNote.success)
    refused.push({ field: 'note', code: checkedNote.error.issues[0]?.message ?? 'invalid' })
  return { ...shown, kind: kind ?? null, refused, ...(refused.length === 0 && read && { read }) }
}
