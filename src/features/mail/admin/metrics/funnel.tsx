import { useTexts } from '#admin/kit/texts/text-context.tsx'
import type { Funnel, HitRange } from '#features/mail/contract.ts'
import styles from './metrics.module.css'

const steps = ['sent', 'delivered', 'opened', 'clicked'] as const
const others = ['queued', 'outbox', 'failed', 'bounced', 'suppressed', 'unsubscribed'] as const

/** What became of the mails, from sent to clicked. What is certain is full, what is possible is hatched. */
export function FunnelChart({ funnel }: { funnel: Funnel }) {
  const { t } = useTexts()
  const widest = Math.max(1, funnel.sent)
  return (
    <section className={styles.part} aria-labelledby="funnel">
      <h2 id="funnel">{t('metrics.funnel.title')}</h2>
      <ol className={styles.funnel}>
        {steps.map((step) => (
          <FunnelStep key={step} step={step} funnel={funnel} widest={widest} />
        ))}
      </ol>
      <p className={styles.hint}>{t('metrics.funnel.note')}</p>
    </section>
  )
}

interface FunnelStepProps {
  step: (typeof steps)[number]
  funnel: Funnel
  widest: number
}

function FunnelStep({ step, funnel, widest }: FunnelStepProps) {
  const { t, format } = useTexts()
  const value = funnel[step]
  const [least, most] = typeof value === 'number' ? [value, value] : [value.at_least, value.at_most]
  return (
    <li>
      <p className={styles.step}>
        <span>{t(`metrics.funnel.${step}`)}</span>
        <b>
          <RangeText least={least} most={most} />
        </b>
        <RateText rate={rateOf(step, funnel)} />
      </p>
      <RangeBar least={least / widest} most={most / widest} />
      {typeof value !== 'number' && (value.proxies > 0 || value.scanners > 0) && (
        <p className={styles.hint}>
          {value.proxies > 0 && (
            <span>{t('metrics.funnel.proxies', { count: format.number(value.proxies) })}</span>
          )}
          {value.scanners > 0 && (
            <span>{t('metrics.funnel.scanners', { count: format.number(value.scanners) })}</span>
          )}
        </p>
      )}
    </li>
  )
}

type Rate = number | null | { at_least: number | null; at_most: number | null }

function rateOf(step: (typeof steps)[number], { rates }: Funnel): Rate {
  return step === 'sent' ? null : rates[step]
}

/** A number, or from one to another where that is all that is known. */
export function RangeText({ least, most }: { least: number; most: number }) {
  const { t, format } = useTexts()
  if (least === most) return format.number(most)
  return t('metrics.funnel.range', { least: format.number(least), most: format.number(most) })
}

/** A percentage or a range of them; nothing when there is none. */
function RateText({ rate }: { rate: Rate }) {
  const { t } = useTexts()
  const percent = usePercent()
  if (rate === null) return null
  if (typeof rate === 'number') return <span>{percent(rate)}</span>
  if (rate.at_least === null || rate.at_most === null) return null
  const range = { least: percent(rate.at_least), most: percent(rate.at_most) }
  return <span>{rate.at_least === rate.at_most ? range.most : t('metrics.funnel.range', range)}</span>
}

/** A range of percentages in the least room: in whole ones, as the reader writes them. */
export function ShortRate({ rate }: { rate: Funnel['rates']['opened'] }) {
  const { language } = useTexts()
  if (rate.at_least === null || rate.at_most === null) return '–'
  const format = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 0 })
  const [least, most] = [Math.round(rate.at_least) / 100, Math.round(rate.at_most) / 100]
  return <span>{least === most ? format.format(most) : format.formatRange(least, most)}</span>
}

/** Percentages with up to two decimals, as the reader writes them. */
function usePercent() {
  const { language } = useTexts()
  const format = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 2 })
  return (rate: number) => format.format(rate / 100)
}

/** A bar, full up to what is certain and hatched up to what is possible, both as parts of 1. */
export function RangeBar({ least, most }: { least: number; most: number }) {
  const width = (part: number) => ({ inlineSize: `${Math.min(1, part) * 100}%` })
  return (
    <div className={styles.bar} aria-hidden="true">
      <span className={styles.possible} style={width(most)} />
      <span className={styles.certain} style={width(least)} />
    </div>
  )
}

/** The share of those delivered that did something. */
export function shareOf(range: HitRange, delivered: number): { least: number; most: number } {
  const whole = Math.max(1, delivered)
  return { least: range.at_least / whole, most: range.at_most / whole }
}

/** What is beside the funnel. */
export function Losses({ funnel }: { funnel: Funnel }) {
  const { t, format } = useTexts()
  return (
    <section className={styles.part} aria-labelledby="losses">
      <h2 id="losses">{t('metrics.losses.title')}</h2>
      <dl className={styles.losses}>
        {others.map((name) => (
          <div key={name} data-none={funnel[name] === 0 || undefined}>
            <dt>{t(`metrics.losses.${name}`)}</dt>
            <dd>{format.number(funnel[name])}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
