import { Link } from 'react-router'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import type { Translate } from '#admin/kit/texts/texts.ts'
import { type MailMetrics, type MetricsPart, mailKinds } from '#features/mail/contract.ts'
import { isLanguage, languageNames } from '#shared/languages.ts'
import { segments } from '#shared/segments.ts'
import { RangeBar, ShortRate, shareOf } from './funnel.tsx'
import styles from './metrics.module.css'
import { type MetricsChoice, writeChoice } from './metrics-query.ts'

/** By what the mails can be told apart, and the filter of each. */
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

/** The mails of one campaign after the other, or kind, language or segment; each leads to its own metrics. */
export function Breakdown({ dimension, metrics, choice }: BreakdownProps) {
  const { t, format } = useTexts()
  const parts = metrics[dimension]
  if (parts.length === 0) return null
  const id = `by-${dimension}`
  return (
    <section className={styles.part} aria-labelledby={id}>
      <h2 id={id}>{t(`metrics.breakdown.${dimension}`)}</h2>
      <div className={styles.scroll}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">
                <span className={styles.unseen}>{t(`metrics.breakdown.${dimension}`)}</span>
              </th>
              <th scope="col">{t('metrics.funnel.sent')}</th>
              <th scope="col">{t('metrics.funnel.opened')}</th>
              <th scope="col">{t('metrics.funnel.clicked')}</th>
            </tr>
          </thead>
          <tbody>
            {parts.map(({ key, name, funnel }) => (
              <tr key={key}>
                <th scope="row">
                  <Link
                    to={`?${writeChoice({ ...choice, [dimensions[dimension]]: key })}`}
                    preventScrollReset
                    dir="auto"
                  >
                    {nameOf({ key, name }, dimension, t)}
                  </Link>
                </th>
                <td>{format.number(funnel.sent)}</td>
                <td>
                  <ShortRate rate={funnel.rates.opened} />
                  <RangeBar {...shareOf(funnel.opened, funnel.delivered)} />
                </td>
                <td>
                  <ShortRate rate={funnel.rates.clicked} />
                  <RangeBar {...shareOf(funnel.clicked, funnel.delivered)} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
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
