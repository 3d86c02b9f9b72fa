import { resolve } from 'node:path'
import type { z } from 'zod'
import { environmentSchema, variables } from './environment.ts'
import type { EdgeCacheKind } from './shared/edge/edge-cache.ts'
import { isEmailAddress } from './shared/email-address.ts'
import type { ObjectStorePlace } from './shared/files/object-store.ts'
import type { TracingConfig } from './shared/tracing/tracing-config.ts'

/** What the applications are known by that the operator has registered at social platforms. */
const isSocialVariable = (name: string): name is `SOCIAL_${string}` & keyof typeof variables =>
  /^SOCIAL_\w+_(CLIENT_ID|CLIENT_SECRET|KEY)$/.test(name)

export interface Config {
  /** What the process does: answer requests, work in the background, or both. */
  readonly role: 'web' | 'worker' | 'all'
  readonly http: {
    readonly port: number
    readonly host: string
    /** The origin of every absolute link, without a trailing slash. */
    readonly publicUrl: string
    /** Address ranges of trusted proxies, whose `X-Forwarded-For` counts. */
    readonly trustProxy: readonly string[]
    /** The header, in lower case, in which trusted proxies tell the country of a client. */
    readonly countryHeader: string | undefined
    /** Sign-ups per minute from one network beyond which a proof of work is required; 0 never requires it. */
    readonly signUpLimit: number
    /** Requests per minute and client for pages that are not cached; 0 means unlimited. */
    readonly pageRateLimit: number
    /** Counted page views per minute and client; 0 means unlimited. */
    readonly viewRateLimit: number
    /** Simultaneous connections of one network; 0 means unlimited. */
    readonly connectionLimit: number
    /** Seconds for which requests are still served after SIGTERM. */
    readonly stopDelay: number
    /** The Brotli quality of cached pages, from 0 to 11. */
    readonly pageCompression: number
    readonly metricsToken: string | undefined
  }
  readonly data: {
    /** The folder of the embedded database and files; undefined for the default. */
    readonly dir: string | undefined
    /** The programs of the PostgreSQL that made the embedded database, when it was an earlier major version; undefined to look for them. */
    readonly oldPostgresDir: string | undefined
    readonly databaseUrl: string | undefined
    /** The database without a pooler; when set, `databaseUrl` may lead through one that lends connections for a transaction. */
    readonly listenUrl: string | undefined
    /** A read replica, and how many seconds it may lag behind. */
    readonly readUrl: string | undefined
    readonly readLag: number
    /** Bytes that uploaded files may take; undefined for no limit. */
    readonly storageQuota: number | undefined
    /** The store of uploaded files; undefined for a folder in the data folder. */
    readonly objectStore: ObjectStorePlace | undefined
    /** Whether whoever fetches a public file is sent to the object store. */
    readonly redirectsToStore: boolean
  }
  readonly backups: {
    /** The folder for backups; undefined for one in the data folder. */
    readonly dir: string | undefined
    /** The store for backups; its keys are secret. */
    readonly objectStore: ObjectStorePlace | undefined
  }
  readonly secrets: {
    /** Undefined for one that is generated in the data folder. */
    readonly secretKey: string | undefined
    /** Earlier ones, whose links and encrypted rows are still read. */
    readonly oldSecretKeys: readonly string[]
  }
  /** Ed25519 private keys as PEM; undefined for those that the product makes and stores in the database. */
  readonly signingKeys: { readonly badges: string | undefined; readonly ledger: string | undefined }
  readonly admin: {
    readonly username: string
    readonly password: string | undefined
    /** The first admin's address for links to a new password. */
    readonly email: string | undefined
  }
  readonly sessions: {
    /** Hours without a request after which a session ends. */
    readonly idleHours: number
    /** Days after which a session ends in any case. */
    readonly maxDays: number
  }
  /** Values of settings that the environment fixes, by the names of their variables. */
  readonly fixedSettings: Readonly<Record<string, unknown>>
  readonly googleTag: string | undefined
  readonly mail: {
    /** The mail server; when undefined, mails stay in the outbox. */
    readonly smtpUrl: string | undefined
    /** The sender of mails; undefined for the product's name and the contact mailbox. */
    readonly from: { readonly name: string; readonly address: string } | undefined
    readonly dkim:
      | { readonly domain: string; readonly selector: string; readonly privateKey: string }
      | undefined
    /** The domain for bounces; when undefined, they go to the sender. */
    readonly bounceDomain: string | undefined
    readonly bounceToken: string | undefined
    /** The port on which the product receives bounces; undefined when it does not. */
    readonly bouncePort: number | undefined
  }
  readonly webhooks: {
    /** Hosts of private networks that webhooks may be sent to, and by HTTP. */
    readonly privateHosts: readonly string[]
  }
  readonly social: {
    /** Addresses in place of the real ones, by platform and part, such as `telegram.api`. */
    readonly endpoints: Readonly<Record<string, string>>
  }
  /** What the keys of signatures are derived from, in hex; undefined for one that is generated and stored. */
  readonly signingMasterKey: string | undefined
  /** The node of the chain in which the ledger is anchored, and the private key of the account that pays. Both are secret. */
  readonly chain: { readonly url: string; readonly key: string } | undefined
  /** The cache in front of the product that it purges; undefined when there is none. The token is secret. */
  readonly edgeCache: EdgeCachePlace | undefined
  /** Where traces are sent; undefined for nowhere. */
  readonly tracing: TracingConfig | undefined
  readonly logLevel: string
}

/** A cache in front of the product. */
export interface EdgeCachePlace {
  readonly kind: EdgeCacheKind
  /** The addresses of the nodes of Varnish, or another one of the interface of a service. */
  readonly urls: readonly string[]
  readonly token: string
  /** The Fastly service or the Cloudflare zone. */
  readonly id: string
  /** Whether Fastly keeps what is purged for the time in which nothing new can be fetched. */
  readonly purgesSoftly: boolean
}

/** All errors in the environment variables, one per line. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

/**
 * The configuration from environment variables. An empty variable counts as unset.
 * @throws {ConfigError} with every wrong variable, never with its value
 */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const set = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const result = environmentSchema.safeParse(set)
  if (!result.success) {
    const lines = result.error.issues.map((issue) => `${issue.path[0]?.toString()}: ${issue.message}`)
    throw new ConfigError([...new Set(lines)].join('\n'))
  }
  const env = result.data
  const publicUrl = env.PUBLIC_URL ?? `http://localhost:${env.PORT}`
  return deepFreeze({
    role: env.ROLE,
    http: {
      port: env.PORT,
      host: env.HOST,
      publicUrl,
      trustProxy: env.TRUST_PROXY ?? [],
      countryHeader: env.COUNTRY_HEADER,
      signUpLimit: env.SIGN_UP_LIMIT,
      pageRateLimit: env.PAGE_RATE_LIMIT,
      viewRateLimit: env.VIEW_RATE_LIMIT,
      connectionLimit: env.CONNECTION_LIMIT,
      stopDelay: env.STOP_DELAY,
      pageCompression: env.PAGE_COMPRESSION,
      metricsToken: env.METRICS_TOKEN,
    },
    data: {
      dir: env.DATA_DIR && resolve(env.DATA_DIR),
      oldPostgresDir: env.OLD_POSTGRES_DIR && resolve(env.OLD_POSTGRES_DIR),
      databaseUrl: env.DATABASE_URL,
      listenUrl: env.DATABASE_LISTEN_URL,
      ...{ readUrl: env.DATABASE_READ_URL, readLag: env.DATABASE_READ_LAG },
      storageQuota: env.STORAGE_QUOTA,
      ...{ objectStore: env.S3_URL, redirectsToStore: env.S3_REDIRECT },
    },
    backups: { dir: env.BACKUP_DIR && resolve(env.BACKUP_DIR), objectStore: env.BACKUP_S3_URL },
    secrets: { secretKey: env.SECRET_KEY, oldSecretKeys: env.SECRET_KEY_OLD ?? [] },
    signingKeys: { badges: env.BADGE_SIGNING_KEY, ledger: env.LEDGER_SIGNING_KEY },
    admin: {
      username: env.ADMIN_USERNAME,
      password: env.ADMIN_PASSWORD,
      email: env.ADMIN_EMAIL ?? (isEmailAddress(env.ADMIN_USERNAME) ? env.ADMIN_USERNAME : undefined),
    },
    sessions: { idleHours: env.SESSION_IDLE_HOURS, maxDays: env.SESSION_MAX_DAYS },
    fixedSettings: pickSet(env, [
      ...(['SITE_NAME', 'API_RATE_LIMIT', 'SOCIAL_LINKS', 'CODE_HOST'] as const),
      ...(['COMPANY_NAME', 'COMPANY_ADDRESS', 'COMPANY_REGISTER', 'GOVERNING_LAW'] as const),
      ...(['CONTACT_EMAIL', 'PRIVACY_EMAIL', 'LEGAL_EMAIL', 'SUPPORT_EMAIL'] as const),
      ...(['ANALYTICS_PAGEVIEWS', 'ANALYTICS_EVENTS', 'ANALYTICS_CONVERSIONS'] as const),
      ...(['BACKUP_FREQUENCY', 'BACKUP_TIME', 'BACKUP_WEEKDAY', 'BACKUP_MONTH_DAY'] as const),
      ...(['BACKUP_RETENTION', 'BACKUP_DESTINATION', 'BACKUP_KEYS', 'BACKUP_INCLUDE_SECRET'] as const),
      ...(['TRANSLATE_URL', 'TRANSLATE_KEY', 'TRANSLATE_MODEL'] as const),
      ...Object.keys(variables).filter(isSocialVariable),
    ]),
    googleTag: env.GOOGLE_TAG_ID,
    mail: {
      smtpUrl: env.SMTP_URL,
      from: env.MAIL_FROM,
      dkim:
        env.DKIM_DOMAIN && env.DKIM_SELECTOR && env.DKIM_KEY
          ? { domain: env.DKIM_DOMAIN, selector: env.DKIM_SELECTOR, privateKey: env.DKIM_KEY }
          : undefined,
      bounceDomain: env.BOUNCE_DOMAIN?.toLowerCase(),
      bounceToken: env.BOUNCE_TOKEN,
      bouncePort: env.BOUNCE_PORT,
    },
    webhooks: { privateHosts: env.WEBHOOK_PRIVATE_HOSTS ?? [] },
    social: { endpoints: env.SOCIAL_ENDPOINTS ?? {} },
    ...{ signingMasterKey: env.SIGNING_MASTER_KEY, logLevel: env.LOG_LEVEL },
    edgeCache: readEdgeCache(env),
    tracing: readTracing(env),
    chain: env.CHAIN_RPC_URL && env.CHAIN_KEY ? { url: env.CHAIN_RPC_URL, key: env.CHAIN_KEY } : undefined,
  })
}

type Environment = z.infer<typeof environmentSchema>

function readEdgeCache(env: Environment): Config['edgeCache'] {
  if (!env.EDGE_CACHE || !env.EDGE_CACHE_TOKEN) return undefined
  return {
    ...{ kind: env.EDGE_CACHE, urls: env.EDGE_CACHE_URL ?? [], token: env.EDGE_CACHE_TOKEN },
    ...{ id: env.EDGE_CACHE_ID ?? '', purgesSoftly: env.EDGE_CACHE_SOFT_PURGE },
  }
}

function readTracing(env: Environment): Config['tracing'] {
  if (!env.OTEL_EXPORTER_OTLP_ENDPOINT) return undefined
  return {
    url: `${env.OTEL_EXPORTER_OTLP_ENDPOINT.replace(/\/+$/, '')}/v1/traces`,
    headers: env.OTEL_EXPORTER_OTLP_HEADERS ?? {},
    serviceName: env.OTEL_SERVICE_NAME,
    ratio: env.OTEL_TRACES_SAMPLER_ARG,
  }
}

/** The configuration of this process. */
export function readProcessConfig(): Config {
  return readConfig(process.env)
}

/** The variables of these names that are set. */
function pickSet<Name extends string>(
  env: Readonly<Partial<Record<Name, unknown>>>,
  names: readonly Name[],
): Record<string, unknown> {
  return Object.fromEntries(names.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]])))
}

function deepFreeze<T extends object>(value: T): T {
  for (const part of Object.values(value)) if (part && typeof part === 'object') deepFreeze(part)
  return Object.freeze(value)
}
