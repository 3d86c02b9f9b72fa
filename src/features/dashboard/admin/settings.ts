import type { SettingField } from '#admin/kit/settings.ts'

export const settingFields: readonly SettingField[] = [
  {
    ...{ key: 'funnelStepDays', section: 'general', group: 'settings.groups.visits', order: 240 },
    kind: 'number',
    label: 'settings.fields.funnelStepDays',
    hint: 'settings.hints.funnelStepDays',
  },
]
