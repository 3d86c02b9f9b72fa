import type { SettingField } from '#admin/kit/settings.ts'

const anchors = { section: 'signatures', group: 'settings.groups.anchors' } as const

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
  {
    ...{ ...anchors, key: 'ledgerAnchorHours', order: 100, kind: 'number' },
    label: 'settings.fields.ledgerAnchorHours',
    hint: 'settings.hints.ledgerAnchorHours',
  },
  {
    ...{ ...anchors, key: 'ledgerAnchorConfirmations', order: 110, kind: 'number' },
    label: 'settings.fields.ledgerAnchorConfirmations',
    hint: 'settings.hints.ledgerAnchorConfirmations',
  },
  {
    ...{ ...anchors, key: 'ledgerAnchorLimit', order: 120, kind: 'line', isCode: true },
    limit: 28,
    label: 'settings.fields.ledgerAnchorLimit',
    hint: 'settings.hints.ledgerAnchorLimit',
  },
]
