import { randomUUID } from 'node:crypto'
import { type ImportColumn, type ImportRow, Registration } from '#features/early-adopters/contract.ts'
import { searchTextOf } from '#features/early-adopters/records/search-text.ts'
import type { FindPagePath } from '#features/early-adopters/registration/page-path.ts'
import { refusedFields } from '#http/problem-details.ts'
import type { Translate } from '#platform/catalogues.ts'
import type { Clock } from '#platform/clock.ts'
import { unescapeFormulas } from '#shared/csv.ts'
import { emailKeyOf } from '#shared/email-address.ts'
import type { CsvLine } from '#shared/files/csv-lines.ts'
import { type Language, languageNames, languages } from '#shared/languages.ts'
import { leadKinds } from '#shared/lead-requests.ts'
import type { RefusedField } from '#shared/problem.ts'
import { interests, segments } from '#shared/segments.ts'
import type { ImportedLead } from './import-store.ts'
import type { TagReader } from './import-tags.ts'
import { type ImportWords, readMoment } from './import-words.ts'

/** Longer names and addresses are cut in the report. */
const maxShownLength = 300
/** Whoever agreed longer ago is to be asked again: no mail older than that is kept either. */
const maxConsentAgeYears = 3

export interface ReadLine {
  row: ImportRow
  lead?: ImportedLead
  /** The names of the lead's tags. */
  tags: string[]
}

interface LineReaderOptions {
  /** The place of each field's column. */
  columns: ReadonlyMap<ImportColumn, number>
  words: ImportWords
  clock: Clock
  t: Translate
  findPagePath: FindPagePath
  tagReader: TagReader
  language: Language
}

/** Reads lines one after the other: each is refused, a duplicate of an earlier one, or a lead to add. */
export function createLineReader({
  columns,
  words,
  clock,
  t,
  findPagePath,
  tagReader,
  language: ownLanguage,
}: LineReaderOptions) {
  const seen = new Map<string, number>()
  const now = clock.now()
  const oldest = new Date(now)
  oldest.setUTCFullYear(now.getUTCFullYear() - maxConsentAgeYears)

  const describe = createRefusalTexts(t, ownLanguage)
  const describeAll = (refused: readonly RefusedField[]) =>
    refused.map(({ field: path, code }) => {
      const field = path.split('.')[0] ?? ''
      return { field, message: describe(field, code) }
    })

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
    const tags = tagReader.read(cellOf('tags'))
    const refused = [...refusedFields(registration.error?.issues ?? []), ...tags.refused]
    const page = cellOf('page') === '' ? null : findPagePath(cellOf('page'))
    if (page === undefined) refused.push({ field: 'page', code: 'page_unknown' })
    if (!language) refused.push({ field: 'language', code: 'language_unknown' })
    if (!consentedAt || consentedAt > now) refused.push({ field: 'consented_at', code: 'consent_date' })
    else if (consentedAt < oldest) refused.push({ field: 'consented_at', code: 'consent_too_old' })

    if (refused.length === 0 && !tagReader.reserve(tags.names))
      refused.push({ field: 'tags', code: 'no_room_for_tags' })

    const shown = { name: name.slice(0, maxShownLength), email: email.slice(0, maxShownLength) }
    const row: ImportRow = { line, outcome: 'refused', ...shown, errors: [], same_as: null }
    if (!registration.success || !language || !consentedAt || page === undefined || refused.length > 0)
      return { row: { ...row, errors: describeAll(refused) }, tags: [] }
    const { data } = registration
    const emailKey = emailKeyOf(data.email)
    const before = seen.get(emailKey)
    if (before !== undefined) return { row: { ...row, outcome: 'duplicate', same_as: before }, tags: [] }
    seen.set(emailKey, line)
    const text = cellOf('consent_text')
    return {
      row: { ...row, outcome: 'added' },
      tags: tags.names,
      lead: {
        id: randomUUID(),
        ...{ email: data.email, emailKey, name: data.name, company: data.company },
        ...{ segment: data.segment, interests: data.interests },
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

/** The sentences that say why a cell is refused, with the values that it can have. */
function createRefusalTexts(t: Translate, language: Language) {
  const list = (values: string[]) => new Intl.ListFormat(language, { type: 'disjunction' }).format(values)
  const known: Record<string, () => string> = {
    segment: () => list(segments.map((segment) => t(`admin:segments.${segment}`))),
    interests: () => list(interests.map((interest) => t(`site:form.interests.${interest}`))),
    kind: () => list(leadKinds.map((kind) => t(`leads:leads.kinds.${kind}`))),
    language: () => list(languages.map((one) => languageNames[one])),
  }
  // Many lines are refused for the same reason.
  const texts = new Map<string, string>()
  return (field: string, code: string): string => {
    const name = `${field} ${code}`
    const text = texts.get(name) ?? describe(field, code)
    texts.set(name, text)
    return text
  }
  function describe(field: string, code: string): string {
    if (code === 'consent_required') return t('errors:fields.consent_missing')
    const values = known[field]?.()
    return values === undefined ? t(`errors:fields.${code}`) : t(`errors:fields.import_${field}`, { values })
  }
}
