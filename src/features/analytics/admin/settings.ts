import type { SettingField } from '#admin/kit/settings.ts'

const visits = { section: 'general', group: 'settings.groups.visits' } as const

export const settingFields: readonly SettingField[] = [
  {
    ...{ ...visits, key: 'viewRetentionDays', order: 200, kind: 'number' },
    label: 'settings.fields.viewRetentionDays',
    hint: 'settings.hints.viewRetentionDays',
  },
  {
    ...{ ...visits, key: 'analyticsEvents', order: 210, kind: 'switch' },
    says: 'settings.switches.analyticsEvents',
    label: 'settings.fields.analyticsEvents',
    hint: 'settings.hints.analyticsEvents',
  },
  {
    ...{ ...visits, key: 'analyticsConversions', order: 220, kind: 'switch' },
    says: 'settings.switches.analyticsConversions',
    label: 'settings.fields.analyticsConversions',
    hint: 'settings.hints.analyticsConversions',
  },
  {
    ...{ ...visits, key: 'analyticsPageviews', order: 230, kind: 'switch' },
    says: 'settings.switches.analyticsPageviews',
    label: 'settings.fields.analyticsPageviews',
    hint: 'settings.hints.analyticsPageviews',
  },
]
