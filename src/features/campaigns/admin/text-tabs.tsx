import { Tabs } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import { VisuallyHidden } from '#admin/kit/layout/visually-hidden.tsx'
import tabs from '#admin/kit/texts/language-tabs.module.css'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import type { CampaignDraft } from '#features/campaigns/contract.ts'
import { isLanguage, type Language, languageNames, languages } from '#shared/languages.ts'
import { stateOf } from './campaign-form.ts'
import styles from './campaigns.module.css'

interface LanguageTabsProps {
  draft: Pick<CampaignDraft, 'texts'>
  byLanguage: Partial<Record<Language, number>>
  language: Language
  /** The languages to choose from; all of them unless said otherwise. */
  among?: readonly Language[]
  onLanguage: (language: Language) => void
  children: ReactNode
}

/** One tab per language, each with where its text stands and how many people speak it. */
export function LanguageTabs(props: LanguageTabsProps) {
  const { draft, byLanguage, language, among = languages, onLanguage, children } = props
  const { t, format } = useTexts()
  const list = useRef<HTMLDivElement>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: each choice brings its tab into view
  useEffect(() => {
    const tab = list.current?.querySelector('[aria-selected="true"]')
    tab?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [language])

  return (
    <Tabs
      value={language}
      onChange={(next) => isLanguage(next) && onLanguage(next)}
      keepMounted={false}
      activateTabWithKeyboard={false}
    >
      <Tabs.List ref={list} className={tabs.tabs ?? ''} aria-label={t('campaigns.text.languages')}>
        {among.map((code) => {
          const state = stateOf(draft.texts[code])
          return (
            <Tabs.Tab key={code} value={code} className={`${tabs.tab} ${styles.tab}`} data-state={state}>
              <span className={styles.mark} aria-hidden="true" />
              <span lang={code}>{languageNames[code]}</span>
              {byLanguage[code] !== undefined && <small>{format.number(byLanguage[code])}</small>}
              <VisuallyHidden>{t(`campaigns.text.${state}`)}</VisuallyHidden>
            </Tabs.Tab>
          )
        })}
      </Tabs.List>
      <Tabs.Panel value={language} className={tabs.panel ?? ''}>
        {children}
      </Tabs.Panel>
    </Tabs>
  )
}
