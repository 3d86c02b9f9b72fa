import { createPrivateKey } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { compile } from 'proxy-addr'
import { z } from 'zod'
import { isEmailAddress } from './shared/email-address.ts'
import { type ObjectStorePlace, readObjectStoreUrl } from './shared/files/object-store.ts'
import { isCountry } from './shared/regions.ts'

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

/** A number of bytes, such as `500 MB` or `20 GB`, in steps of 1024. */
const byteSize = z
  .string()
  .trim()
  .regex(/^\d{1,6}\s?[kMGT]i?B$/, { error: 'must be a size such as 500 MB or 20 GB', abort: true })
  .transform(
    (size) => Number.parseInt(size, 10) * 1024 ** ' kMGT'.indexOf(size.replace(/[\d\s]/g, '').charAt(0)),
  )

const objectStore = z.string().transform((text, context) => {
  const place = readObjectStoreUrl(text.trim())
  if (place) return place
  context.addIssue({
    code: 'custom',
    message:
      'must be an address such as https://KEY:SECRET@s3.example.org/bucket/folder?region=eu-west-1, with % and special characters of the secret as %25 and so on',
  })
  return z.NEVER
})

const onOff = z.stringbool('must be true or false')

const emailAddress = z.string().trim().refine(isEmailAddress, 'must be an e-mail address')

const mailbox = z
  .string()
  .trim()
  .max(300)
  .regex(/^([^<>\p{Cc}]*<[^<>\s]+>|[^<>\s]+)$/u, {
    error: 'must be an address, or a name and an address: Name <name@example.org>',
    abort: true,
  })
  .transform((text) => {
    const [, name = '', address = text] = /^(.*?)\s*<(.*)>$/.exec(text) ?? []
    return { name: name.replace(/^"(.*)"$/, '$1'), address }
  })
  .refine(({ address }) => isEmailAddress(address), 'must hold an e-mail address')

/** 32 bytes, as 64 hexadecimal digits or in Base64. */
const masterKey = z.string().transform((text, context) => {
  const given = text.trim()
  const bytes = Buffer.from(given, /^[0-9a-f]{64}$/i.test(given) ? 'hex' : 'base64')
  if (bytes.length === 32 && /^[\w+/=-]+$/.test(given)) return bytes.toString('hex')
  context.addIssue({ code: 'custom', message: 'must be 32 bytes, as 64 hexadecimal digits or in Base64' })
  return z.NEVER
})

/** The code of a country, ISO 3166-1, in capital letters. */
const country = z
  .string()
  .trim()
  .toUpperCase()
  .refine(isCountry, 'must be the two-letter code of a country, such as ES')

const headerName = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^[a-z0-9-]{1,100}$/, 'must be the name of a header such as cf-ipcountry')

const hostName = (message: string) => z.string().regex(/^[a-z0-9-]+(\.[a-z0-9-]+)*$/i, message)

/** A private key as PEM, its lines joined by `\n` or as they are, or the path of a file that holds one. */
const privateKey = z.string().transform((text, context) => {
  try {
    const pem = text.startsWith('-----BEGIN') ? text.replaceAll('\\n', '\n') : readFileSync(text, 'utf8')
    createPrivateKey(pem)
    return pem
  } catch {
    context.addIssue({ code: 'custom', message: 'must be a private key as PEM, or a file that holds one' })
    return z.NEVER
  }
})

const signingKey = privateKey.refine(
  (pem) => createPrivateKey(pem).asymmetricKeyType === 'ed25519',
  'must be an Ed25519 key, such as openssl genpkey -algorithm ed25519 makes',
)

/** A private key of an account on a chain: 32 bytes in hex after 0x, a number below the order of the curve (SEC 2, secp256k1). */
const chainKey = z
  .string()
  .trim()
  .regex(/^0x[0-9a-f]{64}$/i, {
    error: 'must be a private key of 32 bytes, 0x and 64 hexadecimal digits',
    abort: true,
  })
  .refine((key) => BigInt(key) > 0n && BigInt(key) < curveOrder, 'must be a private key of secp256k1')
const curveOrder = BigInt('0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141')

/** What a service calls an application, or gives it as a secret. */
const visibleText = z
  .string()
  .trim()
  .regex(/^[\x21-\x7e]{1,500}$/, 'must be up to 500 letters, digits and signs of ASCII without spaces')

/** Addresses of parts of interfaces: `telegram.api=http://127.0.0.1:8081`. */
const endpoint = z
  .string()
  .regex(/^\w+\.\w+=https?:\/\/[^\s?#]+$/, 'must be pairs such as telegram.api=http://127.0.0.1:8081')
  .transform((pair): [string, string] => [pair.replace(/=.*/s, ''), pair.replace(/^[^=]*=|\/$/g, '')])
const endpointList = z
  .string()
  .transform((list) => list.split(/\s+/).filter(Boolean))
  .pipe(z.array(endpoint))
  .transform((pairs) => Object.fromEntries(pairs))

const secretList = z
  .string()
  .transform((list) => list.split(/[\s,]+/).filter(Boolean))
  .refine((all) => all.every(({ length }) => length >= 32), 'must have at least 32 characters')

const hostList = z
  .string()
  .transform((list) =>
    list
      .toLowerCase()
      .split(/[\s,]+/)
      .filter(Boolean),
  )
  .refine(
    (all) => all.every((host) => URL.canParse(`http://${host}`) && !/[/:@]/.test(host)),
    'must be host names without ports',
  )

/** Every environment variable that the product reads, all optional. `.env.example` describes each one. */
export const variables = {
  PORT: wholeNumber(0, 65_535).default(3000),
  HOST: z.string().min(1).default('localhost'),
  DATA_DIR: z.string().min(1).optional(),
  PUBLIC_URL: origin.optional(),
  STORAGE_QUOTA: byteSize.optional(),
  S3_URL: objectStore.optional(),
  S3_REDIRECT: onOff.default(false),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  SECRET_KEY: z.string().min(32, 'must have at least 32 characters').optional(),
  SECRET_KEY_OLD: secretList.optional(),
  BADGE_SIGNING_KEY: signingKey.optional(),
  LEDGER_SIGNING_KEY: signingKey.optional(),
  ADMIN_USERNAME: z.string().trim().min(1).max(200).default('admin'),
  ADMIN_PASSWORD: z.string().min(8, 'must have at least 8 characters').max(1000).optional(),
  ADMIN_EMAIL: emailAddress.optional(),
  SESSION_IDLE_HOURS: wholeNumber(1, 24 * 365).default(12),
  SESSION_MAX_DAYS: wholeNumber(1, 365).default(7),
  TRUST_PROXY: addressRanges.optional(),
  COUNTRY_HEADER: headerName.optional(),
  API_RATE_LIMIT: wholeNumber(0, 1_000_000_000).optional(),
  SIGN_UP_LIMIT: wholeNumber(0, 1_000_000_000).default(120),
  PAGE_RATE_LIMIT: wholeNumber(0, 1_000_000_000).default(120),
  VIEW_RATE_LIMIT: wholeNumber(0, 1_000_000_000).default(300),
  ANALYTICS_PAGEVIEWS: onOff.optional(),
  ANALYTICS_EVENTS: onOff.optional(),
  ANALYTICS_CONVERSIONS: onOff.optional(),
  CONNECTION_LIMIT: wholeNumber(0, 1_000_000).default(256),
  STOP_DELAY: wholeNumber(0, 600).default(5),
  PAGE_COMPRESSION: wholeNumber(0, 11).default(11),
  METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  SITE_NAME: z.string().trim().min(1).max(40).optional(),
  COMPANY_NAME: z.string().trim().min(1).max(200).optional(),
  COMPANY_ADDRESS: z.string().trim().max(500).optional(),
  COMPANY_REGISTER: z
    .string()
    .trim()
    .min(1)
    .max(300)
    .transform((entry) => (entry.toLowerCase() === 'none' ? 'none' : entry))
    .optional(),
  GOVERNING_LAW: country.optional(),
  CONTACT_EMAIL: emailAddress.optional(),
  PRIVACY_EMAIL: emailAddress.optional(),
  LEGAL_EMAIL: emailAddress.optional(),
  SUPPORT_EMAIL: emailAddress.optional(),
  GOOGLE_TAG_ID: z
    .string()
    .regex(/^(G|GT)-[A-Z0-9]{4,20}$/, 'must be a Google tag such as G-ABCDE12345')
    .optional(),
  SOCIAL_LINKS: profileLinks.optional(),
  CODE_HOST: z
    .url({ protocol: /^https$/, error: 'must be an address such as https://code.example.org/team' })
    .optional(),
  TRANSLATE_URL: z
    .url({
      protocol: /^https?$/,
      error: 'must be an address such as https://api.example.org/v1',
      abort: true,
    })
    .refine((value) => !/^\w+:\/\/[^/?#]*@/.test(value), 'must hold no name and password')
    .optional(),
  TRANSLATE_KEY: z.string().trim().min(1).optional(),
  TRANSLATE_MODEL: z.string().trim().min(1).max(200).optional(),
  SOCIAL_GITHUB_CLIENT_ID: visibleText.optional(),
  SOCIAL_GITHUB_CLIENT_SECRET: visibleText.optional(),
  SOCIAL_INSTAGRAM_CLIENT_ID: visibleText.optional(),
  SOCIAL_INSTAGRAM_CLIENT_SECRET: visibleText.optional(),
  SOCIAL_REDDIT_CLIENT_ID: visibleText.optional(),
  SOCIAL_REDDIT_CLIENT_SECRET: visibleText.optional(),
  SOCIAL_TWITTER_CLIENT_ID: visibleText.optional(),
  SOCIAL_TWITTER_CLIENT_SECRET: visibleText.optional(),
  SOCIAL_LINKEDIN_CLIENT_ID: visibleText.optional(),
  SOCIAL_LINKEDIN_CLIENT_SECRET: visibleText.optional(),
  SOCIAL_STACKOVERFLOW_CLIENT_ID: visibleText.optional(),
  SOCIAL_STACKOVERFLOW_CLIENT_SECRET: visibleText.optional(),
  SOCIAL_STACKOVERFLOW_KEY: visibleText.optional(),
  SOCIAL_TIKTOK_CLIENT_ID: visibleText.optional(),
  SOCIAL_TIKTOK_CLIENT_SECRET: visibleText.optional(),
  SOCIAL_THREADS_CLIENT_ID: visibleText.optional(),
  SOCIAL_THREADS_CLIENT_SECRET: visibleText.optional(),
  SOCIAL_ENDPOINTS: endpointList.optional(),
  SMTP_URL: z
    .url({
      protocol: /^smtps?$/,
      error: 'must be an address such as smtp://user:password@mail.example.org:587',
    })
    .optional(),
  MAIL_FROM: mailbox.optional(),
  DKIM_DOMAIN: hostName('must be a domain such as example.org').optional(),
  DKIM_SELECTOR: hostName('must be a name such as mail').optional(),
  DKIM_KEY: privateKey.optional(),
  BOUNCE_DOMAIN: hostName('must be a domain such as bounce.example.org').optional(),
  BOUNCE_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  BOUNCE_PORT: wholeNumber(1, 65_535).optional(),
  WEBHOOK_PRIVATE_HOSTS: hostList.optional(),
  SIGNING_MASTER_KEY: masterKey.optional(),
  CHAIN_RPC_URL: z
    .url({ protocol: /^https?$/, error: 'must be an address such as https://node.example.org/key' })
    .optional(),
  CHAIN_KEY: chainKey.optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
} as const

/** What the applications are known by that the operator has registered at social platforms. */
const isSocialVariable = (name: string): name is `SOCIAL_${string}` & keyof typeof variables =>
  /^SOCIAL_\w+_(CLIENT_ID|CLIENT_SECRET|KEY)$/.test(name)

const isSameKey = (one: string, other: string) => createPrivateKey(one).equals(createPrivateKey(other))

/** All variables, with what they need of each other. */
const environmentSchema = z
  .object(variables)
  .refine(
    ({ DKIM_DOMAIN, DKIM_SELECTOR, DKIM_KEY }) =>
      [DKIM_DOMAIN, DKIM_SELECTOR, DKIM_KEY].every((part) => !part) ||
      (DKIM_DOMAIN && DKIM_SELECTOR && DKIM_KEY),
    { error: 'must be set together with DKIM_SELECTOR and DKIM_KEY', path: ['DKIM_DOMAIN'] },
  )
  .refine(({ BOUNCE_PORT, BOUNCE_DOMAIN }) => !BOUNCE_PORT || BOUNCE_DOMAIN, {
    error: 'must be set with BOUNCE_PORT',
    path: ['BOUNCE_DOMAIN'],
  })
  .refine(({ S3_REDIRECT, S3_URL }) => !S3_REDIRECT || S3_URL, {
    error: 'must be set with S3_REDIRECT',
    path: ['S3_URL'],
  })
  .refine(({ COUNTRY_HEADER, TRUST_PROXY }) => !COUNTRY_HEADER || TRUST_PROXY, {
    error: 'must be set with TRUST_PROXY',
    path: ['COUNTRY_HEADER'],
  })
  .refine(({ CHAIN_RPC_URL, CHAIN_KEY }) => !CHAIN_KEY || CHAIN_RPC_URL, {
    error: 'must be set with CHAIN_KEY',
    path: ['CHAIN_RPC_URL'],
  })
  .refine(({ CHAIN_RPC_URL, CHAIN_KEY }) => !CHAIN_RPC_URL || CHAIN_KEY, {
    error: 'must be set with CHAIN_RPC_URL',
    path: ['CHAIN_KEY'],
  })
  .refine(
    ({ BADGE_SIGNING_KEY: one, LEDGER_SIGNING_KEY: other }) => !(one && other) || !isSameKey(one, other),
    {
      error: 'must be another key than BADGE_SIGNING_KEY',
      path: ['LEDGER_SIGNING_KEY'],
    },
  )

export interface Config {
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
    readonly databaseUrl: string | undefined
    /** Bytes that uploaded files may take; undefined for no limit. */
    readonly storageQuota: number | undefined
    /** The store of uploaded files; undefined for a folder in the data folder. */
    readonly objectStore: ObjectStorePlace | undefined
    /** Whether whoever fetches a public file is sent to the object store. */
    readonly redirectsToStore: boolean
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
  readonly logLevel: string
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
      databaseUrl: env.DATABASE_URL,
      storageQuota: env.STORAGE_QUOTA,
      ...{ objectStore: env.S3_URL, redirectsToStore: env.S3_REDIRECT },
    },
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
    chain: env.CHAIN_RPC_URL && env.CHAIN_KEY ? { url: env.CHAIN_RPC_URL, key: env.CHAIN_KEY } : undefined,
  })
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
