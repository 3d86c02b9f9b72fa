import { Tooltip } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { languages as allLanguages, type Language } from '#shared/languages.ts'
import styles from './layout.module.css'
import { VisuallyHidden } from './visually-hidden.tsx'

interface LanguageState {
  to: string
  /** The state of the text in the language, as a symbol and in words. */
  mark: ReactNode
  label: string
  /** Whether there is no text yet. */
  isQuiet?: boolean
}

interface LanguageLinksProps {
  languages?: readonly Language[]
  linkOf: (language: Language) => LanguageState
}

/** The languages of a text, each with its state and a link. */
export function LanguageLinks({ languages = allLanguages, linkOf }: LanguageLinksProps) {
  return (
    <ul className={styles.languages}>
      {languages.map((code) => (
        <li key={code}>
          <LanguageLink language={code} {...linkOf(code)} />
        </li>
      ))}
    </ul>
  )
}

function LanguageLink({ language, to, mark, label, isQuiet }: LanguageState & { language: Language }) {
  return (
    <Tooltip label={label} multiline maw="22rem">
      <Link to={to} data-quiet={isQuiet || undefined}>
        {mark}
        <span>{language}</span>
        <VisuallyHidden>{label}</VisuallyHidden>
      </Link>
    </Tooltip>
  )
}
