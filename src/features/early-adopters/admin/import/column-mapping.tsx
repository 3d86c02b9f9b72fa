import { Button, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { ChevronIcon } from '#admin/kit/icons.tsx'
import { ButtonRow } from '#admin/kit/layout/button-row.tsx'
import { Detail, Hint } from '#admin/kit/layout/hint.tsx'
import { DataTable } from '#admin/kit/list/data-table.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { type ImportedColumn, importColumns, requiredColumns } from '#features/early-adopters/contract.ts'

interface ColumnMappingProps {
  columns: ImportedColumn[]
  isBusy: boolean
  onCheck: (fields: ImportedColumn['field'][]) => void
}

/** The columns of a file, each with its first values and what it is read as. */
export function ColumnMapping({ columns, isBusy, onCheck }: ColumnMappingProps) {
  const { t, format } = useTexts()
  const [fields, setFields] = useState(columns.map(({ field }) => field))
  const missing = requiredColumns.filter((field) => !fields.includes(field))
  const twice = importColumns.filter((field) => fields.indexOf(field) !== fields.lastIndexOf(field))
  const namesOf = (list: readonly (typeof importColumns)[number][]) =>
    format.list(list.map((field) => t(`leads.columns.${field}`)))
  const nameOf = (place: number) =>
    columns[place]?.header || t('leads.import.mapping.unnamed', { number: format.number(place + 1) })
  const isChanged = fields.some((field, place) => field !== columns[place]?.field)
  return (
    <>
      <Hint>{t('leads.import.mapping.hint')}</Hint>
      <DataTable
        caption={t('leads.import.mapping.title')}
        rows={columns.map((column, place) => ({ ...column, place }))}
        keyOf={({ place }) => place}
        cardsBelow="narrow"
        columns={[
          {
            key: 'column',
            label: t('leads.import.mapping.column'),
            isRowHeader: true,
            cell: ({ place }) => <bdi>{nameOf(place)}</bdi>,
          },
          {
            key: 'samples',
            label: t('leads.import.mapping.samples'),
            hidesCardLabel: true,
            cell: ({ samples }) => (
              <Detail>
                <bdi>{samples.join(' · ')}</bdi>
              </Detail>
            ),
          },
          {
            key: 'field',
            label: t('leads.import.mapping.field'),
            hidesCardLabel: true,
            width: '18rem',
            cell: ({ place }) => (
              <NativeSelect
                size="sm"
                aria-label={t('leads.import.mapping.choose', { column: nameOf(place) })}
                rightSection={<ChevronIcon />}
                value={fields[place] ?? ''}
                disabled={isBusy}
                data={[
                  { value: '', label: t('leads.import.mapping.none') },
                  ...importColumns.map((value) => ({ value, label: t(`leads.columns.${value}`) })),
                ]}
                onChange={({ currentTarget: { value } }) =>
                  setFields(fields.with(place, importColumns.find((one) => one === value) ?? null))
                }
              />
            ),
          },
        ]}
      />
      <div role="status">
        {missing.length > 0 && (
          <Hint isError>{t('leads.import.mapping.missing', { columns: namesOf(missing) })}</Hint>
        )}
        {twice.length > 0 && (
          <Hint isError>{t('leads.import.mapping.twice', { columns: namesOf(twice) })}</Hint>
        )}
      </div>
      <ButtonRow>
        <Button
          variant="default"
          loading={isBusy}
          disabled={missing.length > 0 || twice.length > 0 || !isChanged}
          onClick={() => onCheck(fields)}
        >
          {t('leads.import.mapping.check')}
        </Button>
      </ButtonRow>
    </>
  )
}
