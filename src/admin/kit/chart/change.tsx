import { useTexts } from '#admin/kit/texts/text-context.tsx'
import styles from './chart.module.css'

interface ChangeProps {
  now: number
  before: number
  /** Writes the figure; by default as a number. */
  write?: (value: number) => string
}

/** How a figure has changed against the period before; the figure of then alone where there is nothing to divide by. */
export function Change({ now, before, write }: ChangeProps) {
  const { t, format } = useTexts()
  const was = t('chart.before', { value: (write ?? format.number)(before) })
  return (
    <span className={styles.change}>
      {before > 0 ? t('chart.change', { change: format.change(now / before - 1), before: was }) : was}
    </span>
  )
}
