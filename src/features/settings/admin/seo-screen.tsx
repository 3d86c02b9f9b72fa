import './texts.ts'
import { ResultPreview } from '#features/settings/admin/previews/result-preview.tsx'
import { SettingSection } from './setting-section.tsx'

/** What search engines are told. */
export function SeoScreen() {
  return <SettingSection section="seo" besides={{ 'settings.groups.result': ResultPreview }} />
}
