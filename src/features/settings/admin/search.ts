import type { LocalSearch } from '#admin/kit/search.ts'
import { pathOfSetting } from '#features/settings/admin/address/setting-address.ts'
import { settingPermissions } from '#features/settings/permissions.ts'
import { settingFields } from './setting-fields.ts'

/** Every setting, by its name and what is said about it. */
export const search: LocalSearch = {
  name: 'settings',
  label: 'search.groups.settings',
  permission: settingPermissions.change,
  list: (t) =>
    settingFields.map((field) => ({
      id: field.key,
      label: t(field.label),
      detail: t(`settings.sections.${field.section}`),
      terms: [field.key, t(field.group), ...(field.hint ? [t(field.hint)] : [])].join(' '),
      to: pathOfSetting(field),
    })),
}
