import { useState } from 'react'
import { Panel } from '#admin/kit/layout/panel.tsx'
import { type Column, DataTable } from '#admin/kit/list/data-table.tsx'
import { Pager } from '#admin/kit/list/pager.tsx'
import { type Sample, samples } from './samples.ts'

const columns: Column<Sample>[] = [
  { key: 'name', label: 'Name', cell: ({ name }) => <bdi>{name}</bdi>, isRowHeader: true, isSortable: true },
  { key: 'city', label: 'City', cell: ({ city }) => <bdi>{city}</bdi> },
  { key: 'mails', label: 'Mails', cell: ({ mails }) => mails, isSortable: true, width: '8rem' },
  { key: 'state', label: 'State', cell: ({ state }) => state },
]

/** A table with sorting and selection, and its pager. */
export function ListSamples() {
  const [sorting, setSorting] = useState<{ column: string; order: 'asc' | 'desc' }>({
    column: 'name',
    order: 'asc',
  })
  const [chosen, setChosen] = useState<number[]>([2])
  const [page, setPage] = useState(1)
  return (
    <Panel title="Table">
      <DataTable
        caption="People"
        columns={columns}
        rows={samples}
        keyOf={({ id }) => id}
        sorting={{
          ...sorting,
          onSort: (column) =>
            setSorting({
              column,
              order: sorting.column === column && sorting.order === 'asc' ? 'desc' : 'asc',
            }),
        }}
        selection={{
          isChosen: ({ id }) => chosen.includes(id),
          onChoose: (rows, isWanted) => {
            const ids = rows.map(({ id }) => id)
            setChosen(isWanted ? [...chosen, ...ids] : chosen.filter((id) => !ids.includes(id)))
          },
          labelOf: ({ name }) => `Choose ${name}`,
          labelOfPage: 'Choose the page',
        }}
        isAlarming={({ state }) => state === 'failed'}
      />
      <Pager page={page} pageSize={3} total={8} onPage={setPage} />
    </Panel>
  )
}
