import { resolve } from 'node:path'
import { compile } from 'proxy-addr'
import { z } from 'zod'

/** Digits only: `Number` would also take spaces, `1e3` and `0x50`. */
const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,15}$/, { error: 'must be a whole number', abort: true })
    .transform(Number)
    .pipe(z.number().min(min, `must be at least ${min}`).max(max, `must be at most ${max}`))

const isBareOrigin = (url: URL | null) => url?.pathname === '/' && !url.search && !url.hash
const origin = z
  .url({ protocol: /^https?$/, error: 'must be an address such as https://example.org', abort: true })
  .refine((value) => isBareOrigin(URL.parse(value)), 'must be an origin without a path')
  .transform((value) => new URL(value).origin)

const addressRanges = z
  .string()
  .transform((list) => list.split(',').map((range) => range.trim()))
  .refine((ranges) => {
    try {
      compile(ranges)
      return true
    } catch {
      return false
    }
  }, 'must be "loopback" or a list of addresses and ranges such as 10.0.0.0/8, 192.0.2.7')

const profileLinks = z
  .string()
  .transform((list) =>
    list
      .split(/\s+/)
      .filter(Boolean)
      .map((pair) => pair.split(/=(.*)/s)),
  )
  .pipe(z.array(z.tuple([z.string().regex(/^[a-z]+$/), z.url({ protocol: /^https$/ }), z.string()])))
  .transform((pairs) => pairs.map(([network, url]) => ({ network, url })))

/** Every environment variable the product reads, all optional. `.env.example` tells what each one does. */
export const variables = {
  PORT: wholeNumber(0, 65_535).default(3000),
  HOST: z.string().min(1).default('localhost'),
  DATA_DIR: z.string().min(1).optional(),
  PUBLIC_URL: origin.optional(),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  SECRET_KEY: z.string().min(32, 'must have at least 32 characters').optional(),
  ADMIN_USERNAME: z.string().trim().min(1).max(200).default('admin'),
  ADMIN_PASSWORD: z.string().min(8, 'must have at least 8 characters').max(1000).optional(),
  TRUST_PROXY: addressRanges.optional(),
  API_RATE_LIMIT: wholeNumber(0, 1_000_000_000).default(1000),
  METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  CONTACT_EMAIL: z.email().optional(),
  SOCIAL_LINKS: profileLinks.optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
} as const

export interface Config {
  readonly http: {
    readonly port: number
    readonly host: string
    /** Origin of every absolute link, without a slash at its end. */
    readonly publicUrl: string
    /** Ranges whose `X-Forwarded-For` counts; none when empty. */
    readonly trustProxy: readonly string[]
    /** Requests to the API an hour and client; 0 means unlimited (seed B §9). */
    readonly apiRateLimit: number
    readonly metricsToken: string | undefined
  }
  readonly data: {
    /** The folder for the embedded database and files; undefined leaves its place to the product. */
    readonly dir: string | undefined
    readonly databaseUrl: string | undefined
  }
  readonly secretKey: string | undefined
  readonly admin: { readonly username: string; readonly password: string | undefined }
  readonly site: {
    readonly contactEmail: string
    readonly socialLinks: readonly { readonly network: string; readonly url: string }[]
  }
  readonly logLevel: string
}

/** All that is wrong with the environment, a line each. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

/**
 * The configuration from environment variables. An empty variable counts as unset.
 * @throws {ConfigError} naming every wrong variable at once, never its value.
 */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const set = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const result = z.object(variables).safeParse(set)
  if (!result.success) {
    const lines = result.error.issues.map((issue) => `${issue.path[0]?.toString()}: ${issue.message}`)
    throw new ConfigError([...new Set(lines)].join('\n'))
  }
  const env = result.data
  const publicUrl = env.PUBLIC_URL ?? `http://localhost:${env.PORT}`
  return deepFreeze({
    http: {
      port: env.PORT,
      host: env.HOST,
      publicUrl,
      trustProxy: env.TRUST_PROXY ?? [],
      apiRateLimit: env.API_RATE_LIMIT,
      metricsToken: env.METRICS_TOKEN,
    },
    data: { dir: env.DATA_DIR && resolve(env.DATA_DIR), databaseUrl: env.DATABASE_URL },
    secretKey: env.SECRET_KEY,
    admin: { username: env.ADMIN_USERNAME, password: env.ADMIN_PASSWORD },
    site: {
      contactEmail: env.CONTACT_EMAIL ?? `contact@${new URL(publicUrl).hostname}`,
      socialLinks: env.SOCIAL_LINKS ?? [],
    },
    logLevel: env.LOG_LEVEL,
  })
}

/** The configuration of this process. */
export function readProcessConfig(): Config {
  return readConfig(process.env)
}

function deepFreeze<T extends object>(value: T): T {
  for (const part of Object.values(value)) if (part && typeof part === 'object') deepFreeze(part)
  return Object.freeze(value)
}
