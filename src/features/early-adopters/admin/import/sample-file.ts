import { type ImportColumn, importColumns } from '#features/early-adopters/contract.ts'
import { writeCsvLine } from '#shared/csv.ts'

type SampleKey =
  | `leads.import.headers.${ImportColumn}`
  | `leads.import.sample.${'name' | 'company' | 'tags'}`
  | 'leads.import.yes'
  | 'leads.interests.identity'
  | 'leads.kinds.adopter'
  | 'segments.business'

/** A file that an import accepts, as an example; with the words of the language that `t` translates to. */
export function writeSampleFile(t: (key: SampleKey) => string, today: string, separator: ',' | ';'): string {
  const first = (key: SampleKey) => t(key).split('|')[0] ?? ''
  const columns = importColumns.filter((column) => column !== 'consent_text' && column !== 'page')
  const rowOf = (number: number): Record<ImportColumn, string> => ({
    name: `${t('leads.import.sample.name')} ${number}`,
    email: `name.${number}@example.org`,
    company: t('leads.import.sample.company'),
    segment: t('segments.business'),
    interests: t('leads.interests.identity'),
    language: 'es',
    kind: t('leads.kinds.adopter'),
    page: '',
    message: '',
    tags: t('leads.import.sample.tags'),
    consent: first('leads.import.yes'),
    consented_at: today,
    consent_text: '',
  })
  const lines = [1, 2].map((number) => {
    const row = rowOf(number)
    return writeCsvLine(
      columns.map((column) => row[column]),
      separator,
    )
  })
  return `\ufeff${writeCsvLine(
    columns.map((column) => first(`leads.import.headers.${column}`)),
    separator,
  )}${lines.join('')}`
}
