import '#features/settings/admin/texts.ts'
import { SettingSection } from '#features/settings/admin/setting-section.tsx'

/** The applications with which accounts at social platforms are connected. */
export function SocialSettingsScreen() {
  return <SettingSection section="social" besides={{}} />
}
