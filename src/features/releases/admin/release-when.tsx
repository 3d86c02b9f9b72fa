import { formatMoment } from '#admin/kit/moment.ts'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import type { Release } from '#features/releases/contract.ts'
import styles from './releases.module.css'

/** Where a release stands and since or until when, with the time zone. */
export function ReleaseWhen({ release }: { release: Release }) {
  const { t, language } = useTexts()
  const { status } = release
  const moment = momentOf(release)
  return (
    <p className={styles.when} data-status={status}>
      <b>{t(`releases.status.${status}`)}</b>
      <span>{t(`releases.when.${status}`, { date: formatMoment(moment, language) })}</span>
    </p>
  )
}

function momentOf({ status, due_at, live_at, rolled_back_at, updated_at }: Release): string {
  if (status === 'live') return live_at ?? updated_at
  if (status === 'rolled_back') return rolled_back_at ?? updated_at
  return (status === 'draft' ? undefined : due_at) ?? updated_at
}
