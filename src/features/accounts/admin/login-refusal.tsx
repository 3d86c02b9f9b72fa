import { useTexts } from '#admin/kit/texts/text-context.tsx'
import styles from './login.module.css'

interface LoginRefusalProps {
  message: string | undefined
  lockedUntil: number | undefined
  /** The seconds until another attempt is accepted. */
  wait: number
}

/** Why a step of the sign-in was refused, and how long it is locked. */
export function LoginRefusal({ message, lockedUntil, wait }: LoginRefusalProps) {
  const { t } = useTexts()
  return (
    <>
      <div role="alert" className={styles.refusal}>
        {message}
        {wait > 0 && t('login.locked')}
      </div>
      {wait > 0 && (
        // Screen readers do not announce each tick; the alert above says it once.
        <p role="timer" className={styles.wait}>
          {t('login.wait', { count: wait })}
        </p>
      )}
      {lockedUntil !== undefined && wait === 0 && (
        <output className={styles.wait}>{t('login.waitOver')}</output>
      )}
    </>
  )
}
