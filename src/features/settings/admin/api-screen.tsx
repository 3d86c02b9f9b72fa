import './texts.ts'
import { OriginTest } from '#features/settings/admin/previews/origin-test.tsx'
import { SettingSection } from './setting-section.tsx'

/** Who may call the API, and how often. */
export function ApiScreen() {
  return <SettingSection section="api" besides={{ 'settings.groups.origins': OriginTest }} />
}
