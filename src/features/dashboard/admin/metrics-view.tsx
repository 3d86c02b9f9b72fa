import { Change } from '#admin/kit/chart/change.tsx'
import { Columns, Stack } from '#admin/kit/layout/columns.tsx'
import { Facts } from '#admin/kit/layout/facts.tsx'
import { Hint } from '#admin/kit/layout/hint.tsx'
import { Panel } from '#admin/kit/layout/panel.tsx'
import { State } from '#admin/kit/state-mark.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import type { DayMark } from '#features/analytics/admin/parts/day-marks.ts'
import { UnappliedFilters } from '#features/analytics/admin/parts/shown-context.tsx'
import { Note } from '#features/dashboard/admin/notes/note.tsx'
import type { DashboardMetrics } from '#features/dashboard/contract.ts'
import { judgeConversion } from '#features/dashboard/model.ts'
import { segments } from '#shared/segments.ts'
import { ConversionFunnel } from './conversion-funnel.tsx'
import { Countries } from './countries.tsx'
import styles from './dashboard.module.css'
import { RegistrationChart } from './registration-chart.tsx'
import { useMetricsBefore } from './use-figures.ts'

/** The metrics of a period. */
export function MetricsView({ metrics, marks }: { metrics: DashboardMetrics; marks: readonly DayMark[] }) {
  const before = useMetricsBefore()
  return (
    <div className={styles.parts}>
      <UnappliedFilters part="people" />
      <Hero summary={metrics.summary} before={before?.summary} />
      <Segments performance={metrics.segment_performance} />
      <Columns>
        <ConversionFunnel />
        <Stack gap="large">
          <RegistrationChart daily={metrics.timeline.daily} before={before?.timeline.daily} marks={marks} />
          <Countries geographic={metrics.geographic} />
        </Stack>
      </Columns>
    </div>
  )
}

type Summary = DashboardMetrics['summary']

/** The signatures that were activated, the figure that the site exists for. */
function Hero({ summary, before }: { summary: Summary; before: Summary | undefined }) {
  const { t, format } = useTexts()
  const { total_signatures, total_leads, conversion_rate } = summary
  return (
    <section className={styles.hero} aria-labelledby="signatures">
      <div>
        <div className={styles.named}>
          <h2 id="signatures">{t('dashboard.signatures')}</h2>
          <Note figure={{ kind: 'signatures' }} name={t('dashboard.signatures')} />
        </div>
        <p className={styles.number}>{format.number(total_signatures)}</p>
        {before && <Change now={total_signatures} before={before.total_signatures} />}
      </div>
      <div className={styles.beside}>
        <Facts
          layout="figures"
          facts={[
            {
              name: t('dashboard.conversion'),
              value: (
                <>
                  {format.rate(conversion_rate)}{' '}
                  <Note figure={{ kind: 'conversion' }} name={t('dashboard.conversion')} />
                  {before && (
                    <Change now={conversion_rate} before={before.conversion_rate} write={format.rate} />
                  )}
                </>
              ),
            },
            {
              name: t('dashboard.leads'),
              value: (
                <>
                  {format.number(total_leads)} <Note figure={{ kind: 'leads' }} name={t('dashboard.leads')} />
                  {before && <Change now={total_leads} before={before.total_leads} />}
                </>
              ),
            },
          ]}
        />
        <Level rate={conversion_rate} cases={total_leads} />
        <Hint>{t('dashboard.cohort')}</Hint>
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
              <div className={styles.named}>
                <h3>{t(`segments.${segment}`)}</h3>
                <Note
                  figure={{ kind: 'segment', segment, registrations, activations }}
                  name={t('dashboard.within', {
                    figure: t('dashboard.registrations'),
                    name: t(`segments.${segment}`),
                  })}
                />
              </div>
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
