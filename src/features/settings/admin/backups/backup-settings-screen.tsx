import '#features/settings/admin/texts.ts'
import { SettingSection } from '#features/settings/admin/setting-section.tsx'

/** When backups are made, where they are kept and who can read them. */
export function BackupSettingsScreen() {
  return <SettingSection section="backups" besides={{}} />
}
