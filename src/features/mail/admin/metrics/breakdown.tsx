import { Link } from 'react-router'
import { RangeBar } from '#admin/kit/chart/range-bar.tsx'
import { Panel } from '#admin/kit/layout/panel.tsx'
import { VisuallyHidden } from '#admin/kit/layout/visually-hidden.tsx'
import { DataTable } from '#admin/kit/list/data-table.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import type { Translate } from '#admin/kit/texts/texts.ts'
import { type MailMetrics, type MetricsPart, mailKinds, type TrackingRange } from '#features/mail/contract.ts'
import { isLanguage, languageNames } from '#shared/languages.ts'
import { segments } from '#shared/segments.ts'
import { type MetricsChoice, writeChoice } from './metrics-query.ts'
import { ShortRate } from './ranges.tsx'

/** The dimensions of the breakdown, each with its filter. */
const dimensions = {
  campaigns: 'campaign',
  kinds: 'kind',
  languages: 'language',
  segments: 'segment',
} as const
export type Dimension = keyof typeof dimensions
export const dimensionNames: readonly Dimension[] = ['campaigns', 'kinds', 'languages', 'segments']

interface BreakdownProps {
  dimension: Dimension
  metrics: MailMetrics
  choice: MetricsChoice
}

/** The metrics by campaign, kind, language or segment; each row links to its own metrics. */
export function Breakdown({ dimension, metrics, choice }: BreakdownProps) {
  const { t, format } = useTexts()
  const parts = metrics[dimension]
  if (parts.length === 0) return null
  const title = t(`metrics.breakdown.${dimension}`)
  const rateOf = (name: 'opened' | 'clicked') => ({
    key: name,
    label: t(`metrics.funnel.${name}`),
    cell: ({ funnel }: MetricsPart) => (
      <>
        <ShortRate rate={funnel.rates[name]} />
        <RangeBar {...shareOf(funnel[name], funnel.delivered)} isThin />
      </>
    ),
  })
  const columns = [
    {
      key: 'name',
      label: <VisuallyHidden>{title}</VisuallyHidden>,
      isRowHeader: true,
      cell: ({ key, name }: MetricsPart) => (
        <Link
          to={`?${writeChoice({ ...choice, [dimensions[dimension]]: key })}`}
          preventScrollReset
          dir="auto"
        >
          {nameOf({ key, name }, dimension, t)}
        </Link>
      ),
    },
    {
      key: 'sent',
      label: t('metrics.funnel.sent'),
      cell: ({ funnel }: MetricsPart) => format.number(funnel.sent),
    },
    rateOf('opened'),
    rateOf('clicked'),
  ]
  return (
    <Panel title={title}>
      <DataTable caption={title} columns={columns} rows={parts} keyOf={({ key }) => key} cardsBelow="never" />
    </Panel>
  )
}

/** Opens or clicks as a share of the delivered mails. */
function shareOf(range: TrackingRange, delivered: number): { least: number; most: number } {
  const whole = Math.max(1, delivered)
  return { least: range.at_least / whole, most: range.at_most / whole }
}

function nameOf(
  { key, name }: Pick<MetricsPart, 'key' | 'name'>,
  dimension: Dimension,
  t: Translate,
): string {
  if (dimension === 'campaigns') return name ?? t('metrics.breakdown.gone')
  if (dimension === 'languages') return isLanguage(key) ? languageNames[key] : key
  const kind = mailKinds.find((one) => one === key)
  if (kind) return t(`metrics.kinds.${kind}`)
  const segment = segments.find((one) => one === key)
  return segment ? t(`segments.${segment}`) : key
}
