import type { Database } from '#platform/postgres.ts'
import type { Language } from '#shared/languages.ts'
import { isBlankHtml } from '#shared/markup.ts'
import { type ContentEntry, type ContentState, contentKeys } from './contract.ts'
import { createContentListStore } from './list-store.ts'
import { isOutdated, type Sources } from './sources.ts'
import { createStateStore, type StateRow } from './state-store.ts'

interface StateOptions {
  db: Database
  sources: Sources
}

const maxRemembered = 500

/** The state of each text in each language. */
export function createTextStates({ db, sources }: StateOptions) {
  const store = createStateStore(db)
  const lists = createContentListStore(db)
  // The content of a version never changes, so it is checked once.
  const blank = new Map<string, boolean>()

  /** Which of these versions are not blank. */
  async function listFilled(ids: string[]): Promise<Set<string>> {
    const unknown = ids.filter((id) => !blank.has(id))
    if (blank.size + unknown.length > maxRemembered) blank.clear()
    const missing = ids.filter((id) => !blank.has(id))
    for (const { id, content } of await lists.listContents(missing)) blank.set(id, isBlankHtml(content))
    return new Set(ids.filter((id) => blank.get(id) === false))
  }

  return {
    /** Every key with its state in every language. */
    async listEntries(): Promise<ContentEntry[]> {
      const [rows, present] = await Promise.all([store.listStates(), sources.findAll(db)])
      const filled = await listFilled(rows.map(({ id }) => id))
      const states = new Map(rows.map((row) => [`${row.key} ${row.language}`, row]))
      return contentKeys.map((key) => {
        const stateOf = (language: Language) =>
          describeState(states.get(`${key} ${language}`), present.get(key) ?? [], filled)
        return {
          key,
          languages: {
            en: stateOf('en'),
            es: stateOf('es'),
            fr: stateOf('fr'),
            de: stateOf('de'),
            it: stateOf('it'),
            pt: stateOf('pt'),
            ru: stateOf('ru'),
            zh: stateOf('zh'),
            ar: stateOf('ar'),
            hi: stateOf('hi'),
          },
        }
      })
    },
  }
}
export type TextStates = ReturnType<typeof createTextStates>

const noState: ContentState = {
  status: 'none',
  state: 'none',
  outdated: false,
  made_by: null,
  version: 0,
  published_version: null,
  has_content: false,
  updated_at: null,
}

/** The state of a text. `fingerprints` are those of its source, `filled` the versions that are not blank. */
function describeState(
  row: StateRow | undefined,
  fingerprints: readonly string[],
  filled: ReadonlySet<string>,
): ContentState {
  if (!row) return noState
  return {
    status: row.published_version === null ? 'draft' : 'published',
    state: stateOfVersions(row.version, row.published_version),
    outdated: isOutdated(row, fingerprints),
    made_by: row.made_by,
    version: row.version,
    published_version: row.published_version,
    has_content: filled.has(row.id),
    updated_at: new Date(row.updated_at).toISOString(),
  }
}

function stateOfVersions(newest: number, published: number | null): ContentState['state'] {
  if (published === null) return 'draft'
  return published === newest ? 'published' : 'changed'
}
