import type { ReactNode } from 'react'
import styles from '#features/settings/admin/settings.module.css'
import type { SettingValue } from '#features/settings/admin/values.ts'
import type { Setting } from '#features/settings/contract.ts'
import type { Language } from '#shared/languages.ts'

/** What a preview is made of. */
export interface PreviewProps {
  /** A value as it is typed now. */
  read: (key: string) => SettingValue
  /** All settings as they are saved. */
  settings: readonly Setting[]
  /** Whether something is typed that is not saved yet. */
  hasChanges: boolean
  /** The language that is chosen in the tabs. */
  language: Language
}

/** The frame of a preview beside its fields. */
export function Preview({ title, children }: { title: string; children: ReactNode }) {
  return (
    <aside className={styles.preview} aria-label={title}>
      <h3>{title}</h3>
      {children}
    </aside>
  )
}
