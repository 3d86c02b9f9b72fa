import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { type PlatformId, platformNames } from '#features/social/contract.ts'
import styles from './parts.module.css'

interface PlatformWordsProps {
  platform: PlatformId
  children: string
}

/** What a platform has said, as text and in its own language. */
export function PlatformWords({ platform, children }: PlatformWordsProps) {
  const { t } = useTexts()
  return (
    <figure className={styles.words}>
      <figcaption>{t('alerts.says', { platform: platformNames[platform] })}</figcaption>
      <blockquote dir="auto">{children}</blockquote>
    </figure>
  )
}
