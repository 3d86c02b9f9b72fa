import { Button } from '@mantine/core'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { useApi } from '#admin/kit/api/api-context.tsx'
import { Segmented } from '#admin/kit/form/segmented.tsx'
import { ButtonRow } from '#admin/kit/layout/button-row.tsx'
import { Hint } from '#admin/kit/layout/hint.tsx'
import { StaleFrame } from '#admin/kit/list/stale-frame.tsx'
import { LoadFailure } from '#admin/kit/load-failure.tsx'
import { ScreenHeading } from '#admin/kit/screen-heading.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { VisitPanels } from '#features/analytics/admin/parts/visit-panels.tsx'
import { DashboardMetrics } from '#features/dashboard/contract.ts'
import { type Period, periods } from '#shared/time/periods.ts'
import styles from './dashboard.module.css'
import { DashboardSkeleton } from './dashboard-skeleton.tsx'
import { MetricsView } from './metrics-view.tsx'
import './texts.ts'

const usualPeriod: Period = 30

/** The start screen: signatures, the funnel, segments, days and countries, and below them the visits. */
export function DashboardScreen() {
  const { t, format } = useTexts()
  const api = useApi()
  const queries = useQueryClient()
  const [params, setParams] = useSearchParams()
  const days = periods.find((period) => String(period) === params.get('days')) ?? usualPeriod
  const metrics = useQuery({
    queryKey: ['dashboard', 'metrics', days],
    queryFn: ({ signal }) => api.get(`/api/admin/metrics/dashboard?days=${days}`, DashboardMetrics, signal),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <ScreenHeading title={t('screens.dashboard')} intro={t('dashboard.intro')} />
      <ButtonRow>
        <Segmented
          legend={t('dashboard.period.label')}
          options={periods.map((period) => ({
            value: period,
            label: t('dashboard.period.days', { count: period }),
          }))}
          value={days}
          onChange={(period) =>
            setParams(period === usualPeriod ? {} : { days: String(period) }, { preventScrollReset: true })
          }
        />
        <Button
          variant="default"
          loading={metrics.isFetching && !metrics.isPending}
          onClick={() => void queries.invalidateQueries({ queryKey: ['dashboard'] })}
        >
          {t('dashboard.refresh')}
        </Button>
        {metrics.data && (
          <Hint>{t('dashboard.updated', { time: format.dateTime(metrics.data.last_updated) })}</Hint>
        )}
      </ButtonRow>
      {metrics.isError && <LoadFailure query={metrics} title={t('dashboard.failed')} />}
      <div className={styles.sections}>
        {metrics.isPending && <DashboardSkeleton />}
        {metrics.data && (
          <StaleFrame query={metrics}>
            <MetricsView metrics={metrics.data} days={days} />
          </StaleFrame>
        )}
        <VisitPanels days={days} />
      </div>
    </>
  )
}
