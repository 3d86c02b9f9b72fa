import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { type Language, languages } from '#shared/languages.ts'
import styles from './layout.module.css'
import { VisuallyHidden } from './visually-hidden.tsx'

interface LanguageLinksProps {
  linkOf: (language: Language) => {
    to: string
    /** Where the text of the language stands: as a mark to be seen, and in words. */
    mark: ReactNode
    label: string
  }
}

/** The languages of a text, each with where it stands and the way to it. */
export function LanguageLinks({ linkOf }: LanguageLinksProps) {
  return (
    <ul className={styles.languages}>
      {languages.map((code) => {
        const { to, mark, label } = linkOf(code)
        return (
          <li key={code}>
            <Link to={to} title={label}>
              {mark}
              <span>{code}</span>
              <VisuallyHidden>{label}</VisuallyHidden>
            </Link>
          </li>
        )
      })}
    </ul>
  )
}
