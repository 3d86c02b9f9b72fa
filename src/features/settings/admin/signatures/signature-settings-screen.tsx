import '#features/settings/admin/texts.ts'
import { SettingSection } from '#features/settings/admin/setting-section.tsx'
import { SigningHealth } from '#features/signatures/admin/parts/signing-health.tsx'

/** How people are invited to activate their signature, and the state of what their signatures rest on. */
export function SignatureSettingsScreen() {
  return (
    <>
      <SettingSection section="signatures" besides={{}} />
      <SigningHealth />
    </>
  )
}
