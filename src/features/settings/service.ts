import type { Database } from '#platform/postgres.ts'
import type { Revision } from '#platform/revision.ts'
import { Problem } from '#shared/problem.ts'
import { hasLevel, type Member } from '#shared/roles.ts'
import type { SettingDefinition } from '#shared/setting.ts'
import type { FindNames } from '#shared/user.ts'
import { type ChangeOptions, createSettingChanges } from './changes.ts'
import {
  PublicSettings,
  type SecretChange,
  Setting,
  type SettingChanges,
  SettingRevision,
  type SettingRevisionQuery,
} from './contract.ts'
import { createSettingStore, type SettingRevisionRow } from './store.ts'
import type { ChangedValue } from './table.ts'

export interface SettingOptions extends ChangeOptions {
  db: Database
  publish: Revision['publish']
  findNames: FindNames
}

interface Changer extends Member {
  id: string
}

/** The settings as the team reads and changes them. */
export function createSettings(options: SettingOptions) {
  const { db, settings, publish, listDefinitions } = options
  const store = createSettingChanges(options)
  const list = (reader: Member): Setting[] =>
    listDefinitions()
      .filter(({ readableBy }) => readableBy === 'everyone' || hasLevel(reader, readableBy))
      .map((definition) => describeSetting(definition, options))

  return {
    /** The settings that a user may read. */
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
    async change({ changes, reason }: SettingChanges, user: Changer): Promise<Setting[]> {
      await publish((transaction) =>
        store(createSettingStore(transaction), changes, { userId: user.id, reason, undoes: null }),
      )
      return list(user)
    },

    /** What was changed, newest first. @throws {Problem} 422 for the key of no setting */
    async listRevisions(query: SettingRevisionQuery): Promise<{ items: SettingRevision[]; total: number }> {
      if (query.key !== undefined && !listDefinitions().some(({ key }) => key === query.key)) {
        throw new Problem('validation_failed', 422, { fields: [{ field: 'key', code: 'setting_unknown' }] })
      }
      const { rows, total } = await createSettingStore(db).listRevisions(query)
      return { items: await describeRevisions(rows, options), total }
    },

    /** Goes back to the values before a change. @throws {Problem} 404; 409 when one of them was changed since */
    async undo(id: string, user: Changer): Promise<Setting[]> {
      await publish(async (transaction) => {
        const within = createSettingStore(transaction)
        const row = await within.findRevision(id)
        if (!row) throw new Problem('setting_revision_not_found', 404)
        const values = row.changes.map(({ key, before, version }) => ({ key, value: before, version }))
        await store(within, values, { userId: user.id, reason: '', undoes: id })
      })
      return list(user)
    },
  }
}
export type Settings = ReturnType<typeof createSettings>

function describeSetting(
  definition: SettingDefinition,
  { settings }: Pick<SettingOptions, 'settings'>,
): Setting {
  const { key, variable, isDangerous, isSecret, belongsTo } = definition
  const { value, source, version, changedAt, endsAt, isUnreadable } = settings.describe(definition)
  return Setting.parse({
    ...{ key, source, version },
    value: isSecret ? null : value,
    default: isSecret ? null : settings.defaultOf(definition),
    variable: variable ?? null,
    changed_at: changedAt?.toISOString() ?? null,
    ends_at: endsAt?.toISOString() ?? null,
    is_dangerous: isDangerous,
    is_secret: isSecret,
    is_set: source !== 'default',
    is_unreadable: isUnreadable,
    belongs_to: belongsTo?.key ?? null,
  })
}

async function describeRevisions(
  rows: readonly SettingRevisionRow[],
  { settings, listDefinitions, findNames }: SettingOptions,
): Promise<SettingRevision[]> {
  const names = await findNames(rows.flatMap(({ userId }) => userId ?? []))
  const definitions = listDefinitions()
  const secrets = new Set(definitions.flatMap(({ key, isSecret }) => (isSecret ? key : [])))
  const versions = new Map(
    definitions.map((definition) => [definition.key, settings.describe(definition).version]),
  )
  return rows.map(({ id, at, userId, reason, undoes, changes }) => {
    const name = userId === null ? undefined : names.get(userId)
    return SettingRevision.parse({
      ...{ id, reason, undoes },
      at: at.toISOString(),
      user: name === undefined ? null : { id: userId, name },
      changes: changes.flatMap((change) =>
        describeChange(change, change.isSecret ?? secrets.has(change.key)),
      ),
      can_undo: changes.every(({ key, version }) => versions.get(key) === version),
    })
  })
}

type DescribedChange = Pick<ChangedValue, 'key' | 'before' | 'after'> & { secret: SecretChange | null }

/** A change as everybody may see it: of a secret what was done with it, and nothing when only its address has changed. */
function describeChange({ key, before, after }: ChangedValue, isSecret: boolean): DescribedChange[] {
  if (!isSecret) return [{ key, before, after, secret: null }]
  const wasSet = before !== null
  if (!wasSet && after === null) return []
  const secret: SecretChange = after === null ? 'removed' : wasSet ? 'changed' : 'set'
  return [{ key, before: null, after: null, secret }]
}
