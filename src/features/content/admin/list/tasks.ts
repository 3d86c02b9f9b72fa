import type { Assignment, ContentEntry, ContentKey } from '#features/content/contract.ts'
import { isLanguage, type Language, languages, sourceLanguage } from '#shared/languages.ts'

/** The kinds of tasks for a text in one language. */
export const taskKinds = ['outdated', 'machine', 'missing'] as const
export type TaskKind = (typeof taskKinds)[number]

/** The tasks in one language, the most urgent first; a text can be in several lists. */
export function listTasks(
  entries: readonly ContentEntry[],
  language: Language,
): { kind: TaskKind; keys: ContentKey[] }[] {
  const fits: Record<TaskKind, (entry: ContentEntry) => boolean> = {
    outdated: (entry) => entry.languages[language].outdated,
    machine: (entry) => entry.languages[language].made_by === 'machine',
    // What nobody has written in any language is shown with its built-in text, which has every language.
    missing: (entry) => !entry.languages[language].has_content && isWritten(entry),
  }
  return taskKinds
    .map((kind) => ({ kind, keys: entries.filter(fits[kind]).map(({ key }) => key) }))
    .filter(({ keys }) => keys.length > 0)
}

const isWritten = ({ languages }: ContentEntry): boolean =>
  Object.values(languages).some(({ has_content }) => has_content)

/** How many texts have a task in one language. */
export function countTasks(entries: readonly ContentEntry[], language: Language): number {
  return new Set(listTasks(entries, language).flatMap(({ keys }) => keys)).size
}

/** The address of a task's editor; for translations with the source side by side. */
export function taskPath(key: ContentKey, language: Language): string {
  const reference = language === sourceLanguage ? '' : `&reference=${sourceLanguage}`
  return `/admin/content/${key}?language=${language}${reference}`
}

/** A text that has to be translated: why, by whom and until when. */
export interface Task {
  kind: TaskKind
  key: ContentKey
  language: Language
  owner: Assignment['owner']
  /** A calendar day as ISO 8601. */
  dueOn: string | null
  isLate: boolean
}

export const ownerFilters = ['mine', 'unowned', 'late'] as const
export type OwnerFilter = (typeof ownerFilters)[number]

/** Which tasks the screen shows. */
export interface TaskFilter {
  /** All languages without it. */
  language: Language | undefined
  owner: OwnerFilter | undefined
}

/** Reads the filter from the address; without a language the reader's own, unless the tasks of somebody are asked for. */
export function readTaskFilter(params: URLSearchParams, ownLanguage: Language): TaskFilter {
  const asked = params.get('language')
  const owner = ownerFilters.find((one) => one === params.get('owner'))
  if (isLanguage(asked)) return { language: asked, owner }
  return { language: asked === 'all' || owner ? undefined : ownLanguage, owner }
}

/** Writes the filter as a query. */
export function writeTaskFilter({ language, owner }: TaskFilter): Record<string, string> {
  return { language: language ?? 'all', ...(owner && { owner }) }
}

interface TaskSource {
  entries: readonly ContentEntry[]
  assignments: readonly Assignment[]
  /** The reader. */
  userId: string
  /** Today where the reader is, as ISO 8601. */
  today: string
  /** The only languages that the reader edits; null or nothing for all. */
  languages?: readonly Language[] | null
}

/** Who translates a text until when. */
export type Assigned = Pick<Task, 'owner' | 'dueOn' | 'isLate'>

/** Who translates a text until when, and whether that day is over. */
export function findAssigned(
  assignments: readonly Assignment[],
  { key, language }: Pick<Task, 'key' | 'language'>,
  today: string,
): Assigned {
  const found = assignments.find((one) => one.key === key && one.language === language)
  return describeAssigned(found, today)
}

function describeAssigned(assignment: Assignment | undefined, today: string): Assigned {
  const { owner = null, due_on: dueOn = null } = assignment ?? {}
  return { owner, dueOn, isLate: dueOn !== null && dueOn < today }
}

/** The tasks that a filter lets through, by kind; those that are due first come first. */
export function findTasks(
  { entries, assignments, userId, today, languages: own }: TaskSource,
  filter: TaskFilter,
): Task[] {
  const assigned = new Map(assignments.map((one) => [`${one.key} ${one.language}`, one]))
  const admits: Record<OwnerFilter, (task: Task) => boolean> = {
    mine: ({ owner }) => owner?.id === userId,
    unowned: ({ owner }) => owner === null,
    late: ({ isLate }) => isLate,
  }
  return (filter.language ? [filter.language] : (own ?? languages))
    .flatMap((language) =>
      listTasks(entries, language).flatMap(({ kind, keys }) =>
        keys.map(
          (key): Task => ({
            ...{ kind, key, language },
            ...describeAssigned(assigned.get(`${key} ${language}`), today),
          }),
        ),
      ),
    )
    .filter((task) => !filter.owner || admits[filter.owner](task))
    .sort((a, b) => dueOrder(a).localeCompare(dueOrder(b)))
}

const dueOrder = ({ dueOn }: Task): string => dueOn ?? 'later'

/** Today where the browser is, as ISO 8601. */
export function localDay(now: Date): string {
  return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10)
}
