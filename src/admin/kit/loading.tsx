import { Skeleton } from '@mantine/core'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import styles from './screen.module.css'

/** The placeholder of something that is loading. */
export function LoadingBlock({ height }: { height: number }) {
  const { t } = useTexts()
  return (
    <div role="status" aria-label={t('loading')}>
      <Skeleton height={height} />
    </div>
  )
}

const lines = [52, 40, 58]

/** The placeholder of a list that is loading. */
export function LoadingLines() {
  const { t } = useTexts()
  return (
    <div className={styles.lines} role="status" aria-label={t('loading')}>
      {lines.map((width) => (
        <Skeleton key={width} height={16} width={`${width}%`} />
      ))}
    </div>
  )
}
