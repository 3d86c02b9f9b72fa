import type { SettingField } from '#admin/kit/settings.ts'
import { translationLimits } from '#features/content/settings.ts'

const machine = { section: 'translation', group: 'settings.groups.machine' } as const

/** The service that translates texts. */
export const settingFields: readonly SettingField[] = [
  {
    ...{
      ...machine,
      key: 'translateUrl',
      order: 10,
      kind: 'line',
      limit: translationLimits.url,
      isCode: true,
    },
    label: 'settings.fields.translateUrl',
    hint: 'settings.hints.translateUrl',
  },
  {
    ...{ ...machine, key: 'translateKey', order: 20, kind: 'secret', limit: translationLimits.key },
    label: 'settings.fields.translateKey',
    hint: 'settings.hints.translateKey',
  },
  {
    ...{
      ...machine,
      key: 'translateModel',
      order: 30,
      kind: 'line',
      limit: translationLimits.model,
      isCode: true,
    },
    label: 'settings.fields.translateModel',
    hint: 'settings.hints.translateModel',
  },
]
