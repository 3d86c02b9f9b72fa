import type { SettingField } from '#admin/kit/settings.ts'

const signatures = { section: 'general', group: 'settings.groups.signatures' } as const

export const settingFields: readonly SettingField[] = [
  {
    ...{ ...signatures, key: 'signatureLinkHours', order: 300, kind: 'number' },
    label: 'settings.fields.signatureLinkHours',
    hint: 'settings.hints.signatureLinkHours',
  },
  {
    ...{ ...signatures, key: 'signatureReminderHours', order: 310, kind: 'number' },
    label: 'settings.fields.signatureReminderHours',
    hint: 'settings.hints.signatureReminderHours',
  },
  {
    ...{ ...signatures, key: 'signatureInvitesNewLeads', order: 320, kind: 'switch' },
    says: 'settings.switches.signatureInvitesNewLeads',
    label: 'settings.fields.signatureInvitesNewLeads',
    hint: 'settings.hints.signatureInvitesNewLeads',
  },
]
