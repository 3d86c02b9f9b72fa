import { Button } from '@mantine/core'
import { useCan } from '#admin/kit/api/api-context.tsx'
import { useAction } from '#admin/kit/api/use-action.ts'
import { Change } from '#admin/kit/chart/change.tsx'
import { Chart } from '#admin/kit/chart/chart.tsx'
import { Segmented } from '#admin/kit/form/segmented.tsx'
import { ButtonRow } from '#admin/kit/layout/button-row.tsx'
import { Columns, Stack } from '#admin/kit/layout/columns.tsx'
import { Facts } from '#admin/kit/layout/facts.tsx'
import { Detail, Hint } from '#admin/kit/layout/hint.tsx'
import { Panel } from '#admin/kit/layout/panel.tsx'
import { StaleFrame } from '#admin/kit/list/stale-frame.tsx'
import { LoadFailure } from '#admin/kit/load-failure.tsx'
import { LoadingBlock } from '#admin/kit/loading.tsx'
import { EmptyState } from '#admin/kit/notice.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { seoPermissions } from '#features/seo/permissions.ts'
import {
  figurePeriods,
  type SearchConsoleOverview,
  type SearchFigures,
} from '#features/seo/search-console/contract.ts'
import { FailureNotice } from './failure-notice.tsx'
import { type Measure, measures, type Shown } from './shown.ts'
import { TopPages, TopQueries } from './top-tables.tsx'
import { useSearchConsoleActions, useSearchFigures } from './use-search-console.ts'

interface FigurePanelProps {
  overview: SearchConsoleOverview
  shown: Shown
  change: (next: Partial<Shown>) => void
}

/** How often results of the site were shown and followed. */
export function FigurePanel({ overview, shown, change }: FigurePanelProps) {
  const { t, format } = useTexts()
  const hasFigures = overview.figures.last_day !== null
  return (
    <Panel title={t('searchConsole.figures.title')}>
      {hasFigures && (
        <Segmented
          legend={t('searchConsole.period.label')}
          options={figurePeriods.map((value) => ({
            value,
            label: t(`searchConsole.period.p${value}`, { number: format.number(value) }),
          }))}
          value={shown.days}
          onChange={(days) => change({ days })}
        />
      )}
      <FetchLine overview={overview} />
      {hasFigures ? <Figures shown={shown} change={change} /> : <NoFigures figures={overview.figures} />}
    </Panel>
  )
}

/** When the figures were fetched, or why they could not be; with the button that fetches them now. */
function FetchLine({ overview: { obstacle, figures } }: { overview: SearchConsoleOverview }) {
  const { t, format } = useTexts()
  const mayAsk = useCan(seoPermissions.submit) && obstacle === null
  const actions = useSearchConsoleActions()
  const { isBusy, run } = useAction()
  const { failure, fetched_at, next_at, is_fetching, days_missing } = figures
  const button = mayAsk && (
    <Button
      size="xs"
      variant="default"
      loading={isBusy || is_fetching}
      onClick={() => run(actions.fetchFigures, t('searchConsole.figures.asked'))}
    >
      {t('searchConsole.figures.fetch')}
    </Button>
  )
  const next = next_at !== null && t('searchConsole.figures.next', { time: format.dateTime(next_at) })
  if (failure)
    return (
      <FailureNotice failure={failure} title={t('searchConsole.figures.failure')} actions={button}>
        {next}
      </FailureNotice>
    )
  const lines = [
    fetched_at && t('searchConsole.figures.fetched', { time: format.dateTime(fetched_at) }),
    fetched_at && !is_fetching && next,
    days_missing > 0 && t('searchConsole.figures.missing', { number: format.number(days_missing) }),
  ].filter((line) => line !== null && line !== false)
  if (lines.length === 0) return null
  return (
    <ButtonRow>
      <Hint>{lines.join(' ')}</Hint>
      {button}
    </ButtonRow>
  )
}

function NoFigures({ figures }: Pick<SearchConsoleOverview, 'figures'>) {
  const { t, format } = useTexts()
  const { fetched_at, next_at, failure } = figures
  if (failure) return null
  return (
    <EmptyState title={t('searchConsole.figures.none')}>
      {fetched_at
        ? t('searchConsole.figures.noneYet')
        : next_at && t('searchConsole.figures.noneNext', { time: format.dateTime(next_at) })}
    </EmptyState>
  )
}

function Figures({ shown, change }: Omit<FigurePanelProps, 'overview'>) {
  const { t } = useTexts()
  const query = useSearchFigures(shown.days)
  if (!query.data)
    return query.isError ? (
      <LoadFailure query={query} describe={(reason) => t('searchConsole.failed', { reason })} />
    ) : (
      <LoadingBlock height={320} />
    )
  const figures = query.data
  return (
    <StaleFrame query={query}>
      <Stack gap="medium">
        <Totals figures={figures} />
        <Segmented
          legend={t('searchConsole.figures.measure')}
          options={measures.map((value) => ({ value, label: t(`searchConsole.figures.${value}`) }))}
          value={shown.measure}
          onChange={(measure) => change({ measure })}
        />
        <DayChart figures={figures} measure={shown.measure} />
        <Columns>
          <TopQueries figures={figures} />
          <TopPages figures={figures} />
        </Columns>
        <Hint>{t('searchConsole.figures.note')}</Hint>
      </Stack>
    </StaleFrame>
  )
}

function Totals({ figures: { totals, before, from, to } }: { figures: SearchFigures }) {
  const { t, format } = useTexts()
  const place = (position: number | null) => (position === null ? '–' : format.number(position))
  const was = (value: string) => <Detail>{t('chart.before', { value })}</Detail>
  return (
    <div>
      <p>{t('searchConsole.figures.range', { from: format.day(from), to: format.day(to) })}</p>
      <Facts
        layout="figures"
        facts={[
          ...(['clicks', 'impressions'] as const).map((name) => ({
            name: t(`searchConsole.figures.${name}`),
            value: (
              <>
                {format.number(totals[name])} {before && <Change now={totals[name]} before={before[name]} />}
              </>
            ),
          })),
          {
            name: t('searchConsole.figures.rate'),
            value: (
              <>
                {format.rate(totals.click_rate)} {before && was(format.rate(before.click_rate))}
              </>
            ),
          },
          {
            name: t('searchConsole.figures.position'),
            value: (
              <>
                {place(totals.position)} {before && was(place(before.position))}
              </>
            ),
          },
        ]}
      />
    </div>
  )
}

function DayChart({
  figures: { days, days_before, before },
  measure,
}: {
  figures: SearchFigures
  measure: Measure
}) {
  const { t, format } = useTexts()
  const name = t(`searchConsole.figures.${measure}`)
  return (
    <Chart
      title={t('searchConsole.figures.byDay', { figure: name })}
      points={days.map(({ day }) => format.day(day))}
      pointsLabel={t('searchConsole.figures.day')}
      tableLabel={t('searchConsole.figures.table')}
      series={[{ key: measure, label: name, values: days.map((day) => day[measure]), stroke: 'thick' }]}
      before={before ? { name, values: days_before.map((day) => day[measure]) } : undefined}
    />
  )
}
