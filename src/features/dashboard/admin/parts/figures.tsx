import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { ButtonRow } from '#admin/kit/layout/button-row.tsx'
import { Hint } from '#admin/kit/layout/hint.tsx'
import { StaleFrame } from '#admin/kit/list/stale-frame.tsx'
import { LoadFailure } from '#admin/kit/load-failure.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { ActiveFilters } from '#features/analytics/admin/parts/active-filters.tsx'
import { PagePanels } from '#features/analytics/admin/parts/page-panels.tsx'
import { VisitPanels } from '#features/analytics/admin/parts/visit-panels.tsx'
import styles from '#features/dashboard/admin/dashboard.module.css'
import { DashboardSkeleton } from '#features/dashboard/admin/dashboard-skeleton.tsx'
import { MetricsView } from '#features/dashboard/admin/metrics-view.tsx'
import { Note } from '#features/dashboard/admin/notes/note.tsx'
import { PeriodControl } from '#features/dashboard/admin/period-control.tsx'
import './texts.ts'
import { useFunnelFigures, useMarks, useMetrics } from '#features/dashboard/admin/use-figures.ts'

/** All figures of what is shown, with the choice of the period and of the filters. */
export function Figures() {
  const { t, format } = useTexts()
  const queries = useQueryClient()
  const metrics = useMetrics()
  const funnel = useFunnelFigures()
  const marks = useMarks()
  return (
    <>
      <ButtonRow>
        <PeriodControl timeZone={funnel.data?.time_zone ?? 'UTC'} />
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
      <ActiveFilters />
      {metrics.isError && <LoadFailure query={metrics} title={t('dashboard.failed')} />}
      <div className={styles.sections}>
        {metrics.isPending && <DashboardSkeleton />}
        {metrics.data && (
          <StaleFrame query={metrics}>
            <MetricsView metrics={metrics.data} marks={marks} />
          </StaleFrame>
        )}
        <VisitPanels marks={marks} note={<Note figure={{ kind: 'visits' }} name={t('visits.title')} />} />
        <PagePanels />
      </div>
    </>
  )
}
