import { createPrivateKey } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { compile } from 'proxy-addr'
import { z } from 'zod'
import { edgeCacheKinds } from './shared/edge/edge-cache.ts'
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

/** Addresses of servers, separated by spaces, without a path or with that of an interface. */
const addressList = z
  .string()
  .transform((list) => list.split(/[\s,]+/).filter(Boolean))
  .pipe(
    z
      .array(z.string().regex(/^https?:\/\/[^\s?#@]+$/, 'must be addresses such as http://10.0.0.5:6081'))
      .max(50, 'must be 50 addresses at most'),
  )
  .transform((addresses) => addresses.map((address) => address.replace(/\/+$/, '')))
/** Headers as OpenTelemetry writes them: `name=value,other=value`, with values in percent encoding. */
const headerList = z.string().transform((list, context) => {
  const pairs = list.split(',').map((pair) => /^\s*([\w!#$%&'*+.^`|~-]+)\s*=\s*([\x21-\x7e]*)\s*$/.exec(pair))
  try {
    return Object.fromEntries(pairs.map((pair) => [pair?.[1] ?? fail(), decodeURIComponent(pair?.[2] ?? '')]))
  } catch {
    context.addIssue({
      code: 'custom',
      message: 'must be pairs such as authorization=Basic%20abc,other=value',
    })
    return z.NEVER
  }
})
const fail = (): never => {
  throw new Error('not a pair')
}

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

const databaseAddress = z.url({ protocol: /^postgres(ql)?$/ })

/** Every environment variable that the product reads, all optional. `.env.example` describes each one. */
export const variables = {
  PORT: wholeNumber(0, 65_535).default(3000),
  HOST: z.string().min(1).default('localhost'),
  DATA_DIR: z.string().min(1).optional(),
  OLD_POSTGRES_DIR: z.string().min(1).optional(),
  PUBLIC_URL: origin.optional(),
  STORAGE_QUOTA: byteSize.optional(),
  S3_URL: objectStore.optional(),
  S3_REDIRECT: onOff.default(false),
  DATABASE_URL: databaseAddress.optional(),
  DATABASE_LISTEN_URL: databaseAddress.optional(),
  DATABASE_READ_URL: databaseAddress.optional(),
  DATABASE_READ_LAG: wholeNumber(1, 3_600).default(10),
  ROLE: z.enum(['web', 'worker', 'all'], { error: 'must be web, worker or all' }).default('all'),
  BACKUP_DIR: z.string().min(1).optional(),
  BACKUP_S3_URL: objectStore.optional(),
  BACKUP_FREQUENCY: z.enum(['off', 'daily', 'weekly', 'monthly']).optional(),
  BACKUP_TIME: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time such as 03:10')
    .optional(),
  BACKUP_WEEKDAY: z.enum(['1', '2', '3', '4', '5', '6', '7'], 'must be from 1 to 7').optional(),
  BACKUP_MONTH_DAY: wholeNumber(1, 28).optional(),
  BACKUP_RETENTION: z.enum(['7', '14', '30', '90']).optional(),
  BACKUP_DESTINATION: z.enum(['folder', 'store', 'both']).optional(),
  BACKUP_KEYS: z.string().optional(),
  BACKUP_INCLUDE_SECRET: onOff.optional(),
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
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/, message: 'must be an address such as http://collector:4318' })
    .optional(),
  OTEL_EXPORTER_OTLP_HEADERS: headerList.optional(),
  OTEL_SERVICE_NAME: z.string().trim().min(1).max(200).default('firmeza'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number('must be a number from 0 to 1').min(0).max(1).default(1),
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
  EDGE_CACHE: z.enum(edgeCacheKinds, { error: `must be one of ${edgeCacheKinds.join(', ')}` }).optional(),
  EDGE_CACHE_URL: addressList.optional(),
  EDGE_CACHE_TOKEN: visibleText
    .refine(({ length }) => length >= 16, 'must have at least 16 characters')
    .optional(),
  EDGE_CACHE_ID: z
    .string()
    .trim()
    .regex(/^[A-Za-z0-9]{8,64}$/, 'must be the id of a Fastly service or a Cloudflare zone')
    .optional(),
  EDGE_CACHE_SOFT_PURGE: onOff.default(false),
  CHAIN_RPC_URL: z
    .url({ protocol: /^https?$/, error: 'must be an address such as https://node.example.org/key' })
    .optional(),
  CHAIN_KEY: chainKey.optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
} as const

const isSameKey = (one: string, other: string) => createPrivateKey(one).equals(createPrivateKey(other))

/** Whether two places hold nothing of each other, so that no backup is taken for a file, or backed up itself. */
const isApart = (one: ObjectStorePlace, other: ObjectStorePlace) =>
  one.endpoint !== other.endpoint ||
  one.bucket !== other.bucket ||
  !(one.folder.startsWith(other.folder) || other.folder.startsWith(one.folder))

/** All variables, with what they need of each other. */
export const environmentSchema = z
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
  .refine(({ DATABASE_LISTEN_URL, DATABASE_URL }) => !DATABASE_LISTEN_URL || DATABASE_URL, {
    error: 'must be set with DATABASE_LISTEN_URL',
    path: ['DATABASE_URL'],
  })
  .refine(({ DATABASE_READ_URL, DATABASE_URL }) => !DATABASE_READ_URL || DATABASE_URL, {
    error: 'must be set with DATABASE_READ_URL',
    path: ['DATABASE_URL'],
  })
  .refine(({ ROLE, DATABASE_URL }) => ROLE === 'all' || DATABASE_URL, {
    error: 'must be set with ROLE, since the embedded database serves one process',
    path: ['DATABASE_URL'],
  })
  .refine(({ S3_URL, BACKUP_S3_URL }) => !S3_URL || !BACKUP_S3_URL || isApart(S3_URL, BACKUP_S3_URL), {
    error: 'must be another bucket than that of S3_URL, or neither folder within the other',
    path: ['BACKUP_S3_URL'],
  })
  .refine(
    ({ BACKUP_DESTINATION, BACKUP_S3_URL }) => (BACKUP_DESTINATION ?? 'folder') === 'folder' || BACKUP_S3_URL,
    { error: 'must be set with BACKUP_DESTINATION=store and both', path: ['BACKUP_S3_URL'] },
  )
  .refine(({ BACKUP_INCLUDE_SECRET, BACKUP_KEYS }) => !BACKUP_INCLUDE_SECRET || BACKUP_KEYS, {
    error: 'must be set with BACKUP_INCLUDE_SECRET, since the secret is only in encrypted backups',
    path: ['BACKUP_KEYS'],
  })
  .refine(({ COUNTRY_HEADER, TRUST_PROXY }) => !COUNTRY_HEADER || TRUST_PROXY, {
    error: 'must be set with TRUST_PROXY',
    path: ['COUNTRY_HEADER'],
  })
  .refine(({ EDGE_CACHE, EDGE_CACHE_TOKEN }) => !EDGE_CACHE || EDGE_CACHE_TOKEN, {
    error: 'must be set with EDGE_CACHE',
    path: ['EDGE_CACHE_TOKEN'],
  })
  .refine(({ EDGE_CACHE, EDGE_CACHE_URL }) => EDGE_CACHE !== 'varnish' || EDGE_CACHE_URL?.length, {
    error: 'must be set with EDGE_CACHE=varnish',
    path: ['EDGE_CACHE_URL'],
  })
  .refine(({ EDGE_CACHE, EDGE_CACHE_ID }) => !EDGE_CACHE || EDGE_CACHE === 'varnish' || EDGE_CACHE_ID, {
    error: 'must be set with EDGE_CACHE=fastly and EDGE_CACHE=cloudflare',
    path: ['EDGE_CACHE_ID'],
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
