import '#features/settings/admin/texts.ts'
import { SettingSection } from '#features/settings/admin/setting-section.tsx'
import { TranslationTest } from './translation-test.tsx'

/** The service that translates texts. */
export function TranslationScreen() {
  return <SettingSection section="translation" besides={{ 'settings.groups.machine': TranslationTest }} />
}
