import type { ComponentProps, ReactNode } from 'react'
import styles from './layout.module.css'

/** A sentence of less weight than the text around it; an error's is red. */
export function Hint({ isError, ...props }: ComponentProps<'p'> & { isError?: boolean }) {
  return <p className={styles.hint} data-error={isError || undefined} {...props} />
}

/** A second line of less weight inside an entry. */
export function Detail({ isError, ...props }: ComponentProps<'span'> & { isError?: boolean }) {
  return <span className={styles.detail} data-error={isError || undefined} {...props} />
}

/** Several short facts of less weight on one line. */
export function Meta({ children }: { children: ReactNode }) {
  return <p className={styles.meta}>{children}</p>
}

/** A word in a frame. */
export function Tag({ kind, children }: { kind?: 'plain' | 'error' | undefined; children: ReactNode }) {
  return (
    <span className={styles.tag} data-kind={kind}>
      {children}
    </span>
  )
}
