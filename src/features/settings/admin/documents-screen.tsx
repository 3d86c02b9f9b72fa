import './texts.ts'
import { SettingSection } from './setting-section.tsx'

/** What may be uploaded to the library of documents. */
export function DocumentSettingsScreen() {
  return <SettingSection section="documents" besides={{}} />
}
