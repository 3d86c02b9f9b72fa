import { type ReactNode, useState } from 'react'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import styles from './layout.module.css'

interface ColumnsProps {
  /** How wide the second column is: as wide as the first, or as narrow as a margin. */
  second?: 'equal' | 'margin'
  /** The window width from which the columns are side by side. */
  from?: 'medium' | 'wide'
  children: ReactNode
}

/** Two columns, one above the other where the window is narrow. */
export function Columns({ second = 'equal', from = 'wide', children }: ColumnsProps) {
  return (
    <div className={styles.columns} data-second={second} data-from={from}>
      {children}
    </div>
  )
}

interface StackProps {
  /** `small` between what belongs together, `large` between parts of a screen. */
  gap?: 'small' | 'medium' | 'large'
  children: ReactNode
}

/** Elements below each other at equal distances. */
export function Stack({ gap, children }: StackProps) {
  return (
    <div className={styles.stack} data-gap={gap}>
      {children}
    </div>
  )
}

/** Fields of a form below each other; a pair of them side by side where there is room. */
export function FieldPair({ children }: { children: ReactNode }) {
  return <div className={styles.pair}>{children}</div>
}

/** Notices about the whole screen, above what they are about. */
export function Notices({ children }: { children: ReactNode }) {
  return <div className={styles.notices}>{children}</div>
}

interface FilterBarProps {
  label?: string
  /** How many filters are chosen, told where they are hidden. */
  active?: number
  /** The search, or the filter that always shows, then the others. */
  children: ReactNode
}

/** The search and the filters of a list. On a phone the filters after the first wait behind a button. */
export function FilterBar({ label, active = 0, children }: FilterBarProps) {
  const { t, format } = useTexts()
  const [isOpen, setOpen] = useState(false)
  return (
    <search className={styles.filters} aria-label={label} data-open={isOpen || undefined}>
      <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {active > 0 ? t('filters.active', { number: format.number(active) }) : t('filters.open')}
      </button>
      {children}
    </search>
  )
}
