import { useTexts } from '#admin/kit/texts/text-context.tsx'
import type { BackupSummary } from '#features/backups/contract.ts'
import styles from './backups.module.css'
import { countDays } from './describe-backup.ts'

/** The last days, each by a shape: filled where a backup was proven, a flag where all failed, hollow without any. */
export function DayPicture({ days }: Pick<BackupSummary, 'days'>) {
  const { t, format } = useTexts()
  const numberOf = countDays(days)
  const { proven, failed, none } = numberOf
  const numbers = { proven: format.number(proven), failed: format.number(failed), none: format.number(none) }
  return (
    <figure className={styles.days}>
      <figcaption>{t('backups.days.title')}</figcaption>
      <div className={styles.dayRow} role="img" aria-label={t('backups.days.summary', numbers)}>
        {days.map(({ day, state }) => (
          <span key={day} data-state={state} title={`${format.day(day)}: ${t(`backups.days.${state}`)}`}>
            <DayMark state={state} />
          </span>
        ))}
      </div>
      <ul className={styles.legend} aria-hidden="true">
        {(['proven', 'failed', 'none'] as const).map((state) => (
          <li key={state} data-state={state} data-empty={numberOf[state] === 0 || undefined}>
            <DayMark state={state} />
            {t(`backups.days.${state}`)}: {numbers[state]}
          </li>
        ))}
      </ul>
    </figure>
  )
}

function DayMark({ state }: { state: BackupSummary['days'][number]['state'] }) {
  return (
    <svg viewBox="0 0 12 12" aria-hidden="true">
      {state === 'proven' && <rect x="1" y="1" width="10" height="10" fill="currentColor" />}
      {state === 'failed' && (
        <>
          <rect
            x="1.6"
            y="1.6"
            width="8.8"
            height="8.8"
            fill="none"
            stroke="currentColor"
            strokeWidth="1.2"
          />
          <path d="M3.6 3.6l4.8 4.8M8.4 3.6l-4.8 4.8" stroke="currentColor" strokeWidth="1.4" />
        </>
      )}
      {state === 'none' && (
        <rect x="1.6" y="1.6" width="8.8" height="8.8" fill="none" stroke="currentColor" strokeWidth="1" />
      )}
    </svg>
  )
}
