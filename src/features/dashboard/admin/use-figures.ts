import { useTexts } from '#admin/kit/texts/text-context.tsx'
import type { DayMark } from '#features/analytics/admin/parts/day-marks.ts'
import { useShown } from '#features/analytics/admin/parts/shown-context.tsx'
import {
  type FigureSource,
  useFiguresBefore,
  useFiguresOf,
} from '#features/analytics/admin/parts/use-figures-of.ts'
import { DashboardMetrics, FunnelFigures, Timeline } from '#features/dashboard/contract.ts'

const metrics: FigureSource<DashboardMetrics> = {
  ...{ part: 'people', path: '/api/admin/metrics/dashboard', reader: DashboardMetrics },
}
const funnel: FigureSource<FunnelFigures> = {
  ...{ part: 'people', path: '/api/dashboard/funnel', reader: FunnelFigures },
}
const timeline: FigureSource<Timeline> = {
  ...{ part: 'timeline', path: '/api/dashboard/timeline', reader: Timeline },
}

/** The metrics of the shown period. */
export const useMetrics = () => useFiguresOf(useShown(), metrics)

/** The metrics of the period before, where they are compared. */
export const useMetricsBefore = () => useFiguresBefore(useShown(), metrics)

/** The funnel of the shown period. */
export const useFunnelFigures = () => useFiguresOf(useShown(), funnel)

/** What the team did on the days of the shown period, in words. */
export function useMarks(): DayMark[] {
  const { t } = useTexts()
  const { data } = useFiguresOf(useShown(), timeline)
  return (data?.events ?? []).map(({ day, kind, name, count }) => {
    const known = markKinds.find((one) => one === kind)
    return { day, label: known ? t(`dashboard.marks.${known}`, { name: name ?? '', count }) : (name ?? kind) }
  })
}

/** What has words of its own. */
const markKinds = ['texts', 'releases', 'campaigns', 'documents'] as const
