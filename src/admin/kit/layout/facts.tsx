import type { ReactNode } from 'react'
import styles from './layout.module.css'

export interface Fact {
  name: string
  value: ReactNode
  /** The language of the name, where it is not that of the page. */
  lang?: string
  /** Shown in a lighter colour, such as a count of zero. */
  isQuiet?: boolean
}

interface FactsProps {
  facts: readonly Fact[]
  /** `columns`: names and values in two columns; `ruled`: one line each; `inline`: on one line; `figures`: large numbers. */
  layout?: 'columns' | 'ruled' | 'inline' | 'figures'
}

/** Names and their values. */
export function Facts({ facts, layout = 'columns' }: FactsProps) {
  return (
    <dl className={styles.facts} data-layout={layout}>
      {facts.map(({ name, value, lang, isQuiet }) => (
        <div key={name} data-quiet={isQuiet || undefined}>
          <dt lang={lang}>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
