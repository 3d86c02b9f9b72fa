import { useTexts } from '#admin/kit/texts/text-context.tsx'
import styles from './layout.module.css'

/** Shown while the first screen is loading. */
export function Waiting() {
  const { t } = useTexts()
  return <WaitingFor what={t('loading')} />
}

export function WaitingFor({ what }: { what: string }) {
  return (
    <main className={styles.waiting} aria-busy="true">
      <p role="status">{what}</p>
    </main>
  )
}
