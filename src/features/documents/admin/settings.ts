import type { SettingField } from '#admin/kit/settings.ts'

const uploads = { section: 'documents', group: 'settings.groups.uploads' } as const

export const settingFields: readonly SettingField[] = [
  {
    ...{ ...uploads, key: 'documentSizeLimit', order: 10, kind: 'choice' },
    label: 'settings.fields.documentSizeLimit',
    hint: 'settings.hints.documentSizeLimit',
    choices: [
      { value: '10', label: 'settings.choices.documentSizeLimit.10' },
      { value: '25', label: 'settings.choices.documentSizeLimit.25' },
      { value: '50', label: 'settings.choices.documentSizeLimit.50' },
      { value: '100', label: 'settings.choices.documentSizeLimit.100' },
    ],
  },
  {
    ...{ ...uploads, key: 'documentSafety', order: 20, kind: 'choice' },
    label: 'settings.fields.documentSafety',
    hint: 'settings.hints.documentSafety',
    choices: [
      { value: 'refuse', label: 'settings.choices.documentSafety.refuse' },
      { value: 'warn', label: 'settings.choices.documentSafety.warn' },
    ],
  },
  {
    ...{ ...uploads, key: 'documentCleansMetadata', order: 30, kind: 'switch' },
    says: 'settings.switches.documentCleansMetadata',
    label: 'settings.fields.documentCleansMetadata',
    hint: 'settings.hints.documentCleansMetadata',
  },
]
