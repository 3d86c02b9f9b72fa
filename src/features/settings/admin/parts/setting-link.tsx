import '#features/settings/admin/texts.ts'
import { Link } from 'react-router'
import { useCan } from '#admin/kit/api/api-context.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { pathOfSection, pathOfSetting } from '#features/settings/admin/address/setting-address.ts'
import { findSettingField } from '#features/settings/admin/setting-fields.ts'
import { settingPermissions } from '#features/settings/permissions.ts'

/** What a setting is called, as a link to it for those who may change it. */
export function SettingLink({ settingKey }: { settingKey: string }) {
  const { t } = useTexts()
  const mayChange = useCan(settingPermissions.change)
  const field = findSettingField(settingKey)
  const name = field ? t(field.label) : settingKey
  if (!mayChange) return name
  return <Link to={field ? pathOfSetting(field) : pathOfSection('general')}>{name}</Link>
}
