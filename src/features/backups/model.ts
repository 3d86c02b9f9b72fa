import type { ReadSettings } from '#shared/setting.ts'
import { backupSettings } from './settings.ts'

/** For how many days a backup is kept; undefined when none are made by themselves, so that the last one stays. */
export function findDaysKept({ get }: ReadSettings): number | undefined {
  return get(backupSettings.frequency) === 'off' ? undefined : Number(get(backupSettings.retention))
}
