// biome-ignore-all lint/a11y/noRedundantRoles: Safari drops a table's roles where CSS lays it out as cards
import type { ReactNode } from 'react'
import styles from './list.module.css'

/** The order of a table, and the handler for its change. */
export interface TableSorting {
  column: string
  order: 'asc' | 'desc'
  onSort: (column: string) => void
}

interface ColumnHeaderProps {
  column: { key: string; label: ReactNode; isSortable?: boolean; width?: string }
  sorting: TableSorting | undefined
}

const arrows = { asc: '↑', desc: '↓' }
const spoken = { asc: 'ascending', desc: 'descending' } as const

/** The heading of a column; sorts the table if the column is sortable. */
export function ColumnHeader({ column: { key, label, isSortable, width }, sorting }: ColumnHeaderProps) {
  const common = { role: 'columnheader', scope: 'col', ...(width && { style: { inlineSize: width } }) }
  if (!isSortable || !sorting) return <th {...common}>{label}</th>
  const order = sorting.column === key ? sorting.order : undefined
  return (
    <th {...common} aria-sort={order && spoken[order]}>
      <button type="button" className={styles.sort} onClick={() => sorting.onSort(key)}>
        {label}
        <span aria-hidden="true">{order && arrows[order]}</span>
      </button>
    </th>
  )
}
