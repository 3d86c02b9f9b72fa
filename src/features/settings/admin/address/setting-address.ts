import type { SettingField, SettingSection } from '#admin/kit/settings.ts'

/** The address of a section of the settings, or of their history. */
export const pathOfSection = (section: SettingSection | 'history'): string =>
  section === 'general' ? '/admin/settings' : `/admin/settings/${section}`

/** The address at which a setting is shown and gets the focus. */
export const pathOfSetting = ({ section, key }: Pick<SettingField, 'section' | 'key'>): string =>
  `${pathOfSection(section)}#${key}`
