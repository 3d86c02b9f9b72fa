import type { SettingField } from '#admin/kit/settings.ts'

const invitations = { section: 'signatures', group: 'settings.groups.invitations' } as const

export const settingFields: readonly SettingField[] = [
  {
    ...{ ...invitations, key: 'signatureLinkHours', order: 10, kind: 'number' },
    label: 'settings.fields.signatureLinkHours',
    hint: 'settings.hints.signatureLinkHours',
  },
  {
    ...{ ...invitations, key: 'signatureReminderHours', order: 20, kind: 'number' },
    zero: 'settings.values.noReminder',
    label: 'settings.fields.signatureReminderHours',
    hint: 'settings.hints.signatureReminderHours',
  },
  {
    ...{ ...invitations, key: 'signatureInvitesNewLeads', order: 30, kind: 'switch' },
    says: 'settings.switches.signatureInvitesNewLeads',
    label: 'settings.fields.signatureInvitesNewLeads',
    hint: 'settings.hints.signatureInvitesNewLeads',
  },
]
