import { TextInput } from '@mantine/core'
import { useId, useState } from 'react'
import { CalendarDay } from '#shared/time/periods.ts'
import styles from './form.module.css'

interface DayFieldProps {
  label: string
  value: string | undefined
  error?: string | undefined
  onChange: (day: string | undefined) => void
}

/** A day in the browser's own field. What is typed is passed on once it is a whole day, or nothing. */
export function DayField({ label, value, error, onChange }: DayFieldProps) {
  const id = useId()
  // The field follows a new day in the address: the back button, a link.
  const [field, setField] = useState({ typed: value ?? '', value })
  if (field.value !== value) setField({ typed: value ?? '', value })
  return (
    <div className={styles.day}>
      <label htmlFor={id}>{label}</label>
      <TextInput
        id={id}
        type="date"
        size="sm"
        value={field.typed}
        error={error}
        errorProps={{ role: 'alert' }}
        onChange={({ currentTarget }) => {
          setField({ ...field, typed: currentTarget.value })
          const day = CalendarDay.safeParse(currentTarget.value).data
          if (day !== undefined || currentTarget.value === '') onChange(day)
        }}
      />
    </div>
  )
}
