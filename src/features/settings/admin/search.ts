import './texts.ts'
import type { LocalSearch } from '#admin/kit/search.ts'
import { pathOfSetting } from '#features/settings/admin/address/setting-address.ts'
import { settingPermissions } from '#features/settings/permissions.ts'
import { settingFields } from './setting-fields.ts'

/** Every setting, by its names here and in the API and by what it is a part of. */
export const search: LocalSearch = {
  name: 'settings',
  label: 'search.groups.settings',
  permission: settingPermissions.change,
  list: (t) =>
    settingFields.map((field) => ({
      id: field.key,
      label: t(field.label),
      detail: t(`settings.sections.${field.section}`),
      terms: `${field.key} ${t(field.group)}`,
      to: pathOfSetting(field),
    })),
}
