import type { ContentEntry, ContentKey } from '#features/content/contract.ts'
import type { Language } from '#shared/languages.ts'
import { sourceLanguage } from '#shared/languages.ts'

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
