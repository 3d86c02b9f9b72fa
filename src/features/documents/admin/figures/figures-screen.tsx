import '#features/documents/admin/texts.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { useApi } from '#admin/kit/api/api-context.tsx'
import { Chart } from '#admin/kit/chart/chart.tsx'
import { DownloadButtons } from '#admin/kit/chart/chart-downloads.tsx'
import { Segmented } from '#admin/kit/form/segmented.tsx'
import { Stack } from '#admin/kit/layout/columns.tsx'
import { Facts } from '#admin/kit/layout/facts.tsx'
import { Hint } from '#admin/kit/layout/hint.tsx'
import { Panel } from '#admin/kit/layout/panel.tsx'
import { DataTable } from '#admin/kit/list/data-table.tsx'
import { StaleFrame } from '#admin/kit/list/stale-frame.tsx'
import { LoadFailure } from '#admin/kit/load-failure.tsx'
import { LoadingBlock } from '#admin/kit/loading.tsx'
import { EmptyState } from '#admin/kit/notice.tsx'
import { saveFile } from '#admin/kit/save-file.ts'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { DocumentsHead } from '#features/documents/admin/documents-head.tsx'
import { DocumentFigures } from '#features/documents/contract.ts'
import { type Period, periods } from '#shared/time/periods.ts'
import {
  type DocumentFigure,
  type FigureColumn,
  figureColumns,
  figureOf,
  writeFigureCsv,
} from './figure-table.ts'

const usual: Period = 30

/** How often documents were read and downloaded in the last days. */
export function FiguresScreen() {
  const { t } = useTexts()
  const api = useApi()
  const [params, setParams] = useSearchParams()
  const days = periods.find((period) => String(period) === params.get('days')) ?? usual
  const figures = useQuery({
    queryKey: ['documents', 'figures', days],
    queryFn: ({ signal }) =>
      api.get(`/api/documents/analytics/summary?days=${days}`, DocumentFigures, signal),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <DocumentsHead />
      <Stack gap="medium">
        <Segmented
          legend={t('library.figures.period')}
          options={periods.map((count) => ({ value: count, label: t('library.figures.days', { count }) }))}
          value={days}
          onChange={(next) =>
            setParams(next === usual ? {} : { days: String(next) }, { preventScrollReset: true })
          }
        />
        {figures.isError && !figures.data && (
          <LoadFailure query={figures} title={t('library.figures.failed')} />
        )}
        {figures.isPending && <LoadingBlock height={320} />}
        {figures.data && (
          <StaleFrame query={figures}>
            <Figures figures={figures.data} />
          </StaleFrame>
        )}
      </Stack>
    </>
  )
}

function Figures({ figures }: { figures: DocumentFigures }) {
  const { t, format } = useTexts()
  const { total_downloads, total_views, unique_visitors, avg_time_on_page, daily_stats, documents } = figures
  if (total_downloads + total_views === 0)
    return <EmptyState title={t('library.figures.none')}>{t('library.figures.noneText')}</EmptyState>
  const totals = {
    downloads: total_downloads,
    views: total_views,
    visitors: unique_visitors,
    time: avg_time_on_page,
  }
  const title = t('library.figures.byDay')
  return (
    <Stack gap="large">
      <Facts
        layout="figures"
        facts={figureColumns.map((column) => ({
          name: t(`library.figures.columns.${column}`),
          value: <Value column={column} value={totals[column]} />,
        }))}
      />
      <Panel title={title}>
        <Chart
          title={title}
          points={daily_stats.map(({ day }) => format.day(day))}
          pointsLabel={t('library.figures.day')}
          tableLabel={t('library.figures.table')}
          series={[
            {
              ...{ key: 'downloads', label: t('library.figures.columns.downloads') },
              ...{ values: daily_stats.map(({ downloads }) => downloads), stroke: 'thick' },
            },
            {
              ...{ key: 'views', label: t('library.figures.columns.views') },
              values: daily_stats.map(({ views }) => views),
            },
            {
              ...{ key: 'visitors', label: t('library.figures.columns.visitors') },
              ...{ values: daily_stats.map(({ unique_visitors: visitors }) => visitors), stroke: 'dashed' },
            },
          ]}
        />
      </Panel>
      {documents.length > 0 && <DocumentList documents={documents} />}
      <Hint>{t('library.figures.definition')}</Hint>
    </Stack>
  )
}

/** The documents that were read most. */
function DocumentList({ documents }: { documents: DocumentFigure[] }) {
  const { t, language } = useTexts()
  const title = t('library.figures.byDocument')
  const headings = [
    t('library.columns.title'),
    ...figureColumns.map((column) => t(`library.figures.columns.${column}`)),
  ]
  const save = () =>
    saveFile(
      new Blob([writeFigureCsv(documents, { headings, language })], { type: 'text/csv' }),
      `${t('library.figures.file')}.csv`,
    )
  return (
    <Panel title={title} aside={<DownloadButtons name={title} formats={['CSV']} onSave={save} />}>
      <DataTable
        caption={title}
        rows={documents}
        keyOf={({ id }) => id}
        cardsBelow="narrow"
        columns={[
          {
            ...{ key: 'title', label: t('library.columns.title'), isRowHeader: true },
            cell: ({ id, title: name }: DocumentFigure) => (
              <Link to={`/admin/documents/${id}`} dir="auto">
                {name}
              </Link>
            ),
          },
          ...figureColumns.map((column) => ({
            ...{ key: column, label: t(`library.figures.columns.${column}`), width: '8rem' },
            cell: (document: DocumentFigure) => <Value column={column} value={figureOf(document, column)} />,
          })),
        ]}
      />
    </Panel>
  )
}

/** A figure; a time in the unit in which people would say it. */
function Value({ column, value }: { column: FigureColumn; value: number | null }) {
  const { format } = useTexts()
  if (value === null) return '–'
  if (column !== 'time') return format.number(value)
  return value < 90
    ? format.unit(Math.round(value), 'second')
    : format.unit(Math.round(value / 6) / 10, 'minute')
}
