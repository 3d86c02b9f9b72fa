import { Flex } from '@mantine/core'
import type { Format } from '#admin/kit/texts/format.ts'
import type { Translate } from '#admin/kit/texts/texts.ts'
import type { ContentState } from '#features/content/contract.ts'
import type { Language } from '#shared/languages.ts'
import { languageNames } from '#shared/languages.ts'
import { flagsOf, type Mark, markOf, type StateFlag } from './content-state.ts'

/**
 * The state of a text as a symbol that does not rely on colour: a dash, a ring, a disc, a disc within a ring. Beside it
 * are the flags: an outdated translation, an unconfirmed machine translation.
 */
export function StateMark({ mark, flags = [] }: { mark: Mark; flags?: readonly StateFlag[] }) {
  return (
    <Flex component="span" display="inline-flex" gap="0.1rem" align="center">
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
      {flags.map((flag) => (
        <FlagMark key={flag} flag={flag} />
      ))}
    </Flex>
  )
}

/** A flag as a symbol: a flag for an outdated translation, a chip for a machine translation. */
export function FlagMark({ flag }: { flag: StateFlag }) {
  return (
    <svg viewBox="0 0 12 16" width="10.5" height="14" color="var(--seal-text)" aria-hidden="true">
      {flag === 'outdated' ? (
        <path d="M3 14.5V2.2M3 2.6h7L7.6 5.6 10 8.6H3z" fill="currentColor" stroke="currentColor" />
      ) : (
        <path
          d="M3 5h6v6H3zM4.5 5V2.5M7.5 5V2.5M4.5 13.5V11M7.5 13.5V11M3 8H.8M11.2 8H9"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.2"
        />
      )}
    </svg>
  )
}

/** The same in words: "Español: publicado, versión 3, 21 nov 2026. Desactualizado: el original ha cambiado". */
export function describeState(
  language: Language,
  state: ContentState | undefined,
  { t, format }: { t: Translate; format: Format },
): string {
  const described = t(`content.state.${markOf(state)}`, {
    language: languageNames[language],
    version: state?.version ?? 0,
    published: state?.published_version ?? 0,
    date: state?.updated_at ? format.date(state.updated_at) : '',
  })
  const flags = flagsOf(state).map((flag) => t(`translation.marks.${flag}`))
  return flags.length > 0
    ? t('translation.flagged', { state: described, flags: format.list(flags) })
    : described
}
