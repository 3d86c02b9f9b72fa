import { Chart } from '#admin/kit/chart/chart.tsx'
import { Panel } from '#admin/kit/layout/panel.tsx'
import { EmptyState } from '#admin/kit/notice.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { type DayMark, placeMarks } from '#features/analytics/admin/parts/day-marks.ts'
import { Note } from '#features/dashboard/admin/notes/note.tsx'
import type { DashboardMetrics } from '#features/dashboard/contract.ts'

type Daily = DashboardMetrics['timeline']['daily']
interface RegistrationChartProps {
  daily: Daily
  /** As many days of the period before. */
  before: Daily | undefined
  marks: readonly DayMark[]
}

/** Registrations and activated signatures by day. */
export function RegistrationChart({ daily, before, marks }: RegistrationChartProps) {
  const { t, format } = useTexts()
  const days = inOrder(daily)
  const isEmpty = days.every(([, { register, signature_activated }]) => register + signature_activated === 0)
  return (
    <Panel
      title={t('dashboard.timeline.title')}
      aside={<Note figure={{ kind: 'timeline' }} name={t('dashboard.timeline.title')} />}
    >
      {isEmpty ? (
        <EmptyState title={t('dashboard.timeline.none')} />
      ) : (
        <Chart
          title={t('dashboard.timeline.title')}
          points={days.map(([day]) => format.day(day))}
          pointsLabel={t('dashboard.timeline.day')}
          tableLabel={t('dashboard.timeline.table')}
          series={[
            {
              key: 'register',
              label: t('dashboard.registrations'),
              values: days.map(([, counts]) => counts.register),
            },
            {
              key: 'signature_activated',
              label: t('dashboard.activations'),
              values: days.map(([, counts]) => counts.signature_activated),
              stroke: 'thick',
            },
          ]}
          before={
            before && {
              name: t('dashboard.registrations'),
              values: inOrder(before).map(([, { register }]) => register),
            }
          }
          marks={placeMarks(
            days.map(([day]) => day),
            marks,
          )}
        />
      )}
    </Panel>
  )
}

const inOrder = (daily: Daily) => Object.entries(daily).sort(([one], [other]) => (one < other ? -1 : 1))
