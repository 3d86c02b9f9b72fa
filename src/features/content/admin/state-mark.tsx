import { Flex } from '@mantine/core'
import { StateMark, type StateSymbol } from '#admin/kit/state-mark.tsx'
import type { Format } from '#admin/kit/texts/format.ts'
import type { Translate } from '#admin/kit/texts/texts.ts'
import type { ContentState } from '#features/content/contract.ts'
import type { Language } from '#shared/languages.ts'
import { languageNames } from '#shared/languages.ts'
import { flagsOf, type Mark, markOf, type StateFlag } from './content-state.ts'

const symbols: Record<Mark, StateSymbol> = {
  none: 'none',
  draft: 'begun',
  published: 'done',
  revised: 'changing',
}

/** The state of a text as a symbol. Beside it are the flags: an outdated translation, an unconfirmed machine translation. */
export function TextMark({ mark, flags = [] }: { mark: Mark; flags?: readonly StateFlag[] }) {
  return (
    <Flex component="span" display="inline-flex" gap="0.1rem" align="center">
      <StateMark symbol={symbols[mark]} />
      {flags.map((flag) => (
        <FlagMark key={flag} flag={flag} />
      ))}
    </Flex>
  )
}

/** A flag as a symbol: that of attention for an outdated translation, a chip for a machine translation. */
export function FlagMark({ flag }: { flag: StateFlag }) {
  if (flag === 'outdated') return <StateMark symbol="attention" />
  return (
    <svg viewBox="0 0 12 16" width="10.5" height="14" aria-hidden="true">
      <path
        d="M3 5h6v6H3zM4.5 5V2.5M7.5 5V2.5M4.5 13.5V11M7.5 13.5V11M3 8H.8M11.2 8H9"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.2"
      />
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
