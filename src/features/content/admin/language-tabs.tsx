import '@mantine/core/styles/Tabs.layer.css'
import { Tabs } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import { useTexts } from '#admin/kit/text-context.tsx'
import { type Language, languageNames, languages } from '#shared/languages.ts'
import type { ContentEntry } from '../contract.ts'
import { markOf } from './content-state.ts'
import styles from './editor.module.css'
import { describeState, StateMark } from './state-mark.tsx'

interface LanguageTabsProps {
  language: Language
  entry: ContentEntry | undefined
  /** The languages with unsaved changes. */
  unsaved: Language[]
  onChoose: (language: string) => void
  children: ReactNode
}

/** One tab per language, each with where its text stands. */
export function LanguageTabs({ language, entry, unsaved, onChoose, children }: LanguageTabsProps) {
  const texts = useTexts()
  const { t } = texts
  const list = useRef<HTMLDivElement>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: each choice brings its tab into view
  useEffect(() => {
    const tab = list.current?.querySelector('[aria-selected="true"]')
    tab?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [language])

  return (
    <Tabs
      value={language}
      onChange={(next) => next && onChoose(next)}
      keepMounted={false}
      activateTabWithKeyboard={false}
    >
      <Tabs.List ref={list} className={styles.tabs ?? ''} aria-label={t('editor.languages')}>
        {languages.map((code) => {
          const state = entry?.languages[code]
          const description = describeState(code, state, texts)
          const isUnsaved = unsaved.includes(code)
          return (
            <Tabs.Tab
              key={code}
              value={code}
              className={styles.tab ?? ''}
              aria-label={isUnsaved ? t('editor.unsavedIn', { language: description }) : description}
            >
              <span className={styles.tabLabel}>
                <StateMark mark={markOf(state)} />
                <span lang={code}>{languageNames[code]}</span>
                {isUnsaved && <span className={styles.unsavedMark} aria-hidden="true" />}
              </span>
            </Tabs.Tab>
          )
        })}
      </Tabs.List>
      <Tabs.Panel value={language} className={styles.panel ?? ''}>
        {children}
      </Tabs.Panel>
    </Tabs>
  )
}
