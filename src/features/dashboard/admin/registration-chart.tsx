import { Chart } from '#admin/kit/chart/chart.tsx'
import { Panel } from '#admin/kit/layout/panel.tsx'
import { EmptyState } from '#admin/kit/notice.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import type { DashboardMetrics } from '#features/dashboard/contract.ts'

/** Registrations and activated signatures by day. */
export function RegistrationChart({ daily }: { daily: DashboardMetrics['timeline']['daily'] }) {
  const { t, format } = useTexts()
  const days = Object.entries(daily).sort(([one], [other]) => (one < other ? -1 : 1))
  const isEmpty = days.every(([, { register, signature_activated }]) => register + signature_activated === 0)
  return (
    <Panel title={t('dashboard.timeline.title')}>
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
        />
      )}
    </Panel>
  )
}
