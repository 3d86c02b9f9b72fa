import { VisuallyHidden } from '#admin/kit/layout/visually-hidden.tsx'
import { nameAction } from '#admin/kit/texts/permission-texts.ts'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import type { PermissionEntry } from '#features/accounts/contract.ts'
import styles from './permissions.module.css'

/** A check mark or a dash, with words for screen readers. */
export function Mark({ isAllowed }: { isAllowed: boolean }) {
  const { t } = useTexts()
  return (
    <span className={styles.mark} data-allowed={isAllowed || undefined}>
      <svg viewBox="0 0 16 16" width="16" height="16" fill="none" stroke="currentColor" aria-hidden="true">
        {isAllowed ? (
          <path d="M3 8.5l3.5 3.5L13 4.5" strokeWidth="1.8" />
        ) : (
          <path d="M5 8h6" strokeWidth="1.2" />
        )}
      </svg>
      <VisuallyHidden>{t(isAllowed ? 'permissions.allowed' : 'permissions.refused')}</VisuallyHidden>
    </span>
  )
}

/** The mark of what asks for the password again. */
export function Lock() {
  return (
    <svg
      className={styles.lock}
      viewBox="0 0 16 16"
      width="14"
      height="14"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.3"
      aria-hidden="true"
    >
      <path d="M3.5 7h9v6.5h-9zM5.5 7V5a2.5 2.5 0 0 1 5 0v2" />
    </svg>
  )
}

/** What is done, and whether it asks for the password. */
export function ActionName({ entry: { action, recent_password } }: { entry: PermissionEntry }) {
  const { t } = useTexts()
  return (
    <>
      {nameAction(action, t)}
      {recent_password && (
        <>
          {' '}
          <Lock />
          <VisuallyHidden> ({t('permissions.asksPassword')})</VisuallyHidden>
        </>
      )}
    </>
  )
}

/** Returns what a level is called. */
export function useLevelNames() {
  const { t } = useTexts()
  return {
    admin: t('roles.admin'),
    editor: t('roles.editor'),
    translator: t('permissions.translator'),
    viewer: t('roles.viewer'),
  }
}
