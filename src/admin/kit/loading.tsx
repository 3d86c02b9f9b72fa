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

const widths = [34, 26, 40, 30, 36, 24, 38, 28]

/** The placeholder of a list that is loading. */
export function LoadingLines() {
  const { t } = useTexts()
  return (
    <div className={styles.lines} role="status" aria-label={t('loading')}>
      {widths.map((width) => (
        <div key={width}>
          <Skeleton height={14} width={`${width}%`} />
          <Skeleton height={14} width={`${width / 3}%`} />
        </div>
      ))}
    </div>
  )
}
