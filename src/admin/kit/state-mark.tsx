import type { ReactNode } from 'react'
import styles from './screen.module.css'

/**
 * The states of whatever the admin lists, by shape rather than colour: nothing, begun (a ring), in force (a disc), in force
 * while a newer one is being made (a disc in a ring), needs attention (a flag).
 */
export type StateSymbol = 'none' | 'begun' | 'done' | 'changing' | 'attention'

/** The symbol of a state, for beside its words. */
export function StateMark({ symbol }: { symbol: StateSymbol }) {
  return (
    <svg viewBox="0 0 16 16" width="14" height="14" fill="none" stroke="currentColor" aria-hidden="true">
      {symbol === 'none' && <path d="M5 8h6" strokeWidth="1.2" />}
      {symbol === 'begun' && <circle cx="8" cy="8" r="5" strokeWidth="1.4" />}
      {symbol === 'done' && <circle cx="8" cy="8" r="5.7" fill="currentColor" stroke="none" />}
      {symbol === 'changing' && (
        <>
          <circle cx="8" cy="8" r="6.6" strokeWidth="1.2" />
          <circle cx="8" cy="8" r="3.6" fill="currentColor" stroke="none" />
        </>
      )}
      {symbol === 'attention' && <path d="M4.5 14.8V1.8M4.5 2.2h8L9.9 5.3l2.6 3.1h-8z" fill="currentColor" />}
    </svg>
  )
}

interface StateProps {
  symbol: StateSymbol
  /** Something has failed: it is red. */
  isError?: boolean
  children: ReactNode
}

/** A state in words after its symbol. */
export function State({ symbol, isError = false, children }: StateProps) {
  return (
    <span className={styles.state} data-error={isError || undefined}>
      <StateMark symbol={symbol} />
      {children}
    </span>
  )
}
