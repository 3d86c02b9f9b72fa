import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import styles from './screen.module.css'
import { useSiteName } from './site-name.ts'

interface ScreenHeadingProps {
  title: string
  /** The title of the browser's tab, if it differs from the heading. */
  documentTitle?: string
  intro?: ReactNode
  /** Before the heading, such as a link back. */
  before?: ReactNode
  /** The actions beside the heading. */
  aside?: ReactNode
}

/** The heading of a screen. It sets the document's title and takes the focus after a change of the screen. */
export function ScreenHeading({ title, documentTitle = title, intro, before, aside }: ScreenHeadingProps) {
  const { t } = useTexts()
  const siteName = useSiteName()
  const heading = useRef<HTMLHeadingElement>(null)
  // The router calls the first location of a page load "default": there the browser's own focus order is right.
  const isFirst = useLocation().key === 'default'
  const arrivedFirst = useRef(isFirst)

  useEffect(() => {
    document.title = t('documentTitle', { screen: documentTitle, brand: siteName })
  }, [t, documentTitle, siteName])

  useEffect(() => {
    if (arrivedFirst.current) return
    // Who is already typing in the search box goes on typing.
    if (!document.activeElement?.matches('input')) heading.current?.focus({ preventScroll: true })
    window.scrollTo(0, 0)
  }, [])

  return (
    <header className={styles.heading}>
      {before}
      <div className={styles.headingRow}>
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {aside}
      </div>
      {intro && <p className={styles.intro}>{intro}</p>}
    </header>
  )
}
