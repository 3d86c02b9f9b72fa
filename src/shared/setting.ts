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
  /** The least role that may read it; `everyone` also without signing in. Admins change it. */
  readonly readableBy: Role | 'everyone'
  /** Whether a mistake can lock people or programs out, so that the panel asks before the change. */
  readonly isDangerous: boolean
  /** Milliseconds after which a stored value ends by itself; undefined for never. */
  readonly lasts: number | undefined
}

interface SettingOptions<Value>
  extends Partial<Omit<SettingDefinition<Value>, 'key' | 'schema' | 'default'>> {
  schema: z.ZodType<Value>
  default: NoInfer<Value> | ((context: SettingContext) => NoInfer<Value>)
}

/** Defines a setting. Without options, admins alone read it, it is harmless, and it lasts. */
export function defineSetting<Value extends string | number | boolean | object>(
  key: string,
  options: SettingOptions<Value>,
): SettingDefinition<Value> {
  const { schema, default: given, variable, readableBy = 'admin', isDangerous = false, lasts } = options
  return {
    ...{ key, schema, variable, readableBy, isDangerous, lasts },
    default: isFunction(given) ? given : () => given,
  }
}

function isFunction<Value>(
  given: Value | ((context: SettingContext) => Value),
): given is (context: SettingContext) => Value {
  return typeof given === 'function'
}
