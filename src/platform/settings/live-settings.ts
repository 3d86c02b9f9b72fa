import type { Clock } from '#platform/clock.ts'
import { type Logger, messageOf } from '#platform/log.ts'
import { StartError } from '#platform/start-error.ts'
import type { SettingContext, SettingDefinition } from '#shared/setting.ts'

/** Where the value of a setting comes from. */
export type SettingSource = 'environment' | 'stored' | 'default'

/** A setting as it is now. */
export interface CurrentSetting<Value = unknown> {
  value: Value
  source: SettingSource
  /** How often it has been changed; 0 for never. */
  version: number
  changedAt: Date | undefined
  /** When a stored value ends by itself. */
  endsAt: Date | undefined
}

/** The values of all settings, as this process knows them. Reading one costs no query. */
export interface LiveSettings {
  get<Value>(setting: SettingDefinition<Value>): Value
  describe<Value>(setting: SettingDefinition<Value>): CurrentSetting<Value>
  defaultOf<Value>(setting: SettingDefinition<Value>): Value
  /** @throws {StartError} when the environment fixes a value that its setting refuses */
  checkFixed(settings: readonly SettingDefinition[]): void
  /** Reads the stored values again, over a connection that answers queries. */
  load(connection: Queryable): Promise<void>
}

/** A connection or pool of pg. */
export interface Queryable {
  query<Row extends object>(sql: string, values?: unknown[]): Promise<{ rows: Row[] }>
}

interface LiveSettingOptions {
  /** The values of the environment variables that are set, by their names. */
  environment: Readonly<Record<string, unknown>>
  context: SettingContext
  clock: Clock
  log: Logger
}

interface StoredSetting {
  value: unknown
  version: number
  changedAt: Date
}

type SettingRow = StoredSetting & { key: string }

const readSettings = 'SELECT key, value, version, changed_at AS "changedAt" FROM settings'

/**
 * Creates the settings of a process. A value of the environment wins over a stored one, and that over the default. A stored
 * value that its schema no longer accepts counts as the default.
 */
export function createLiveSettings({ environment, context, clock, log }: LiveSettingOptions): LiveSettings {
  let stored = new Map<string, StoredSetting>()
  const reported = new Set<StoredSetting>()

  function parse<Value>({ key, schema }: SettingDefinition<Value>, row: StoredSetting): Value | undefined {
    const result = schema.safeParse(row.value)
    if (!result.success && !reported.has(row)) {
      reported.add(row)
      log.warn(
        { setting: key, reason: messageOf(result.error) },
        'a stored setting is not valid; its default is used',
      )
    }
    return result.data
  }

  function describe<Value>(setting: SettingDefinition<Value>): CurrentSetting<Value> {
    const row = stored.get(setting.key)
    const history = { version: row?.version ?? 0, changedAt: row?.changedAt, endsAt: undefined }
    const fixed = setting.variable === undefined ? undefined : environment[setting.variable]
    if (fixed !== undefined) return { ...history, value: setting.schema.parse(fixed), source: 'environment' }
    const endsAt =
      row && setting.lasts !== undefined ? new Date(row.changedAt.getTime() + setting.lasts) : undefined
    const isOver = endsAt !== undefined && endsAt <= clock.now()
    const value = row && row.value !== null && !isOver ? parse(setting, row) : undefined
    if (value === undefined) return { ...history, value: setting.default(context), source: 'default' }
    return { ...history, value, source: 'stored', endsAt }
  }

  return {
    get: (setting) => describe(setting).value,
    describe,
    defaultOf: (setting) => setting.default(context),
    checkFixed(definitions) {
      for (const { variable, schema } of definitions) {
        if (variable === undefined || environment[variable] === undefined) continue
        const { error } = schema.safeParse(environment[variable])
        const reasons = error?.issues.map(({ message }) => message.replaceAll('_', ' ')).join(', ')
        if (reasons) throw new StartError(`The configuration is wrong:\n  ${variable}: ${reasons}`)
      }
    },
    async load(connection) {
      const { rows } = await connection.query<SettingRow>(readSettings)
      stored = new Map(rows.map(({ key, ...row }) => [key, row]))
      reported.clear()
    },
  }
}
