import { isDeepStrictEqual } from 'node:util'
import { refusedFields } from '#http/problem-details.ts'
import type { Clock } from '#platform/clock.ts'
import type { LiveSettings } from '#platform/settings/live-settings.ts'
import { Problem, type RefusedField } from '#shared/problem.ts'
import type { ReadSettings, SettingDefinition, SettingRule } from '#shared/setting.ts'
import type { SettingRevisionRow, SettingStore } from './store.ts'
import type { ChangedValue } from './table.ts'

/** A new value, and the version that it is based on. A null value goes back to the default. */
interface NewValue {
  key: string
  value: unknown
  version: number
}

interface CheckedValue extends NewValue {
  definition: SettingDefinition
}

export interface ChangeOptions {
  clock: Clock
  settings: LiveSettings
  /** The settings of all features. */
  listDefinitions: () => readonly SettingDefinition[]
  /** What they need of each other. */
  listRules: () => readonly SettingRule[]
}

/** Who changes settings, why, and which change is undone. */
type Author = Pick<SettingRevisionRow, 'userId' | 'reason' | 'undoes'>

/**
 * Creates what stores new values as one change, within a transaction. Values that are as before are left out. A secret is
 * stored encrypted, and removed when the address that it belongs to changes without it, so that nobody can have it sent to
 * an address of their own. It throws `Problem` 422 with all refused values; 409 with those that the environment fixes, or
 * that were changed since.
 */
export function createSettingChanges({ clock, settings, listDefinitions, listRules }: ChangeOptions) {
  return async (store: SettingStore, values: readonly NewValue[], by: Author): Promise<void> => {
    await store.lock()
    const stored = await store.readAll()
    const definitions = listDefinitions()
    const isUndoing = by.undoes !== null
    const checked = checkValues(values, { settings, definitions, isUndoing })
    const stale = checked.filter(({ key, version }) => (stored.get(key)?.version ?? 0) !== version)
    if (stale.length > 0) {
      const fields = stale.map(({ key }) => ({ field: key, code: 'setting_stale' }))
      throw new Problem('settings_stale', 409, { fields })
    }

    const beforeOf = ({ key, definition }: CheckedValue): unknown => {
      // A value that has ended by itself is stored, but no longer in force.
      const isOver = definition.lasts !== undefined && settings.describe(definition).source === 'default'
      return isOver ? null : (stored.get(key)?.value ?? null)
    }
    const changed = new Set(
      checked.filter((one) => !isDeepStrictEqual(beforeOf(one), one.value)).map(({ key }) => key),
    )
    const hasMoved = ({ belongsTo }: SettingDefinition) =>
      belongsTo !== undefined && changed.has(belongsTo.key)
    const lost = definitions.flatMap((definition): CheckedValue[] => {
      const { key } = definition
      if (!hasMoved(definition) || checked.some((one) => one.key === key)) return []
      return [{ key, value: null, version: stored.get(key)?.version ?? 0, definition }]
    })

    const all = [...checked, ...lost]
    const storedAfter = (key: string): unknown =>
      (all.find((one) => one.key === key) ?? stored.get(key))?.value ?? null
    const encrypt = ({ definition, value }: CheckedValue): unknown =>
      // What is undone is encrypted already.
      !definition.isSecret || isUndoing || typeof value !== 'string'
        ? value
        : settings.encrypt(definition, value, definition.belongsTo && storedAfter(definition.belongsTo.key))
    const changes = all.flatMap((one): ChangedValue[] => {
      const [before, after] = [beforeOf(one), encrypt(one)]
      // A new address counts as a change of its secret even when there is none: whoever is entering one for the old address
      // is told, and older secrets cannot come back for the new one.
      if (isDeepStrictEqual(before, after) && !hasMoved(one.definition)) return []
      const { isSecret } = one.definition
      return [{ key: one.key, before, after, version: one.version + 1, ...(isSecret && { isSecret }) }]
    })
    if (changes.length === 0) return
    checkRules(listRules(), changes, readAfter(settings, storedAfter))
    const at = clock.now()
    for (const change of changes) await store.write(change, at)
    await store.insertRevision({ ...by, at, changes })
  }
}

/** The values that are in force after a change, of which `storedAfter` says what is stored then. */
const readAfter = (settings: LiveSettings, storedAfter: (key: string) => unknown): ReadSettings => ({
  get(setting) {
    if (settings.describe(setting).source === 'environment') return settings.get(setting)
    const { data } = setting.schema.safeParse(storedAfter(setting.key))
    return data ?? settings.defaultOf(setting)
  },
})

/** @throws {Problem} 422 with what the changed settings need of others, or of the server */
function checkRules(
  rules: readonly SettingRule[],
  changes: readonly Pick<ChangedValue, 'key'>[],
  values: ReadSettings,
): void {
  const fields = rules.flatMap((rule): RefusedField[] => {
    const concerned = rule.settings.find(({ key }) => changes.some((change) => change.key === key))
    if (!concerned) return []
    const code = rule.findFault(values)
    return code === undefined ? [] : [{ field: concerned.key, code }]
  })
  if (fields.length > 0) throw new Problem('validation_failed', 422, { fields })
}

interface CheckOptions {
  settings: LiveSettings
  definitions: readonly SettingDefinition[]
  /** The values are those of an earlier change. */
  isUndoing: boolean
}

/** The values as their schemas read them. @throws {Problem} 422 with all refused ones, 409 with all fixed ones */
function checkValues(
  values: readonly NewValue[],
  { settings, definitions, isUndoing }: CheckOptions,
): CheckedValue[] {
  const refused: RefusedField[] = []
  const fixed: RefusedField[] = []
  const checked = values.flatMap((given): CheckedValue[] => {
    const definition = definitions.find(({ key }) => key === given.key)
    if (!definition) {
      refused.push({ field: 'key', code: 'setting_unknown' })
      return []
    }
    if (settings.describe(definition).source === 'environment') {
      fixed.push({ field: given.key, code: 'setting_fixed', params: { variable: definition.variable ?? '' } })
    }
    if (given.value === null || (definition.isSecret && isUndoing)) return [{ ...given, definition }]
    const result = definition.schema.safeParse(given.value)
    if (result.success) return [{ ...given, value: result.data, definition }]
    refused.push(
      ...refusedFields(result.error.issues.map((issue) => ({ ...issue, path: [given.key, ...issue.path] }))),
    )
    return []
  })
  if (refused.length > 0) throw new Problem('validation_failed', 422, { fields: refused })
  if (fixed.length > 0) throw new Problem('settings_fixed', 409, { fields: fixed })
  return checked
}
