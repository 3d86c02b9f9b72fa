import { Encrypter } from 'age-encryption'
import { z } from 'zod'
import { defineSetting, type SettingRule } from '#shared/setting.ts'
import { backupLimits } from './limits.ts'

export const backupFrequencies = ['off', 'daily', 'weekly', 'monthly'] as const
export type BackupFrequency = (typeof backupFrequencies)[number]

/** From Monday to Sunday. */
const weekdays = ['1', '2', '3', '4', '5', '6', '7'] as const
export type Weekday = (typeof weekdays)[number]

/** Days after which a backup is deleted. */
const retentions = ['7', '14', '30', '90'] as const

/** Whether a text is a public key that archives can be encrypted to. */
function isPublicKey(text: string): boolean {
  try {
    new Encrypter().addRecipient(text)
    return true
  } catch {
    return false
  }
}

const keyList = z
  .string('invalid')
  .trim()
  .max(backupLimits.keys, 'too_long')
  .refine((text) => listKeys(text).every(isPublicKey), 'backup_key_invalid')

/** The keys of a setting, one a line. */
export const listKeys = (text: string): string[] => text.split(/[\s,]+/).filter(Boolean)

/** What admins change about backups. */
export const backupSettings = {
  frequency: defineSetting('backupFrequency', {
    schema: z.enum(backupFrequencies, 'invalid'),
    default: 'daily',
    variable: 'BACKUP_FREQUENCY',
  }),
  /** In the time zone of the site. */
  time: defineSetting('backupTime', {
    schema: z
      .string('invalid')
      .trim()
      .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'backup_time_invalid'),
    default: '03:10',
    variable: 'BACKUP_TIME',
  }),
  weekday: defineSetting('backupWeekday', {
    schema: z.enum(weekdays, 'invalid'),
    default: '7',
    variable: 'BACKUP_WEEKDAY',
  }),
  monthDay: defineSetting('backupMonthDay', {
    // Every month has these.
    schema: z.number('invalid').int('invalid').min(1, 'month_day_invalid').max(28, 'month_day_invalid'),
    default: 1,
    variable: 'BACKUP_MONTH_DAY',
  }),
  retention: defineSetting('backupRetention', {
    schema: z.enum(retentions, 'invalid'),
    default: '14',
    variable: 'BACKUP_RETENTION',
  }),
  destination: defineSetting('backupDestination', {
    schema: z.enum(['folder', 'store', 'both'], 'invalid'),
    default: 'folder',
    variable: 'BACKUP_DESTINATION',
  }),
  /** Public keys of age, one a line. */
  keys: defineSetting('backupKeys', { schema: keyList, default: '', variable: 'BACKUP_KEYS' }),
  /** Needs a key: the secret must not lie beside what it opens. */
  includesSecret: defineSetting('backupIncludesSecret', {
    schema: z.boolean('invalid'),
    default: false,
    variable: 'BACKUP_INCLUDE_SECRET',
  }),
}

/** What the settings need of each other, and of a server that has a store for backups or has none. */
export const listBackupRules = (hasStore: boolean): SettingRule[] => [
  {
    settings: [backupSettings.destination],
    findFault: ({ get }) =>
      hasStore || get(backupSettings.destination) === 'folder' ? undefined : 'backup_store_missing',
  },
  {
    settings: [backupSettings.includesSecret, backupSettings.keys],
    findFault: ({ get }) =>
      get(backupSettings.includesSecret) && listKeys(get(backupSettings.keys)).length === 0
        ? 'backup_secret_needs_key'
        : undefined,
  },
]
