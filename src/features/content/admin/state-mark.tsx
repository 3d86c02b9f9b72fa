import type { Format } from '#admin/kit/format.ts'
import type { Translate } from '#admin/kit/texts.ts'
import type { Language } from '#shared/languages.ts'
import { languageNames } from '#shared/languages.ts'
import type { ContentState } from '../contract.ts'
import { type Mark, markOf } from './content-state.ts'

/** Where a text stands, by shape rather than colour: a gap, a ring, a disc, a disc within a ring. */
export function StateMark({ mark }: { mark: Mark }) {
  return (
    <svg viewBox="0 0 16 16" width="14" height="14" fill="none" stroke="currentColor" aria-hidden="true">
      {mark === 'none' && <path d="M5 8h6" strokeWidth="1.2" />}
      {mark === 'draft' && <circle cx="8" cy="8" r="5" strokeWidth="1.4" />}
      {mark === 'published' && <circle cx="8" cy="8" r="5.7" fill="currentColor" stroke="none" />}
      {mark === 'revised' && (
        <>
          <circle cx="8" cy="8" r="6.6" strokeWidth="1.2" />
          <circle cx="8" cy="8" r="3.6" fill="currentColor" stroke="none" />
        </>
      )}
    </svg>
  )
}

/** The same in words: "Español: publicado, versión 3, 21 nov 2026". */
export function describeState(
  language: Language,
  state: ContentState | undefined,
  { t, format }: { t: Translate; format: Format },
): string {
  return t(`content.state.${markOf(state)}`, {
    language: languageNames[language],
    version: state?.version ?? 0,
    published: state?.published_version ?? 0,
    date: state?.updated_at ? format.date(state.updated_at) : '',
  })
}
