import type { SettingField } from '#admin/kit/settings.ts'
import { backupLimits } from '#features/backups/limits.ts'

const schedule = { section: 'backups', group: 'settings.groups.backupSchedule' } as const
const place = { section: 'backups', group: 'settings.groups.backupPlace' } as const
const keys = { section: 'backups', group: 'settings.groups.backupEncryption' } as const

/** When backups are made, where they are kept and who can read them. */
export const settingFields: readonly SettingField[] = [
  {
    ...{ ...schedule, key: 'backupFrequency', order: 10, kind: 'choice' },
    label: 'settings.fields.backupFrequency',
    choices: [
      { value: 'daily', label: 'settings.choices.backupFrequency.daily' },
      { value: 'weekly', label: 'settings.choices.backupFrequency.weekly' },
      { value: 'monthly', label: 'settings.choices.backupFrequency.monthly' },
      { value: 'off', label: 'settings.choices.backupFrequency.off' },
    ],
  },
  {
    ...{ ...schedule, key: 'backupTime', order: 20, kind: 'line', limit: 5, isCode: true },
    label: 'settings.fields.backupTime',
    hint: 'settings.hints.backupTime',
  },
  {
    ...{ ...schedule, key: 'backupWeekday', order: 30, kind: 'choice' },
    label: 'settings.fields.backupWeekday',
    hint: 'settings.hints.backupWeekday',
    choices: [
      { value: '1', label: 'settings.choices.weekday.1' },
      { value: '2', label: 'settings.choices.weekday.2' },
      { value: '3', label: 'settings.choices.weekday.3' },
      { value: '4', label: 'settings.choices.weekday.4' },
      { value: '5', label: 'settings.choices.weekday.5' },
      { value: '6', label: 'settings.choices.weekday.6' },
      { value: '7', label: 'settings.choices.weekday.7' },
    ],
  },
  {
    ...{ ...schedule, key: 'backupMonthDay', order: 40, kind: 'number' },
    label: 'settings.fields.backupMonthDay',
    hint: 'settings.hints.backupMonthDay',
  },
  {
    ...{ ...place, key: 'backupDestination', order: 50, kind: 'choice' },
    label: 'settings.fields.backupDestination',
    hint: 'settings.hints.backupDestination',
    choices: [
      { value: 'folder', label: 'settings.choices.backupDestination.folder' },
      { value: 'store', label: 'settings.choices.backupDestination.store' },
      { value: 'both', label: 'settings.choices.backupDestination.both' },
    ],
  },
  {
    ...{ ...place, key: 'backupRetention', order: 60, kind: 'choice' },
    label: 'settings.fields.backupRetention',
    hint: 'settings.hints.backupRetention',
    choices: [
      { value: '7', label: 'settings.choices.backupRetention.7' },
      { value: '14', label: 'settings.choices.backupRetention.14' },
      { value: '30', label: 'settings.choices.backupRetention.30' },
      { value: '90', label: 'settings.choices.backupRetention.90' },
    ],
  },
  {
    ...{ ...keys, key: 'backupKeys', order: 70, kind: 'lines', limit: backupLimits.keys, isCode: true },
    label: 'settings.fields.backupKeys',
    hint: 'settings.hints.backupKeys',
  },
  {
    ...{ ...keys, key: 'backupIncludesSecret', order: 80, kind: 'switch' },
    says: 'settings.switches.backupIncludesSecret',
    label: 'settings.fields.backupIncludesSecret',
    hint: 'settings.hints.backupIncludesSecret',
  },
]
