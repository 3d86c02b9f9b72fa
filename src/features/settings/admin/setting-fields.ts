import { type SettingField, settingSections } from '#admin/kit/settings.ts'

const lists = import.meta.glob<readonly SettingField[]>('../../*/admin/settings.ts', {
  eager: true,
  import: 'settingFields',
})

/** The settings that all features declare, in the order in which they are shown. */
export const settingFields = Object.values(lists)
  .flat()
  .sort(
    (one, other) =>
      settingSections.indexOf(one.section) - settingSections.indexOf(other.section) ||
      one.order - other.order,
  )

/** How a setting is shown; undefined for one that no feature declares. */
export const findSettingField = (key: string): SettingField | undefined =>
  settingFields.find((field) => field.key === key)
