import { State } from '#admin/kit/state-mark.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import type { Assigned } from './tasks.ts'

type DueDateProps = Pick<Assigned, 'dueOn' | 'isLate'> & {
  /** Whether nothing else says what the date is. */
  isAlone?: boolean
}

/** Until when something has to be translated, and whether it is late. */
export function DueDate({ dueOn, isLate, isAlone = false }: DueDateProps) {
  const { t, format } = useTexts()
  if (dueOn === null) return t('translation.tasks.noDate')
  // Without a zone it is that day where the reader is.
  const date = format.date(`${dueOn}T00:00:00`)
  if (isLate) return <State symbol="attention">{t('translation.tasks.lateOn', { date })}</State>
  return isAlone ? t('translation.tasks.dueOn', { date }) : date
}
