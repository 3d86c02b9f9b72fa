import { lazy, Suspense } from 'react'
import { Panel } from '#admin/kit/layout/panel.tsx'
import { LoadingBlock } from '#admin/kit/loading.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import type { MailMetrics } from '#features/mail/contract.ts'
import { useRange } from './ranges.tsx'

const Chart = lazy(async () => ({ default: (await import('#admin/kit/chart/chart.tsx')).Chart }))

/** Sent, opened and clicked mails by day: a chart, and its numbers as a table. */
export function DayChart({ days }: { days: MailMetrics['days'] }) {
  const { t, format } = useTexts()
  const range = useRange()
  const series = [
    { key: 'sent', label: t('metrics.funnel.sent'), values: days.map(({ sent }) => sent) },
    {
      key: 'opened',
      label: t('metrics.funnel.opened'),
      values: days.map(({ opened }) => opened.at_least),
      possible: days.map(({ opened }) => opened.at_most),
      stroke: 'thick',
    },
    {
      key: 'clicked',
      label: t('metrics.funnel.clicked'),
      values: days.map(({ clicked }) => clicked.at_least),
      stroke: 'dashed',
    },
  ] as const
  return (
    <Panel title={t('metrics.curves.title')}>
      <Suspense fallback={<LoadingBlock height={220} />}>
        <Chart
          title={t('metrics.curves.title')}
          points={days.map(({ day }) => format.day(day))}
          pointsLabel={t('metrics.curves.day')}
          series={series}
          tableLabel={t('metrics.curves.table')}
          describe={({ key }, index) => {
            const { sent = 0, opened, clicked } = days[index] ?? {}
            const hits = key === 'opened' ? opened : clicked
            return key === 'sent' || !hits ? format.number(sent) : range(hits.at_least, hits.at_most)
          }}
        />
      </Suspense>
    </Panel>
  )
}
