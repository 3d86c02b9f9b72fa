import { Columns, Stack } from '#admin/kit/layout/columns.tsx'
import { Facts } from '#admin/kit/layout/facts.tsx'
import { Hint } from '#admin/kit/layout/hint.tsx'
import { Panel } from '#admin/kit/layout/panel.tsx'
import { State } from '#admin/kit/state-mark.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import type { DashboardMetrics } from '#features/dashboard/contract.ts'
import { judgeConversion } from '#features/dashboard/model.ts'
import { segments } from '#shared/segments.ts'
import { ConversionFunnel } from './conversion-funnel.tsx'
import { Countries } from './countries.tsx'
import styles from './dashboard.module.css'
import { RegistrationChart } from './registration-chart.tsx'

/** The metrics of a period. */
export function MetricsView({ metrics, days }: { metrics: DashboardMetrics; days: number }) {
  return (
    <div className={styles.parts}>
      <Hero summary={metrics.summary} days={days} />
      <Segments performance={metrics.segment_performance} />
      <Columns>
        <ConversionFunnel funnel={metrics.funnel} />
        <Stack gap="large">
          <RegistrationChart daily={metrics.timeline.daily} />
          <Countries geographic={metrics.geographic} />
        </Stack>
      </Columns>
    </div>
  )
}

/** The signatures that were activated, the figure that the site exists for. */
function Hero({ summary, days }: { summary: DashboardMetrics['summary']; days: number }) {
  const { t, format } = useTexts()
  const { total_signatures, total_leads, conversion_rate } = summary
  return (
    <section className={styles.hero} aria-labelledby="signatures">
      <div>
        <h2 id="signatures">{t('dashboard.signatures')}</h2>
        <p className={styles.number}>{format.number(total_signatures)}</p>
      </div>
      <div className={styles.beside}>
        <Facts
          layout="figures"
          facts={[
            { name: t('dashboard.conversion'), value: format.rate(conversion_rate) },
            { name: t('dashboard.leads'), value: format.number(total_leads) },
          ]}
        />
        <Level rate={conversion_rate} cases={total_leads} />
        <Hint>{t('dashboard.cohort', { count: days })}</Hint>
      </div>
    </section>
  )
}

/** How good a conversion rate is, marked where it rests on few cases. */
function Level({ rate, cases }: { rate: number; cases: number }) {
  const { t } = useTexts()
  if (cases === 0) return null
  const { level, hasFewCases } = judgeConversion(rate, cases)
  const symbol = level === 'excellent' ? 'done' : level === 'low' ? 'none' : 'begun'
  return (
    <State symbol={symbol}>
      {t(`dashboard.levels.${level}`)}
      {hasFewCases && <span className={styles.few}>{t('dashboard.fewCases')}</span>}
    </State>
  )
}

/** The segments, each with its registrations and its conversion. */
function Segments({ performance }: { performance: DashboardMetrics['segment_performance'] }) {
  const { t, format } = useTexts()
  return (
    <Panel title={t('dashboard.segments')}>
      <ul className={styles.cards}>
        {segments.map((segment) => {
          const { registrations, activations, conversion_rate: rate } = performance[segment]
          return (
            <li key={segment}>
              <h3>{t(`segments.${segment}`)}</h3>
              <p className={styles.rate}>{format.rate(rate)}</p>
              <Level rate={rate} cases={registrations} />
              <Facts
                layout="ruled"
                facts={[
                  { name: t('dashboard.registrations'), value: format.number(registrations) },
                  { name: t('dashboard.activations'), value: format.number(activations) },
                ]}
              />
            </li>
          )
        })}
      </ul>
    </Panel>
  )
}
