import { lazy, Suspense } from 'react'
import { Facts } from '#admin/kit/layout/facts.tsx'
import { Hint, Meta } from '#admin/kit/layout/hint.tsx'
import { Panel } from '#admin/kit/layout/panel.tsx'
import { LoadingBlock } from '#admin/kit/loading.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { useUnfinished } from '#features/mail/admin/use-unfinished.ts'
import type { Funnel } from '#features/mail/contract.ts'
import { RateText, useRange } from './ranges.tsx'

const steps = ['sent', 'delivered', 'opened', 'clicked'] as const
const others = ['queued', 'outbox', 'failed', 'bounced', 'suppressed', 'unsubscribed'] as const

const FunnelChart = lazy(async () => ({
  default: (await import('#admin/kit/chart/funnel-chart.tsx')).FunnelChart,
}))

/** The funnel from sent to clicked: the least number as a full bar, the most as a hatched one. */
export function MailFunnel({ funnel }: { funnel: Funnel }) {
  const { t } = useTexts()
  const range = useRange()
  return (
    <Panel title={t('metrics.funnel.title')}>
      <Suspense fallback={<LoadingBlock height={220} />}>
        <FunnelChart
          steps={steps.map((step) => {
            const value = funnel[step]
            const [least, most] = typeof value === 'number' ? [value, value] : [value.at_least, value.at_most]
            return {
              ...{ key: step, label: t(`metrics.funnel.${step}`), least, most, value: range(least, most) },
              rate: step !== 'sent' && <RateText rate={funnel.rates[step]} />,
              note: typeof value !== 'number' && <Machines {...value} />,
            }
          })}
        />
      </Suspense>
      <Hint>{t('metrics.funnel.note')}</Hint>
    </Panel>
  )
}

/** How many of the hits came from proxies and scanners. */
function Machines({ proxies, scanners }: Funnel['opened']) {
  const { t, format } = useTexts()
  if (proxies + scanners === 0) return null
  return (
    <Meta>
      {proxies > 0 && <span>{t('metrics.funnel.proxies', { count: format.number(proxies) })}</span>}
      {scanners > 0 && <span>{t('metrics.funnel.scanners', { count: format.number(scanners) })}</span>}
    </Meta>
  )
}

/** The figures beside the funnel. */
export function Losses({ funnel }: { funnel: Funnel }) {
  const { t, format } = useTexts()
  const facts = others.map((name) => ({
    name: t(`metrics.losses.${name}`),
    value: format.number(funnel[name]),
    isQuiet: funnel[name] === 0,
  }))
  return (
    <Panel title={t('metrics.losses.title')}>
      <Facts facts={facts} layout="figures" />
    </Panel>
  )
}

const unfinishedNames = ['waiting', 'retrying', 'not_composed'] as const

/** The mails that are not finished, as they are now, each in one figure. */
export function Unfinished() {
  const { t, format } = useTexts()
  const unfinished = useUnfinished()
  if (!unfinished) return null
  const facts = unfinishedNames.map((name) => ({
    name: t(`metrics.unfinished.${name}`),
    value: format.number(unfinished[name]),
    isQuiet: unfinished[name] === 0,
  }))
  return (
    <Panel title={t('metrics.unfinished.title')}>
      <Facts facts={facts} layout="figures" />
    </Panel>
  )
}
