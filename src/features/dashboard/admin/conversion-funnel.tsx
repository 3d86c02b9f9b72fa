import { Change } from '#admin/kit/chart/change.tsx'
import { FunnelChart } from '#admin/kit/chart/funnel-chart.tsx'
import { Hint } from '#admin/kit/layout/hint.tsx'
import { Panel } from '#admin/kit/layout/panel.tsx'
import { LoadFailure } from '#admin/kit/load-failure.tsx'
import { LoadingBlock } from '#admin/kit/loading.tsx'
import { EmptyState } from '#admin/kit/notice.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import type { TextKey } from '#admin/kit/texts/texts.ts'
import { Note } from '#features/dashboard/admin/notes/note.tsx'
import type { FunnelFigures, FunnelStep, Share } from '#features/dashboard/contract.ts'
import { restsOnFew } from '#features/dashboard/model.ts'
import styles from './dashboard.module.css'
import { useFunnelFigures, useMetricsBefore } from './use-figures.ts'

type Step = FunnelFigures['steps'][number]

/** What the rate of each step of the step before is called. */
const rateTexts: Partial<Record<FunnelStep, TextKey>> = {
  registrations: 'dashboard.funnel.rates.visit_to_register',
  emails_sent: 'dashboard.funnel.rates.of_registrations',
  emails_opened: 'dashboard.funnel.rates.email_open_rate',
  links_clicked: 'dashboard.funnel.rates.click_through_rate',
  forms_started: 'dashboard.funnel.rates.of_clicked',
  signatures_activated: 'dashboard.funnel.rates.of_started',
}
const fates = ['went_on', 'under_way', 'lost'] as const

/** The seven steps from the visit to the activated signature, and what became of those who reached each. */
export function ConversionFunnel() {
  const { t } = useTexts()
  const figures = useFunnelFigures()
  return (
    <Panel title={t('dashboard.funnel.title')}>
      {figures.isPending && <LoadingBlock height={480} />}
      {figures.isError && <LoadFailure query={figures} title={t('dashboard.failed')} />}
      {figures.data && <Steps figures={figures.data} />}
    </Panel>
  )
}

function Steps({ figures }: { figures: FunnelFigures }) {
  const { t, format } = useTexts()
  const before = useMetricsBefore()
  if (figures.steps.every(({ reached }) => reached === 0))
    return <EmptyState title={t('dashboard.funnel.none')} />
  return (
    <>
      <FunnelChart
        steps={figures.steps.map((one) => {
          const { step, reached, next, of_previous: share } = one
          const rate = rateTexts[step]
          return {
            ...{ key: step, label: <StepName step={step} />, value: format.number(reached) },
            beside: before && <Change now={reached} before={before.funnel[step]} />,
            least: next ? next.went_on : reached,
            most: next ? next.went_on + next.under_way : reached,
            whole: reached,
            rate: rate && share && <Rate share={share} text={rate} />,
            note: <Fates step={one} />,
          }
        })}
      />
      <Hint>{t('dashboard.funnel.note')}</Hint>
      <Hint>{t('dashboard.funnel.lost', { count: figures.step_days })}</Hint>
    </>
  )
}

function StepName({ step }: { step: FunnelStep }) {
  const { t } = useTexts()
  const name = t(`dashboard.funnel.steps.${step}`)
  return (
    <>
      {name} <Note figure={{ kind: 'step', step }} name={name} />
    </>
  )
}

/** A rate with its interval, muted where it rests on few cases. */
function Rate({ share, text }: { share: Share; text: TextKey }) {
  const { t, format } = useTexts()
  const { rate, interval, whole } = share
  const range = interval && format.percentRange(interval.low / 100, interval.high / 100)
  const value = format.rate(rate)
  return (
    <span>
      <span className={styles.share} data-few={restsOnFew(whole) || undefined}>
        {t(text, { rate: range ? t('dashboard.funnel.rates.interval', { rate: value, range }) : value })}
      </span>
    </span>
  )
}

/** How many of those who reached a step went on, are still under way, are lost; and their share of all who registered. */
function Fates({ step: { step, reached, next, of_registrations: share } }: { step: Step }) {
  const { t, format } = useTexts()
  const isOfPrevious = step === 'emails_sent'
  if (reached === 0 || (!next && !share)) return null
  return (
    <div className={styles.fates}>
      {next && (
        <ul>
          {fates.map((fate) => (
            <li key={fate} data-fate={fate}>
              {t(`dashboard.funnel.split.${fate}`)} <b>{format.number(next[fate])}</b>
            </li>
          ))}
        </ul>
      )}
      {share && !isOfPrevious && <Rate share={share} text="dashboard.funnel.rates.of_registrations" />}
    </div>
  )
}
