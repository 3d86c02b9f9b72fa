import type { ExportRequest } from '#features/early-adopters/contract.ts'
import { everythingVisible } from '#features/early-adopters/records/visibility.ts'
import { describeEarlyAdopter, filterOf } from '#features/early-adopters/service.ts'
import type { EarlyAdopterRow, EarlyAdopterStore } from '#features/early-adopters/store.ts'
import type { LeadTag } from '#features/early-adopters/tags/contract.ts'
import type { Translate } from '#platform/catalogues.ts'
import { escapeFormulas, writeCsvLine } from '#shared/csv.ts'
import type { Language } from '#shared/languages.ts'

/** The columns of an exported file; an import recognises them. */
export const exportColumns = [
  'id',
  'name',
  'email',
  'company',
  'segment',
  'interests',
  'language',
  'kind',
  'page',
  'country',
  'message',
  'badges',
  'tags',
  'consent',
  'consented_at',
  'consent_text',
  'created_at',
] as const

const idsAtOnce = 1_000

/** Exports of early adopters. Rows are written as they are read, so memory does not grow with their number. */
export function createExports({
  store,
  translator,
}: {
  store: EarlyAdopterStore
  translator: (language: Language) => Translate
}) {
  async function* walk({ ids, filter }: ExportRequest): AsyncGenerator<EarlyAdopterRow[]> {
    if (ids) {
      for (let start = 0; start < ids.length; start += idsAtOnce) {
        yield store.findMany(ids.slice(start, start + idsAtOnce))
      }
      return
    }
    const read = filterOf(filter, everythingVisible)
    if (read) yield* store.walk(read)
  }

  return {
    /** The file in chunks. `onCount` is called with the number of people written so far. */
    async *write(
      request: ExportRequest,
      language: Language,
      onCount: (people: number) => void,
    ): AsyncGenerator<string> {
      let people = 0
      const count = (rows: readonly unknown[]) => {
        people += rows.length
        onCount(people)
      }
      count([])
      if (request.format === 'csv') {
        // Without a byte order mark Excel reads the file in a single-byte encoding.
        yield `\ufeff${writeCsvLine(exportColumns, request.separator)}`
        for await (const rows of walk(request)) {
          count(rows)
          const tagsOf = await store.findTagsOf(rows)
          const lines = rows.map((row) => writeCsvLine(cellsOf(row, tagsOf(row.id)), request.separator))
          yield lines.join('')
        }
        return
      }
      const t = cacheTexts(translator(language))
      let before = '['
      for await (const rows of walk(request)) {
        if (rows.length === 0) continue
        count(rows)
        const tagsOf = await store.findTagsOf(rows)
        yield before + rows.map((row) => JSON.stringify(describe(row, t, tagsOf(row.id)))).join(',\n')
        before = ',\n'
      }
      yield before === '[' ? '[]\n' : ']\n'
    },
  }
}
export type Exports = ReturnType<typeof createExports>

function cellsOf(row: EarlyAdopterRow, tags: LeadTag[]): string[] {
  return [
    row.id,
    escapeFormulas(row.name),
    escapeFormulas(row.email),
    escapeFormulas(row.company ?? ''),
    row.segment,
    row.interests.join(' '),
    row.language,
    row.kind,
    escapeFormulas(row.page ?? ''),
    row.country ?? '',
    escapeFormulas(row.message ?? ''),
    row.badges.join(' '),
    escapeFormulas(tags.map(({ name }) => name).join(' | ')),
    row.consentWithdrawnAt ? 'withdrawn' : 'yes',
    row.consentedAt.toISOString(),
    escapeFormulas(row.consentText),
    row.createdAt.toISOString(),
  ]
}

/** Caches translations without variables: every line names the same few interests, and translating takes much memory. */
function cacheTexts(translate: Translate): Translate {
  const known = new Map<string, string>()
  return (key, variables) => {
    if (variables) return translate(key, variables)
    const text = known.get(key) ?? translate(key)
    known.set(key, text)
    return text
  }
}

function describe(row: EarlyAdopterRow, t: Translate, tags: LeadTag[]) {
  return {
    ...describeEarlyAdopter(row, t, everythingVisible, tags),
    message: row.message,
    consent: {
      given_at: row.consentedAt.toISOString(),
      withdrawn_at: row.consentWithdrawnAt?.toISOString() ?? null,
      text_hash: row.consentText,
    },
    last_contact_at: row.lastContactAt.toISOString(),
  }
}
