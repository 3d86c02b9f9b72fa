import { useState } from 'react'
import { readFieldValue } from '#admin/kit/moment.ts'
import { useTexts } from '#admin/kit/texts/text-context.tsx'

/** A date and time in the future that is being chosen with a `DateTimeField`. */
export function useDateTime(initial = '') {
  const { t } = useTexts()
  const [value, setValue] = useState(initial)
  const [error, setError] = useState<string>()
  return {
    /** The props of the field. */
    field: {
      value,
      error,
      onChange: (next: string) => {
        setValue(next)
        setError(undefined)
      },
    },
    /** The chosen time; without a valid one the field shows an error and this is undefined. */
    read(): Date | undefined {
      const time = readFieldValue(value)
      if (time && time.getTime() > Date.now()) return time
      setError(t(time ? 'dateTime.past' : 'dateTime.required'))
      return undefined
    },
  }
}
