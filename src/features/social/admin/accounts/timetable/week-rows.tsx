import { useRef } from 'react'
import { CloseIcon } from '#admin/kit/icons.tsx'
import { TextButton } from '#admin/kit/layout/text-button.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import type { Slot } from '#features/social/accounts/contract.ts'
import { clockTime, weekdayName, weekdaysOf } from './clock-words.ts'
import { copyDay, removeSlot, type SlotChange, timesOf } from './slot-edit.ts'
import styles from './timetable.module.css'

interface WeekRowsProps {
  slots: readonly Slot[]
  onChange: (change: SlotChange) => void
}

/** The days of the week with their times, each of which a press removes. */
export function WeekRows({ slots, onChange }: WeekRowsProps) {
  const { t, language } = useTexts()
  return (
    <ul className={styles.week} aria-label={t('accounts_screen.timetable.week')}>
      {weekdaysOf(language).map((weekday) => (
        <DayRow key={weekday} weekday={weekday} slots={slots} onChange={onChange} />
      ))}
    </ul>
  )
}

function DayRow({ weekday, slots, onChange }: WeekRowsProps & { weekday: number }) {
  const { t, language } = useTexts()
  const row = useRef<HTMLLIElement>(null)
  const times = timesOf(slots, weekday)
  const day = weekdayName(weekday, language)
  function remove(time: string) {
    const buttons = [...(row.current?.querySelectorAll<HTMLElement>('[data-time]') ?? [])]
    const index = times.indexOf(time)
    // Whoever uses the keyboard goes on beside what is gone.
    const next = buttons[index + 1] ?? buttons[index - 1] ?? row.current
    next?.focus()
    onChange({ slots: removeSlot(slots, { weekday, time }) })
  }
  return (
    <li ref={row} className={styles.day} tabIndex={-1}>
      <b>{day}</b>
      {times.length === 0 && <span className={styles.none}>{t('accounts_screen.timetable.none')}</span>}
      {times.length > 0 && (
        <div className={styles.times}>
          {times.map((time) => (
            <button
              key={time}
              type="button"
              data-time
              className={styles.slot}
              aria-label={t('accounts_screen.timetable.remove', { day, time: clockTime(time, language) })}
              onClick={() => remove(time)}
            >
              {clockTime(time, language)}
              <CloseIcon />
            </button>
          ))}
        </div>
      )}
      {times.length > 0 && (
        <TextButton
          aria-label={t('accounts_screen.timetable.copyOf', { day })}
          onClick={() => onChange(copyDay(slots, weekday))}
        >
          {t('accounts_screen.timetable.copy')}
        </TextButton>
      )}
    </li>
  )
}
