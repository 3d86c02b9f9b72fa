import type { ReactNode } from 'react'
import { StateMark, type StateSymbol } from '#admin/kit/state-mark.tsx'
import { LanguageTabs } from '#admin/kit/texts/language-tabs.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import type { CampaignDraft } from '#features/campaigns/contract.ts'
import { isLanguage, type Language, languageNames } from '#shared/languages.ts'
import { stateOf } from './campaign-form.ts'

const symbols: Record<ReturnType<typeof stateOf>, StateSymbol> = {
  unwritten: 'none',
  unfinished: 'begun',
  written: 'done',
}

interface TextTabsProps {
  draft: Pick<CampaignDraft, 'texts'>
  /** The number of readers by language. */
  byLanguage: Partial<Record<Language, number>>
  language: Language
  /** The languages to choose from; all of them unless given. */
  languages?: readonly Language[]
  onLanguage: (language: Language) => void
  children: ReactNode
}

/** The languages of a campaign, each with the state of its text and its number of readers. */
export function TextTabs({ draft, byLanguage, onLanguage, ...rest }: TextTabsProps) {
  const { t, format } = useTexts()
  const countOf = (code: Language) => {
    const count = byLanguage[code]
    return count === undefined ? undefined : format.number(count)
  }
  return (
    <LanguageTabs
      {...rest}
      label={t('campaigns.text.languages')}
      markOf={(code) => <StateMark symbol={symbols[stateOf(draft.texts[code])]} />}
      detailOf={(code) => countOf(code) && <small> {countOf(code)}</small>}
      describe={(code) => {
        const count = countOf(code)
        // As it is shown, so that who speaks to the computer can say what they read.
        const language = count ? `${languageNames[code]} ${count}` : languageNames[code]
        return t(`campaigns.text.${stateOf(draft.texts[code])}`, { language })
      }}
      onChoose={(code) => isLanguage(code) && onLanguage(code)}
    />
  )
}
