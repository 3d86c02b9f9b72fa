import type { Member } from '#shared/roles.ts'

/** Who changes settings. */
export interface Changer extends Member {
  id: string
}

interface SettingChange {
  changes: { key: string; value: string | boolean | string[] | Record<string, unknown>; version: number }[]
  reason: string
}

/** Changes settings, all or none, once they are in force in every process. @throws {Problem} 422 or 409 */
export type ChangeSettings = (change: SettingChange, user: Changer) => Promise<unknown>
