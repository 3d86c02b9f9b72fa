import type { ReactNode } from 'react'
import { Change } from '#admin/kit/chart/change.tsx'
import { Chart } from '#admin/kit/chart/chart.tsx'
import { Columns, Stack } from '#admin/kit/layout/columns.tsx'
import { Facts } from '#admin/kit/layout/facts.tsx'
import { Hint } from '#admin/kit/layout/hint.tsx'
import { OutwardLink } from '#admin/kit/layout/outward-link.tsx'
import { Panel } from '#admin/kit/layout/panel.tsx'
import { StaleFrame } from '#admin/kit/list/stale-frame.tsx'
import { LoadFailure } from '#admin/kit/load-failure.tsx'
import { LoadingBlock } from '#admin/kit/loading.tsx'
import { EmptyState } from '#admin/kit/notice.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { listedDimensions, type VisitFigures } from '#features/analytics/contract.ts'
import { ActiveFilters } from './active-filters.tsx'
import { type DayMark, placeMarks } from './day-marks.ts'
import { LiveVisitors } from './live-visitors.tsx'
import { RuleOut } from './rule-out.tsx'
import { listActive } from './shown.ts'
import { useShown } from './shown-context.tsx'
import { TopValues } from './top-values.tsx'
import { useFiguresBefore, useFiguresOf, visitSource } from './use-figures-of.ts'
import styles from './visits.module.css'
import './texts.ts'

interface VisitPanelsProps {
  /** What the figures mean. */
  note?: ReactNode
  /** What the team did on days of the period. */
  marks?: readonly DayMark[]
}

/** The visits of the shown period: how many there were, when, and from where to where. */
export function VisitPanels({ note, marks }: VisitPanelsProps) {
  const { t } = useTexts()
  const shown = useShown()
  const isNarrowed = listActive(shown.filters).length > 0
  const figures = useFiguresOf(shown, visitSource)
  const before = useFiguresBefore(shown, visitSource)
  return (
    <Panel title={t('visits.title')} aside={note}>
      <LiveVisitors />
      <div className={styles.narrowed}>
        <ActiveFilters />
        {isNarrowed && figures.data && !figures.isPlaceholderData && <RuleOut figures={figures.data} />}
      </div>
      {figures.isError && <LoadFailure query={figures} title={t('visits.failed')} />}
      {figures.isPending && <LoadingBlock height={320} />}
      {figures.data && (
        <StaleFrame query={figures}>
          <Visits figures={figures.data} before={before} marks={marks} />
        </StaleFrame>
      )}
    </Panel>
  )
}

interface VisitsProps {
  figures: VisitFigures
  before: VisitFigures | undefined
  marks: readonly DayMark[] | undefined
}

function Visits({ figures, before, marks }: VisitsProps) {
  const { t, format } = useTexts()
  const { filters } = useShown()
  const isNarrowed = listActive(filters).length > 0
  const { total, top, bot_views: bots, time_zone: timeZone } = figures
  if (total.views === 0 && total.visits === 0)
    return isNarrowed ? (
      <EmptyState title={t('visits.filters.none')} />
    ) : (
      <EmptyState title={t('visits.none')}>{t('visits.noneText')}</EmptyState>
    )
  const withChange = (name: 'visits' | 'views') => (
    <>
      {format.number(total[name])}
      {before && <Change now={total[name]} before={before.total[name]} />}
    </>
  )
  return (
    <Stack gap="medium">
      <Facts
        layout="figures"
        facts={[
          { name: t('visits.visits'), value: withChange('visits') },
          { name: t('visits.views'), value: withChange('views') },
        ]}
      />
      <VisitChart days={figures.days} before={before?.days} marks={marks} />
      <Hint>{t('visits.definition', { zone: timeZone })}</Hint>
      {isNarrowed && <Hint>{t('visits.filters.definition')}</Hint>}
      {bots > 0 && (
        <Hint>
          {t('visits.bots', {
            ...{ count: bots, number: format.number(bots) },
            share: format.rate((100 * bots) / (bots + total.views)),
          })}
        </Hint>
      )}
      <Columns>
        {listedDimensions.map((dimension) => {
          const values = top[dimension] ?? []
          return values.length > 0 && <TopValues key={dimension} dimension={dimension} values={values} />
        })}
      </Columns>
      <Hint>
        {t('visits.countrySource')} <OutwardLink to="https://db-ip.com/">IP Geolocation by DB-IP</OutwardLink>
      </Hint>
    </Stack>
  )
}

interface VisitChartProps {
  days: VisitFigures['days']
  /** As many days of the period before. */
  before: VisitFigures['days'] | undefined
  marks: readonly DayMark[] | undefined
}

function VisitChart({ days, before, marks }: VisitChartProps) {
  const { t, format } = useTexts()
  return (
    <Chart
      title={t('visits.byDay')}
      points={days.map(({ day }) => format.day(day))}
      pointsLabel={t('visits.day')}
      tableLabel={t('visits.table')}
      series={[
        {
          ...{ key: 'visits', label: t('visits.visits'), stroke: 'thick' },
          values: days.map(({ visits }) => visits),
        },
        { key: 'views', label: t('visits.views'), values: days.map(({ views }) => views) },
      ]}
      before={before && { name: t('visits.visits'), values: before.map(({ visits }) => visits) }}
      marks={placeMarks(
        days.map(({ day }) => day),
        marks,
      )}
    />
  )
}
