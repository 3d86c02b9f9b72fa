import type { ContentEntry, ContentState } from '#features/content/contract.ts'
import { type Language, languages } from '#shared/languages.ts'
import { isBlankHtml } from '#shared/markup.ts'

/** The states of a text as the admin shows them: `revised` is published with a newer draft. */
export const marks = ['none', 'draft', 'published', 'revised'] as const
export type Mark = (typeof marks)[number]

/** The mark of a text in one language. */
export function markOf(state: ContentState | undefined): Mark {
  if (!state || state.status === 'none' || state.version === 0) return 'none'
  if (state.published_version === null) return 'draft'
  return state.published_version === state.version ? 'published' : 'revised'
}

/** What a translation needs attention for, besides its state. */
export const stateFlags = ['outdated', 'machine'] as const
export type StateFlag = (typeof stateFlags)[number]

/** What a text in one language needs attention for. */
export function flagsOf(state: ContentState | undefined): StateFlag[] {
  const flags: StateFlag[] = []
  if (state?.outdated) flags.push('outdated')
  if (state?.made_by === 'machine') flags.push('machine')
  return flags
}

/** The languages in which a text has content; what is being edited counts as it is now. */
export function listTranslated(
  entry: ContentEntry | undefined,
  contents: Partial<Record<Language, string>> = {},
): Language[] {
  return languages.filter((language) => {
    const content = contents[language]
    return content === undefined ? entry?.languages[language]?.has_content === true : !isBlankHtml(content)
  })
}

/** The language that was changed last and the time of the change; undefined while nobody has written the text. */
export function findLastChange(entry: ContentEntry): { language: Language; at: string } | undefined {
  return languages
    .flatMap((language) => {
      const at = entry.languages[language].updated_at
      return at === null ? [] : [{ language, at }]
    })
    .sort((one, other) => other.at.localeCompare(one.at))[0]
}
