import type { ReactNode } from 'react'
import { LanguageTabs } from '#admin/kit/texts/language-tabs.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { flagsOf, markOf } from '#features/content/admin/content-state.ts'
import { describeState, TextMark } from '#features/content/admin/state-mark.tsx'
import type { ContentEntry } from '#features/content/contract.ts'
import type { Language } from '#shared/languages.ts'

interface ContentTabsProps {
  language: Language
  entry: ContentEntry | undefined
  unsaved: Language[]
  onChoose: (language: string) => void
  children: ReactNode
}

/** The languages of a text, each with its state. */
export function ContentTabs({ entry, ...rest }: ContentTabsProps) {
  const texts = useTexts()
  const stateOf = (code: Language) => entry?.languages[code]
  return (
    <LanguageTabs
      {...rest}
      label={texts.t('editor.languages')}
      describe={(code) => describeState(code, stateOf(code), texts)}
      markOf={(code) => <TextMark mark={markOf(stateOf(code))} flags={flagsOf(stateOf(code))} />}
    />
  )
}
