import type { ReactNode } from 'react'
import styles from './layout.module.css'

interface VisuallyHiddenProps {
  as?: 'span' | 'p' | 'legend' | 'caption' | 'h2' | 'output'
  children: ReactNode
}

/** Text for screen readers alone. Mantine's own part cannot be a legend or a caption. */
export function VisuallyHidden({ as: Element = 'span', children }: VisuallyHiddenProps) {
  return <Element className={styles.hidden}>{children}</Element>
}
