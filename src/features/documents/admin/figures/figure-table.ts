import { separatorOf } from '#admin/kit/save-file.ts'
import type { DocumentFigures } from '#features/documents/contract.ts'
import { writeCsvLine } from '#shared/csv.ts'
import type { Language } from '#shared/languages.ts'

export type DocumentFigure = DocumentFigures['documents'][number]

/** The columns of the table of documents, in their order; the values of the file are in seconds and bytes. */
export const figureColumns = ['downloads', 'views', 'visitors', 'time'] as const
export type FigureColumn = (typeof figureColumns)[number]

/** The value of a column; null where it is not known. */
export function figureOf(document: DocumentFigure, column: FigureColumn): number | null {
  return {
    downloads: document.download_count,
    views: document.views,
    visitors: document.unique_visitors,
    time: document.avg_time_on_page,
  }[column]
}

interface CsvOptions {
  /** The headings: the one of the titles first. */
  headings: readonly string[]
  language: Language
}

/** The table as a CSV file that a spreadsheet program opens in the reader's language. */
export function writeFigureCsv(
  documents: readonly DocumentFigure[],
  { headings, language }: CsvOptions,
): string {
  const separator = separatorOf(language)
  // A spreadsheet reads the decimal sign of the reader's language.
  const number = new Intl.NumberFormat(language, { useGrouping: false, numberingSystem: 'latn' })
  const lines = documents.map((document) => [
    document.title,
    ...figureColumns.map((column) => {
      const value = figureOf(document, column)
      return value === null ? '' : number.format(value)
    }),
  ])
  return `\ufeff${[headings, ...lines].map((line) => writeCsvLine([...line], separator)).join('')}`
}
