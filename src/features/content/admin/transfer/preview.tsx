import { Button } from '@mantine/core'
import { useState } from 'react'
import { useApi } from '#admin/kit/api/api-context.tsx'
import { useAction } from '#admin/kit/api/use-action.ts'
import { Segmented } from '#admin/kit/form/segmented.tsx'
import { ButtonRow } from '#admin/kit/layout/button-row.tsx'
import { Stack } from '#admin/kit/layout/columns.tsx'
import { Hint } from '#admin/kit/layout/hint.tsx'
import { Panel } from '#admin/kit/layout/panel.tsx'
import { type Column, DataTable } from '#admin/kit/list/data-table.tsx'
import { LoadFailure } from '#admin/kit/load-failure.tsx'
import { LoadingLines } from '#admin/kit/loading.tsx'
import { Notice } from '#admin/kit/notice.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import {
  ContentImport,
  type TransferPreview,
  transferModes,
  transferStates,
} from '#features/content/transfer/contract.ts'
import { Changes } from './changes.tsx'
import { importPath, type TransferModeName, useImportChange, usePreview } from './use-transfer.ts'

/** What an import would change, the choice of it, and the order to do so. */
export function Preview({ archive }: { archive: ContentImport }) {
  const { t } = useTexts()
  const [mode, setMode] = useState<TransferModeName>('drafts')
  const preview = usePreview(archive.id, mode)
  return (
    <Panel title={t('transfer.preview.title')}>
      <Stack gap="medium">
        <Segmented
          legend={t('transfer.mode.legend')}
          showsLegend
          options={transferModes.map((value) => ({ value, label: t(`transfer.mode.${value}`) }))}
          value={mode}
          onChange={setMode}
        />
        <Hint>{t(`transfer.mode.${mode}Text`)}</Hint>
        {preview.isPending && <LoadingLines />}
        {preview.isError && !preview.data && (
          <LoadFailure query={preview} title={t('transfer.preview.failed')} />
        )}
        {preview.data && (
          <Choosing key={preview.data.fingerprint} {...{ archive, mode }} preview={preview.data} />
        )}
      </Stack>
    </Panel>
  )
}

interface ChoosingProps {
  archive: ContentImport
  mode: TransferModeName
  preview: TransferPreview
}

function Choosing({ archive, mode, preview }: ChoosingProps) {
  const { t, format } = useTexts()
  const api = useApi()
  const change = useImportChange()
  // What was changed here is not overwritten unless somebody says so.
  const [leftOut, setLeftOut] = useState<ReadonlySet<number>>(new Set(preview.conflicts))
  const { isBusy, failure, run } = useAction({ showsFailure: true })
  const total = preview.parts.reduce((sum, one) => sum + one.new + one.changed + one.conflict, 0)
  const chosen = total - leftOut.size

  function choose(numbers: readonly number[], isWanted: boolean) {
    const next = new Set(leftOut)
    for (const number of numbers) {
      if (isWanted) next.delete(number)
      else next.add(number)
    }
    setLeftOut(next)
  }

  const order = { mode, fingerprint: preview.fingerprint, left_out: [...leftOut] }
  return (
    <>
      <Counts preview={preview} />
      {preview.conflicts.length > 0 && <Notice kind="warning">{t('transfer.preview.conflicts')}</Notice>}
      {total === 0 ? (
        <Notice>{t('transfer.preview.same')}</Notice>
      ) : (
        <>
          <Changes id={archive.id} mode={mode} leftOut={leftOut} onChoose={choose} />
          {failure !== undefined && <Notice kind="error">{failure}</Notice>}
          <ButtonRow>
            <Button
              loading={isBusy}
              disabled={chosen <= 0}
              onClick={() =>
                run(() =>
                  change(() => api.send('POST', `${importPath(archive.id)}/run`, ContentImport, order)),
                )
              }
            >
              {t('transfer.run.start')}
            </Button>
            <span role="status">
              {t('transfer.run.chosen', { number: format.number(Math.max(0, chosen)) })}
            </span>
          </ButtonRow>
        </>
      )}
    </>
  )
}

type Counted = TransferPreview['parts'][number]

function Counts({ preview }: { preview: TransferPreview }) {
  const { t, format } = useTexts()
  const columns: Column<Counted>[] = [
    {
      key: 'part',
      label: t('transfer.changes.part'),
      isRowHeader: true,
      cell: ({ part }) => t(`transfer.parts.${part}`),
    },
    ...transferStates.map((state) => ({
      key: state,
      label: t(`transfer.changes.${state}`),
      cell: (row: Counted) => format.number(row[state]),
    })),
  ]
  return (
    <DataTable
      caption={t('transfer.preview.counts')}
      columns={columns}
      rows={preview.parts}
      keyOf={({ part }) => part}
      cardsBelow="narrow"
    />
  )
}
