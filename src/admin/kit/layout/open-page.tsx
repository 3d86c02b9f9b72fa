import type { ReactNode } from 'react'
import { useSiteName } from '#admin/kit/site-name.ts'
import { LanguageSelect } from '#admin/kit/texts/language-select.tsx'
import { EngravingDefinitions, Seal } from '#ui/engraving.tsx'
import styles from './open-page.module.css'

interface OpenPageProps {
  /** Where the name of the site leads. */
  home: string
  /** `text` is as wide as lines that are read; `wide` has room for figures. */
  width: 'text' | 'wide'
  /** Whether changes of what it shows are read aloud. */
  isLive?: boolean
  children: ReactNode
}

/** The frame of a page of the panel that needs no sign-in: the name of the site, the language, and what it shows. */
export function OpenPage({ home, width, isLive = false, children }: OpenPageProps) {
  const siteName = useSiteName()
  return (
    <div className={styles.page}>
      <div className={styles.definitions}>
        <EngravingDefinitions name={siteName} />
      </div>
      <header className={styles.head}>
        <a className={styles.brand} href={home}>
          <Seal plain />
          <span dir="auto">{siteName}</span>
        </a>
        <LanguageSelect size="sm" />
      </header>
      <main className={styles.main} data-width={width} aria-live={isLive ? 'polite' : undefined}>
        {children}
      </main>
    </div>
  )
}
