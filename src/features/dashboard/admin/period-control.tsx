import { useState } from 'react'
import { useNavigate } from 'react-router'
import { DayField } from '#admin/kit/form/day-field.tsx'
import { Segmented } from '#admin/kit/form/segmented.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import type { Shown } from '#features/analytics/admin/parts/shown.ts'
import { useAddressOf, useShown } from '#features/analytics/admin/parts/shown-context.tsx'
import { addDays, type Days, localDayOf } from '#shared/time/days.ts'
import { isPeriod, periods } from '#shared/time/periods.ts'
import styles from './dashboard.module.css'
import { followAddress, startRange, type TypedRange, typeDays } from './typed-range.ts'

/** What is shown, as it stands in the address; a change is a step that the back button takes back. */
export function useShow(): (next: Shown) => void {
  const navigate = useNavigate()
  const addressOf = useAddressOf()
  return (next) => void navigate(addressOf(next), { preventScrollReset: true })
}

/** The last days or two days of the calendar, and whether the period before stands beside them. */
export function PeriodControl({ timeZone }: { timeZone: string }) {
  const { t } = useTexts()
  const shown = useShown()
  const show = useShow()
  const { days, range, isCompared } = shown

  function choose(period: Shown['days'] | 'range') {
    const { range: _, ...rest } = shown
    const today = localDayOf(new Date(), timeZone)
    show(
      period === 'range'
        ? { ...rest, range: { from: addDays(today, 1 - days), to: today } }
        : { ...rest, days: period },
    )
  }
  return (
    <>
      <Segmented
        legend={t('dashboard.period.label')}
        options={[
          ...periods.map((period) => ({
            value: period,
            label: t('dashboard.period.days', { count: period }),
          })),
          { value: 'range', label: t('dashboard.period.range') } as const,
        ]}
        value={range ? 'range' : days}
        onChange={choose}
      />
      {range && <Range range={range} onChange={(next) => show({ ...shown, range: next })} />}
      <label className={styles.compare}>
        <input
          type="checkbox"
          checked={isCompared}
          onChange={() => show({ ...shown, isCompared: !isCompared })}
        />
        {t('dashboard.period.compare')}
      </label>
    </>
  )
}

/** The first and the last day. They are shown once they are a period. */
function Range({ range, onChange }: { range: Days; onChange: (range: Days) => void }) {
  const { t } = useTexts()
  const [known, setState] = useState(() => startRange(range))
  const state = followAddress(known, range)
  if (state !== known) setState(state)
  function change(part: TypedRange['typed']) {
    const { state: next, asks } = typeDays(state, { ...state.typed, ...part })
    setState(next)
    if (asks) onChange(asks)
  }
  const { from, to } = state.typed
  const isValid = from && to && isPeriod({ from, to })
  return (
    <div className={styles.range}>
      <DayField label={t('dashboard.period.from')} value={from} onChange={(day) => change({ from: day })} />
      <DayField label={t('dashboard.period.to')} value={to} onChange={(day) => change({ to: day })} />
      {!isValid && <p role="alert">{t('dashboard.period.invalid')}</p>}
    </div>
  )
}
