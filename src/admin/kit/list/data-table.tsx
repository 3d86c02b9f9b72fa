// biome-ignore-all lint/a11y/noRedundantRoles: Safari drops a table's roles where CSS lays it out as cards
import { useMediaQuery } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { VisuallyHidden } from '#admin/kit/layout/visually-hidden.tsx'
import { ColumnHeader, type TableSorting } from './column-header.tsx'
import styles from './list.module.css'

export interface Column<Row> {
  key: string
  /** The heading; before the value on a card, where it is a string. */
  label: ReactNode
  cell: (row: Row) => ReactNode
  /** The column that names the row; its cells are headers. */
  isRowHeader?: boolean
  /** The column can be sorted by. */
  isSortable?: boolean
  /** On a card, the value is shown without its heading. */
  hidesCardLabel?: boolean
  /** The width of the column, such as `9rem`. */
  width?: string
}

/** The selected rows, and the handler for a change. */
export interface TableSelection<Row> {
  isChosen: (row: Row) => boolean
  /** The change of one row, or of all shown rows. */
  onChoose: (rows: Row[], isWanted: boolean) => void
  labelOf: (row: Row) => string
  labelOfPage: string
}

interface DataTableProps<Row> {
  caption: string
  columns: readonly Column<Row>[]
  rows: Row[]
  keyOf: (row: Row) => string | number
  sorting?: TableSorting | undefined
  selection?: TableSelection<Row> | undefined
  /** The width of the window below which each row becomes a card; `never` for a table of short values. */
  cardsBelow?: keyof typeof narrowerThan
  /** Whether a row is marked as an error. */
  isAlarming?: (row: Row) => boolean
}

const narrowerThan = {
  narrow: '(max-width: 47.99rem)',
  medium: '(max-width: 63.99rem)',
  wide: '(max-width: 79.99rem)',
  never: 'not all',
}

/** A table; on a window that is too narrow for its columns, each row is a card. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { caption, columns, rows, keyOf, sorting, selection, cardsBelow = 'medium', isAlarming } = props
  const isNarrow = useMediaQuery(narrowerThan[cardsBelow], false, { getInitialValueInEffect: false })
  const choosePage = selection && <PageBox rows={rows} selection={selection} label={selection.labelOfPage} />
  return (
    <div
      className={styles.tableFrame}
      data-cards={isNarrow || undefined}
      data-scrolls={cardsBelow === 'never' || undefined}
    >
      {selection && isNarrow && (
        <p className={styles.choosePage}>
          {choosePage}
          <span aria-hidden="true">{selection.labelOfPage}</span>
        </p>
      )}
      <table
        className={styles.table}
        role="table"
        data-fixed={columns.some(({ width }) => width) || undefined}
      >
        <VisuallyHidden as="caption">{caption}</VisuallyHidden>
        <thead role="rowgroup">
          <tr role="row">
            {selection && (
              <th role="columnheader" scope="col" className={styles.choice}>
                {isNarrow ? <VisuallyHidden>{selection.labelOfPage}</VisuallyHidden> : choosePage}
              </th>
            )}
            {columns.map((column) => (
              <ColumnHeader key={column.key} column={column} sorting={sorting} />
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row) => (
            <tr
              key={keyOf(row)}
              role="row"
              data-chosen={selection?.isChosen(row) || undefined}
              data-alarming={isAlarming?.(row) || undefined}
            >
              {selection && (
                <td role="cell" className={styles.choice}>
                  <input
                    type="checkbox"
                    aria-label={selection.labelOf(row)}
                    checked={selection.isChosen(row)}
                    onChange={({ currentTarget }) => selection.onChoose([row], currentTarget.checked)}
                  />
                </td>
              )}
              {columns.map((column) => (
                <Cell key={column.key} column={column} row={row} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Cell<Row>({ column, row }: { column: Column<Row>; row: Row }) {
  const label = column.hidesCardLabel ? undefined : column.label
  if (column.isRowHeader)
    return (
      <th role="rowheader" scope="row">
        {column.cell(row)}
      </th>
    )
  return (
    <td role="cell" {...(typeof label === 'string' && { 'data-label': label })}>
      <div>{column.cell(row)}</div>
    </td>
  )
}

interface PageBoxProps<Row> {
  rows: Row[]
  selection: TableSelection<Row>
  label: string
}

function PageBox<Row>({ rows, selection, label }: PageBoxProps<Row>) {
  const chosen = rows.filter(selection.isChosen).length
  return (
    <input
      type="checkbox"
      aria-label={label}
      checked={chosen === rows.length}
      ref={(box) => {
        if (box) box.indeterminate = chosen > 0 && chosen < rows.length
      }}
      onChange={({ currentTarget }) => selection.onChoose(rows, currentTarget.checked)}
    />
  )
}
