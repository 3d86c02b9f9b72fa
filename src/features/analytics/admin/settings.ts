import type { SettingField } from '#admin/kit/settings.ts'

export const settingFields: readonly SettingField[] = [
  {
    ...{ section: 'general', key: 'viewRetentionDays', order: 200, kind: 'number' },
    group: 'settings.groups.visits',
    label: 'settings.fields.viewRetentionDays',
    hint: 'settings.hints.viewRetentionDays',
  },
]
