import { Button, NativeSelect, TextInput } from '@mantine/core'
import type { KeyboardEvent } from 'react'
import { ChevronIcon } from '#admin/kit/icons.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { mostSlots } from '#features/social/accounts/contract.ts'
import { weekdayName, weekdaysOf } from './clock-words.ts'
import { type DayChoice, dayChoices, type SlotFault } from './slot-edit.ts'
import styles from './timetable.module.css'

export interface TypedSlot {
  choice: DayChoice
  time: string
}

interface AddSlotProps {
  typed: TypedSlot
  fault: SlotFault | undefined
  onType: (typed: TypedSlot) => void
  onAdd: () => void
}

/** A time for one day of the week or for several. */
export function AddSlot({ typed, fault, onType, onAdd }: AddSlotProps) {
  const { t, language, format } = useTexts()
  const days = [
    { value: 'workdays', label: t('accounts_screen.timetable.workdays') },
    { value: 'all', label: t('accounts_screen.timetable.all') },
    ...weekdaysOf(language).map((weekday) => ({
      value: String(weekday),
      label: weekdayName(weekday, language),
    })),
  ]
  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter') return
    // It would save the timetable.
    event.preventDefault()
    onAdd()
  }
  return (
    <div className={styles.adding}>
      <NativeSelect
        size="md"
        label={t('accounts_screen.timetable.day')}
        rightSection={<ChevronIcon />}
        data={days}
        value={typed.choice}
        onChange={({ currentTarget: { value } }) =>
          onType({ ...typed, choice: dayChoices.find((one) => one === value) ?? 'workdays' })
        }
      />
      <TextInput
        size="md"
        type="time"
        label={t('accounts_screen.timetable.time')}
        error={fault && t(`accounts_screen.timetable.faults.${fault}`, { limit: format.number(mostSlots) })}
        errorProps={{ role: 'alert' }}
        value={typed.time}
        onChange={(event) => onType({ ...typed, time: event.currentTarget.value })}
        onKeyDown={onKeyDown}
      />
      <Button variant="default" onClick={onAdd}>
        {t('accounts_screen.timetable.add')}
      </Button>
    </div>
  )
}
