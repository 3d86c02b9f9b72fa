import { useTexts } from '#admin/kit/texts/text-context.tsx'
import type { Funnel } from '#features/mail/contract.ts'

/** Formats a number, or a range where only limits are known. */
export function useRange(): (least: number, most: number) => string {
  const { t, format } = useTexts()
  return (least, most) =>
    least === most
      ? format.number(most)
      : t('metrics.funnel.range', { least: format.number(least), most: format.number(most) })
}

export type Rate = number | null | { at_least: number | null; at_most: number | null }

/** A percentage with up to two decimals, or a range of them; nothing without a value. */
export function RateText({ rate }: { rate: Rate }) {
  const { t, format } = useTexts()
  const percent = format.rate
  if (rate === null) return null
  if (typeof rate === 'number') return <span>{percent(rate)}</span>
  if (rate.at_least === null || rate.at_most === null) return null
  const range = { least: percent(rate.at_least), most: percent(rate.at_most) }
  return <span>{rate.at_least === rate.at_most ? range.most : t('metrics.funnel.range', range)}</span>
}

/** A short range of whole percentages, in the format of the language. */
export function ShortRate({ rate }: { rate: Funnel['rates']['opened'] }) {
  const { language } = useTexts()
  if (rate.at_least === null || rate.at_most === null) return '–'
  const format = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 0 })
  const [least, most] = [Math.round(rate.at_least) / 100, Math.round(rate.at_most) / 100]
  return <span>{least === most ? format.format(most) : format.formatRange(least, most)}</span>
}
