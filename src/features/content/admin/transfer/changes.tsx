import { useState } from 'react'
import { FilterBar } from '#admin/kit/layout/columns.tsx'
import { Detail, Hint } from '#admin/kit/layout/hint.tsx'
import { TextButton } from '#admin/kit/layout/text-button.tsx'
import { type Column, DataTable } from '#admin/kit/list/data-table.tsx'
import { SelectFilter } from '#admin/kit/list/filters.tsx'
import { Pager } from '#admin/kit/list/pager.tsx'
import { LoadFailure } from '#admin/kit/load-failure.tsx'
import { LoadingLines } from '#admin/kit/loading.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { type TransferEntry, transferParts, transferStates } from '#features/content/transfer/contract.ts'
import { isLanguage, languageNames, languages } from '#shared/languages.ts'
import { ChangeDialog } from './change-dialog.tsx'
import { nameOfEntry } from './entry-name.ts'
import { ChangeState } from './import-state.tsx'
import { type ChangeFilter, pageSize, type TransferModeName, useChanges } from './use-transfer.ts'

interface ChangesProps {
  id: string
  mode: TransferModeName
  leftOut: ReadonlySet<number>
  onChoose: (numbers: readonly number[], isWanted: boolean) => void
}

const anything: ChangeFilter = { part: '', state: 'different', language: undefined, page: 1 }

/** The items of an archive, each with what importing it would do, and whether it is to be imported. */
export function Changes({ id, mode, leftOut, onChoose }: ChangesProps) {
  const { t } = useTexts()
  const [filter, setFilter] = useState(anything)
  const [opened, setOpened] = useState<TransferEntry>()
  const list = useChanges(id, mode, filter)
  const narrow = (changes: Partial<ChangeFilter>) => setFilter({ ...filter, ...changes, page: 1 })
  const columns = useColumns(setOpened)
  return (
    <>
      <Filters filter={filter} onChange={narrow} />
      {list.isPending && <LoadingLines />}
      {list.isError && !list.data && <LoadFailure query={list} title={t('transfer.preview.failed')} />}
      {list.data && list.data.items.length === 0 && <Hint>{t('transfer.changes.none')}</Hint>}
      {list.data && list.data.items.length > 0 && (
        <>
          <DataTable
            caption={t('transfer.preview.title')}
            columns={columns}
            rows={list.data.items}
            keyOf={({ number }) => number}
            selection={{
              isChosen: ({ number, state }) => state !== 'same' && !leftOut.has(number),
              onChoose: (rows, isWanted) =>
                onChoose(
                  rows.flatMap(({ number, state }) => (state === 'same' ? [] : number)),
                  isWanted,
                ),
              labelOf: (entry) => t('transfer.changes.choose', { name: nameOfEntry(entry, t) }),
              labelOfPage: t('transfer.changes.choosePage'),
            }}
          />
          <Pager
            page={filter.page}
            pageSize={pageSize}
            total={list.data.total}
            onPage={(page) => setFilter({ ...filter, page })}
          />
        </>
      )}
      {opened && <ChangeDialog {...{ id, mode }} entry={opened} onClose={() => setOpened(undefined)} />}
    </>
  )
}

function useColumns(onOpen: (entry: TransferEntry) => void): Column<TransferEntry>[] {
  const { t, format } = useTexts()
  return [
    {
      key: 'name',
      label: t('transfer.changes.name'),
      isRowHeader: true,
      cell: (entry) => (
        <>
          <TextButton onClick={() => onOpen(entry)}>
            <bdi>{nameOfEntry(entry, t)}</bdi>
          </TextButton>
          {entry.missing.length > 0 && <Detail isError>{t('transfer.changes.missing')}</Detail>}
        </>
      ),
    },
    {
      key: 'part',
      label: t('transfer.changes.part'),
      width: '11rem',
      cell: ({ part }) => t(`transfer.parts.${part}`),
    },
    {
      key: 'state',
      label: t('transfer.changes.state'),
      width: '14rem',
      cell: ({ state }) => <ChangeState state={state} />,
    },
    {
      key: 'changed',
      label: t('transfer.changes.changedAt'),
      width: '13rem',
      cell: ({ changed_at }) => (changed_at ? <bdi>{format.dateTime(changed_at)}</bdi> : '–'),
    },
  ]
}

interface FiltersProps {
  filter: ChangeFilter
  onChange: (changes: Partial<ChangeFilter>) => void
}

function Filters({ filter, onChange }: FiltersProps) {
  const { t } = useTexts()
  return (
    <FilterBar active={Number(filter.part !== '') + Number(filter.language !== undefined)}>
      <SelectFilter
        label={t('transfer.changes.state')}
        any={t('transfer.changes.anyState')}
        options={[
          { value: 'different', label: t('transfer.changes.different') },
          ...transferStates.map((value) => ({ value, label: t(`transfer.changes.${value}`) })),
        ]}
        value={filter.state}
        onChange={(state) => onChange({ state })}
      />
      <SelectFilter
        label={t('transfer.changes.part')}
        any={t('transfer.changes.anyPart')}
        options={transferParts.map((value) => ({ value, label: t(`transfer.parts.${value}`) }))}
        value={filter.part}
        onChange={(part) => onChange({ part })}
      />
      <SelectFilter
        label={t('transfer.changes.language')}
        any={t('transfer.changes.anyLanguage')}
        options={languages.map((value) => ({ value, label: languageNames[value] }))}
        value={filter.language ?? ''}
        onChange={(value) => onChange({ language: isLanguage(value) ? value : undefined })}
      />
    </FilterBar>
  )
}
