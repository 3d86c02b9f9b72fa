import type { z } from 'zod'
import type { Role } from './roles.ts'

/** What defaults may depend on. */
export interface SettingContext {
  /** The host name of the site, without a port. */
  readonly domain: string
}

/** Something about the product that admins change in the panel, effective at once in every process. */
export interface SettingDefinition<Value = unknown> {
  /** Its name in the API, such as `siteName`; unique among all features. */
  readonly key: string
  /** Checks a new value. Refusals carry codes of `errors.json`. */
  readonly schema: z.ZodType<Value>
  readonly default: (context: SettingContext) => Value
  /** The environment variable that wins over the stored value. */
  readonly variable: string | undefined
  /** Checks the value of the environment, where the operator may do more than admins. */
  readonly variableSchema: z.ZodType<Value>
  /** The least role that may read it; `everyone` also without signing in. Admins change it. */
  readonly readableBy: Role | 'everyone'
  /** Whether a mistake can lock people or programs out, so that the panel asks before the change. */
  readonly isDangerous: boolean
  /** Milliseconds after which a stored value ends by itself; undefined for never. */
  readonly lasts: number | undefined
  /** Whether it is a password, key or token: it is stored encrypted, and nobody reads it again. Empty means not set. */
  readonly isSecret: boolean
  /** The setting with the address that a secret may be sent to. It is removed when that changes without it. */
  readonly belongsTo: SettingDefinition | undefined
}

/** Something that settings need of each other, or of the server. */
export interface SettingRule {
  /** Those that it looks at: a change of any of them is checked, and refused at the first of them that it contains. */
  readonly settings: readonly SettingDefinition[]
  /** The code of `errors.json` that values are refused with. */
  findFault(values: ReadSettings): string | undefined
}

/** Where the values of settings are read. */
export interface ReadSettings {
  get<Value>(setting: SettingDefinition<Value>): Value
}

interface SettingOptions<Value>
  extends Partial<
    Omit<SettingDefinition<Value>, 'key' | 'schema' | 'default' | 'isSecret' | 'belongsTo' | 'lasts'>
  > {
  schema: z.ZodType<Value>
  default: NoInfer<Value> | ((context: SettingContext) => NoInfer<Value>)
  lasts?: number
  isSecret?: false
}

interface SecretOptions
  extends Partial<Pick<SettingDefinition<string>, 'variable' | 'variableSchema' | 'isDangerous'>> {
  schema: z.ZodType<string>
  isSecret: true
  belongsTo?: SettingDefinition
}

/** Defines a setting. Without options, admins alone read it, it is harmless, and it lasts. Nobody reads a secret. */
export function defineSetting(key: string, options: SecretOptions): SettingDefinition<string>
export function defineSetting<Value extends string | number | boolean | object>(
  key: string,
  options: SettingOptions<Value>,
): SettingDefinition<Value>
export function defineSetting(
  key: string,
  options: SecretOptions | SettingOptions<unknown>,
): SettingDefinition {
  const { schema, variable, variableSchema = schema, isDangerous = false } = options
  const common = { key, schema, variable, variableSchema, isDangerous }
  if (options.isSecret) {
    const { belongsTo } = options
    return {
      ...{ ...common, belongsTo, isSecret: true, readableBy: 'admin', lasts: undefined },
      default: () => '',
    }
  }
  const { default: given, readableBy = 'admin', lasts } = options
  return {
    ...{ ...common, readableBy, lasts, isSecret: false, belongsTo: undefined },
    default: isFunction(given) ? given : () => given,
  }
}

function isFunction<Value>(
  given: Value | ((context: SettingContext) => Value),
): given is (context: SettingContext) => Value {
  return typeof given === 'function'
}
