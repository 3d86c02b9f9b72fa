import './texts.ts'
import { EdgeCachePanel } from '#features/edge-cache/admin/parts/edge-cache-panel.tsx'
import { IdentityPreview } from '#features/settings/admin/previews/identity-preview.tsx'
import { SettingSection } from './setting-section.tsx'

/** What the site is called, where it is at home and who runs it. */
export function GeneralScreen() {
  return (
    <>
      <SettingSection section="general" besides={{ 'settings.groups.identity': IdentityPreview }} />
      <EdgeCachePanel />
    </>
  )
}
