import { FunnelChart } from '#admin/kit/chart/funnel-chart.tsx'
import { Hint } from '#admin/kit/layout/hint.tsx'
import { Panel } from '#admin/kit/layout/panel.tsx'
import { EmptyState } from '#admin/kit/notice.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import type { DashboardMetrics } from '#features/dashboard/contract.ts'

type Funnel = DashboardMetrics['funnel']

/** The steps in their order, each with the rate that it ends. */
const steps = [
  { key: 'visits' },
  { key: 'registrations', rate: 'visit_to_register' },
  { key: 'emails_sent' },
  { key: 'emails_opened', rate: 'email_open_rate' },
  { key: 'links_clicked', rate: 'click_through_rate' },
  { key: 'forms_started' },
  { key: 'signatures_activated', rate: 'overall_conversion' },
] as const satisfies readonly { key: keyof Funnel; rate?: keyof Funnel['conversion_rates'] }[]

/** The seven steps from the visit to the activated signature. */
export function ConversionFunnel({ funnel }: { funnel: Funnel }) {
  const { t, format } = useTexts()
  const isEmpty = steps.every(({ key }) => funnel[key] === 0)
  return (
    <Panel title={t('dashboard.funnel.title')}>
      {isEmpty ? (
        <EmptyState title={t('dashboard.funnel.none')} />
      ) : (
        <>
          <FunnelChart
            steps={steps.map((step) => {
              const count = funnel[step.key]
              return {
                ...{ key: step.key, label: t(`dashboard.funnel.steps.${step.key}`) },
                ...{ least: count, most: count, value: format.number(count) },
                rate: 'rate' in step && (
                  <span>
                    {t(`dashboard.funnel.rates.${step.rate}`, {
                      rate: format.rate(funnel.conversion_rates[step.rate]),
                    })}
                  </span>
                ),
              }
            })}
          />
          <Hint>{t('dashboard.funnel.note')}</Hint>
        </>
      )}
    </Panel>
  )
}
