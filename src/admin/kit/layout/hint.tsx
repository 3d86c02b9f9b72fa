import type { ComponentProps, ReactNode } from 'react'
import styles from './layout.module.css'

/** A paragraph in a lighter colour; red for an error. */
export function Hint({ isError, ...props }: ComponentProps<'p'> & { isError?: boolean }) {
  return <p className={styles.hint} data-error={isError || undefined} {...props} />
}

/** The second line of an entry, in a lighter colour. */
export function Detail({ isError, ...props }: ComponentProps<'span'> & { isError?: boolean }) {
  return <span className={styles.detail} data-error={isError || undefined} {...props} />
}

/** Several short facts on one line, in a lighter colour. */
export function Meta({ children }: { children: ReactNode }) {
  return <p className={styles.meta}>{children}</p>
}

/** A framed label. */
export function Tag({ kind, children }: { kind?: 'plain' | 'error' | undefined; children: ReactNode }) {
  return (
    <span className={styles.tag} data-kind={kind}>
      {children}
    </span>
  )
}
