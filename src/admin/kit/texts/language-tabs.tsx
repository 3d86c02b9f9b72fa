import '@mantine/core/styles/Tabs.layer.css'
import { Tabs } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import { languages as allLanguages, type Language, languageNames } from '#shared/languages.ts'
import styles from './language-tabs.module.css'
import { useTexts } from './text-context.tsx'

interface LanguageTabsProps {
  /** The label of the tabs. */
  label: string
  languages?: readonly Language[]
  language: Language
  /** The state of the text in a language, as a symbol and in words. */
  markOf: (language: Language) => ReactNode
  describe: (language: Language) => string
  /** What follows the name of a language, such as a number. */
  detailOf?: (language: Language) => ReactNode
  /** The languages with unsaved changes. */
  unsaved?: readonly Language[]
  onChoose: (language: string) => void
  children: ReactNode
}

/** One tab per language, each with the state of its text. */
export function LanguageTabs(props: LanguageTabsProps) {
  const { label, languages = allLanguages, language, unsaved = [], onChoose, children } = props
  const { markOf, describe, detailOf } = props
  const { t } = useTexts()
  const list = useRef<HTMLDivElement>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: each choice brings its tab into view
  useEffect(() => {
    const tabs = list.current
    const tab = tabs?.querySelector('[aria-selected="true"]')
    if (!tabs || !tab) return
    // `scrollIntoView` would scroll the page to the tabs as well.
    const [from, to] = [tabs.getBoundingClientRect(), tab.getBoundingClientRect()]
    if (to.left < from.left) tabs.scrollBy({ left: to.left - from.left })
    else if (to.right > from.right) tabs.scrollBy({ left: to.right - from.right })
  }, [language])

  return (
    <Tabs
      value={language}
      onChange={(next) => next && onChoose(next)}
      keepMounted={false}
      activateTabWithKeyboard={false}
    >
      <Tabs.List ref={list} className={styles.tabs ?? ''} aria-label={label}>
        {languages.map((code) => {
          const isUnsaved = unsaved.includes(code)
          const described = describe(code)
          return (
            <Tabs.Tab
              key={code}
              value={code}
              className={styles.tab ?? ''}
              aria-label={isUnsaved ? t('editor.unsavedIn', { language: described }) : described}
            >
              <span className={styles.tabLabel}>
                {markOf(code)}
                <span lang={code}>{languageNames[code]}</span>
                {detailOf?.(code)}
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
