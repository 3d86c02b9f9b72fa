import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { refusedFields } from '#http/problem-details.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/postgres.ts'
import type { Revision } from '#platform/revision.ts'
import type { LiveSettings } from '#platform/settings/live-settings.ts'
import { Problem, type RefusedField } from '#shared/problem.ts'
import { hasRole, type Role } from '#shared/roles.ts'
import type { SettingDefinition } from '#shared/setting.ts'
import type { FindNames } from '#shared/user.ts'
import {
  PublicSettings,
  Setting,
  type SettingChanges,
  type SettingRevision,
  type SettingRevisionQuery,
} from './contract.ts'
import { createSettingStore, type SettingRevisionRow, type SettingStore } from './store.ts'
import type { ChangedValue } from './table.ts'

export interface SettingOptions {
  db: Database
  clock: Clock
  settings: LiveSettings
  publish: Revision['publish']
  /** The settings of all features. */
  listDefinitions: () => readonly SettingDefinition[]
  findNames: FindNames
}

/** New values, each with the version that it is based on. A null value goes back to the default. */
type NewValues = readonly { key: string; value: unknown; version: number }[]

/** The settings as the team reads and changes them. */
export function createSettings(options: SettingOptions) {
  const { db, clock, settings, publish, listDefinitions, findNames } = options

  function describe(definition: SettingDefinition): Setting {
    const { key, variable, isDangerous } = definition
    const { value, source, version, changedAt, endsAt } = settings.describe(definition)
    return Setting.parse({
      ...{ key, value, source, version },
      default: settings.defaultOf(definition),
      variable: variable ?? null,
      changed_at: changedAt?.toISOString() ?? null,
      ends_at: endsAt?.toISOString() ?? null,
      is_dangerous: isDangerous,
    })
  }

  const list = (role: Role): Setting[] =>
    listDefinitions()
      .filter(({ readableBy }) => readableBy === 'everyone' || hasRole(role, readableBy))
      .map(describe)

  /** Checks and stores values in a transaction, as one change. Returns what differs from before. */
  async function store(within: SettingStore, values: NewValues, by: Change): Promise<void> {
    await within.lock()
    const stored = await within.readAll()
    const checked = checkValues(values, { settings, definitions: listDefinitions() })
    const stale = checked.filter(({ key, version }) => (stored.get(key)?.version ?? 0) !== version)
    if (stale.length > 0) {
      throw new Problem('settings_stale', 409, {
        fields: stale.map(({ key }) => ({ field: key, code: 'setting_stale' })),
      })
    }
    const at = clock.now()
    const changes = checked.flatMap(({ key, value, version }): ChangedValue[] => {
      const before = stored.get(key)?.value ?? null
      return isDeepStrictEqual(before, value) ? [] : [{ key, before, after: value, version: version + 1 }]
    })
    if (changes.length === 0) return
    for (const change of changes) await within.write(change, at)
    await within.insertRevision({ ...by, at, changes })
  }

  async function describeRevisions(rows: readonly SettingRevisionRow[]): Promise<SettingRevision[]> {
    const names = await findNames(rows.flatMap(({ userId }) => userId ?? []))
    const versions = new Map(
      listDefinitions().map((definition) => [definition.key, settings.describe(definition).version]),
    )
    return rows.map(({ id, at, userId, reason, undoes, changes }) => {
      const name = userId === null ? undefined : names.get(userId)
      return {
        ...{ id, reason, undoes },
        at: at.toISOString(),
        user: userId !== null && name !== undefined ? { id: userId, name } : null,
        changes: changes.map(({ key, before, after }) => ({
          key,
          before: z.json().parse(before),
          after: z.json().parse(after),
        })),
        can_undo: changes.every(({ key, version }) => versions.get(key) === version),
      }
    })
  }

  return {
    /** The settings that a role may read. */
    list,

    /** The settings that everybody may read, by name. */
    listPublic: (): PublicSettings =>
      PublicSettings.parse(
        Object.fromEntries(
          listDefinitions()
            .filter(({ readableBy }) => readableBy === 'everyone')
            .map((definition) => [definition.key, settings.get(definition)]),
        ),
      ),

    /**
     * Changes settings, all or none. Resolves once the new values are in force in every live process. @throws {Problem} 422
     * for a refused value; 409 for one that the environment fixes, or that somebody else has changed since
     */
    async change({ changes, reason }: SettingChanges, user: { id: string; role: Role }): Promise<Setting[]> {
      await publish((transaction) =>
        store(createSettingStore(transaction), changes, { userId: user.id, reason, undoes: null }),
      )
      return list(user.role)
    },

    /** What was changed, newest first. */
    async listRevisions(query: SettingRevisionQuery): Promise<{ items: SettingRevision[]; total: number }> {
      const { rows, total } = await createSettingStore(db).listRevisions(query)
      return { items: await describeRevisions(rows), total }
    },

    /** Goes back to the values before a change. @throws {Problem} 404; 409 when one of them was changed since */
    async undo(id: string, user: { id: string; role: Role }): Promise<Setting[]> {
      await publish(async (transaction) => {
        const within = createSettingStore(transaction)
        const row = await within.findRevision(id)
        if (!row) throw new Problem('setting_revision_not_found', 404)
        const values = row.changes.map(({ key, before, version }) => ({ key, value: before, version }))
        await store(within, values, { userId: user.id, reason: '', undoes: id })
      })
      return list(user.role)
    },
  }
}
export type Settings = ReturnType<typeof createSettings>

type Change = Pick<SettingRevisionRow, 'userId' | 'reason' | 'undoes'>

/** The values as their schemas read them. @throws {Problem} 422 with all refused ones, 409 with all fixed ones */
function checkValues(
  values: NewValues,
  { settings, definitions }: { settings: LiveSettings; definitions: readonly SettingDefinition[] },
): NewValues {
  const refused: RefusedField[] = []
  const fixed: RefusedField[] = []
  const checked = values.map(({ key, value, version }) => {
    const definition = definitions.find((one) => one.key === key)
    if (!definition) {
      refused.push({ field: key, code: 'setting_unknown' })
      return { key, value, version }
    }
    const { variable = '' } = definition
    if (settings.describe(definition).source === 'environment') {
      fixed.push({ field: key, code: 'setting_fixed', params: { variable } })
    }
    if (value === null) return { key, value, version }
    const result = definition.schema.safeParse(value)
    if (!result.success) {
      const prefixed = result.error.issues.map((issue) => ({ ...issue, path: [key, ...issue.path] }))
      refused.push(...refusedFields(prefixed))
    }
    return { key, value: result.data ?? value, version }
  })
  if (refused.length > 0) throw new Problem('validation_failed', 422, { fields: refused })
  if (fixed.length > 0) throw new Problem('settings_fixed', 409, { fields: fixed })
  return checked
}
