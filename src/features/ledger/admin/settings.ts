import type { SettingField } from '#admin/kit/settings.ts'

export const settingFields: readonly SettingField[] = [
  {
    ...{
      section: 'signatures',
      group: 'settings.groups.ledger',
      key: 'ledgerWitnesses',
      order: 90,
      kind: 'lines',
    },
    limit: 6_000,
    label: 'settings.fields.ledgerWitnesses',
    hint: 'settings.hints.ledgerWitnesses',
  },
]
