import type { Clock } from '#platform/clock.ts'
import type { Cipher } from '#platform/encryption.ts'
import { type Logger, messageOf } from '#platform/log.ts'
import { StartError } from '#platform/start-error.ts'
import type { SettingContext, SettingDefinition } from '#shared/setting.ts'
import { readSecret, type StoredSecret, storeSecret } from './stored-secret.ts'

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
  /** A secret is stored that cannot be decrypted, or was given for another address: it has to be entered again. */
  isUnreadable: boolean
}

/** The values of all settings, as this process knows them. Reading one costs no query. */
export interface LiveSettings {
  get<Value>(setting: SettingDefinition<Value>): Value
  describe<Value>(setting: SettingDefinition<Value>): CurrentSetting<Value>
  defaultOf<Value>(setting: SettingDefinition<Value>): Value
  /**
   * A secret as it is stored. `address` is what is stored then for the setting that it belongs to: for another address it
   * cannot be decrypted, whoever changes that, be it in the environment.
   */
  encrypt(secret: SettingDefinition, text: string, address: unknown): StoredSecret
  /**
   * @throws {StartError} when the environment fixes a value that its setting refuses, or a secret without the address that
   * it belongs to, which admins could choose then
   */
  checkFixed(settings: readonly SettingDefinition[]): void
  /** Reads the stored values again, over a connection that answers queries. */
  load(connection: Queryable): Promise<void>
}

/** A connection or pool of pg. */
export interface Queryable {
  query<Row extends object>(sql: string, values?: unknown[]): Promise<{ rows: Row[] }>
}

interface LiveSettingOptions {
  /** Encrypts secrets. */
  cipher: Cipher
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
 * value that its schema no longer accepts counts as the default, and so does a secret that cannot be decrypted.
 */
export function createLiveSettings(options: LiveSettingOptions): LiveSettings {
  const { environment, context, cipher, clock, log } = options
  let stored = new Map<string, StoredSetting>()
  const reported = new Set<string>()

  const findFixed = ({ variable }: SettingDefinition): unknown =>
    variable === undefined ? undefined : environment[variable]

  /** Names the place that a secret is encrypted for: its setting, and the address that it may be sent to. */
  const placeOf = ({ key, belongsTo }: SettingDefinition, address: unknown) =>
    belongsTo ? JSON.stringify([key, address]) : key

  function report({ key }: SettingDefinition, { version }: StoredSetting, error: unknown): void {
    const change = `${key} ${version}`
    if (reported.has(change)) return
    reported.add(change)
    log.warn({ setting: key, reason: messageOf(error) }, 'a stored setting is not valid; its default is used')
  }

  function parse<Value>(setting: SettingDefinition<Value>, row: StoredSetting): Value | undefined {
    try {
      return setting.schema.parse(setting.isSecret ? decrypt(setting, row.value) : row.value)
    } catch (error) {
      report(setting, row, error)
      return undefined
    }
  }

  function decrypt(secret: SettingDefinition, value: unknown): string {
    const address = secret.belongsTo && describe(secret.belongsTo).value
    return readSecret(cipher, value, placeOf(secret, address))
  }

  function describe<Value>(setting: SettingDefinition<Value>): CurrentSetting<Value> {
    const row = stored.get(setting.key)
    const { version = 0, changedAt } = row ?? {}
    const history = { version, changedAt, endsAt: undefined, isUnreadable: false }
    const fixed = findFixed(setting)
    if (fixed !== undefined)
      return { ...history, value: setting.variableSchema.parse(fixed), source: 'environment' }
    const endsAt =
      row && setting.lasts !== undefined ? new Date(row.changedAt.getTime() + setting.lasts) : undefined
    const isOver = endsAt !== undefined && endsAt <= clock.now()
    const current = row && row.value !== null && !isOver ? row : undefined
    const value = current && parse(setting, current)
    if (value !== undefined) return { ...history, value, source: 'stored', endsAt }
    const isUnreadable = setting.isSecret && current !== undefined
    return { ...history, value: setting.default(context), source: 'default', isUnreadable }
  }

  return {
    get: (setting) => describe(setting).value,
    describe,
    defaultOf: (setting) => setting.default(context),
    encrypt(secret, text, address) {
      const { belongsTo } = secret
      const place = belongsTo && (findFixed(belongsTo) ?? address ?? belongsTo.default(context))
      return storeSecret(cipher, text, placeOf(secret, place))
    },
    checkFixed(definitions) {
      for (const setting of definitions) {
        const reasons = findFixed(setting) === undefined ? '' : listFaults(setting, findFixed)
        if (reasons) throw new StartError(`The configuration is wrong:\n  ${setting.variable}: ${reasons}`)
      }
    },
    async load(connection) {
      const { rows } = await connection.query<SettingRow>(readSettings)
      stored = new Map(rows.map(({ key, ...row }) => [key, row]))
    },
  }
}

/** What is wrong with a value of the environment, in words. */
function listFaults(setting: SettingDefinition, findFixed: (setting: SettingDefinition) => unknown): string {
  const { belongsTo } = setting
  const { error } = setting.variableSchema.safeParse(findFixed(setting))
  const faults = error?.issues.map(({ message }) => message.replaceAll('_', ' ')) ?? []
  if (belongsTo?.variable && findFixed(belongsTo) === undefined)
    faults.push(`must be set together with ${belongsTo.variable}, since it is sent nowhere else`)
  return faults.join(', ')
}
