import { Skeleton } from '@mantine/core'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import styles from './screen.module.css'

/** Where something is to appear that is on its way. */
export function LoadingBlock({ height }: { height: number }) {
  const { t } = useTexts()
  return (
    <div role="status" aria-label={t('loading')}>
      <Skeleton height={height} />
    </div>
  )
}

const lines = [52, 40, 58]

/** Where a list is to appear that is on its way. */
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
