import { z } from 'zod'
import { defineSetting, type SettingDefinition } from '#shared/setting.ts'
import { text } from '#shared/text.ts'
import { PlatformId, platformIds } from './contract.ts'

export const credentialLimits = { id: 200, secret: 500 } as const

/** What can be sent in an address or a header. */
const visibleAscii = /^[\x21-\x7e]*$/

const secretText = z
  .string('required')
  .trim()
  .min(1, 'required')
  .max(credentialLimits.secret, 'too_long')
  .regex(visibleAscii, 'secret_invalid')

const clientId = (key: string, variable: string) =>
  defineSetting(key, {
    schema: text(credentialLimits.id).refine((value) => visibleAscii.test(value), 'secret_invalid'),
    default: '',
    variable,
  })

const secret = (key: string, variable: string) =>
  defineSetting(key, { schema: secretText, isSecret: true, variable })

/** The application that the operator has registered at a platform. */
interface ClientSettings {
  id: SettingDefinition<string>
  secret: SettingDefinition<string>
  /** The further key that Stack Overflow gives an application. */
  key?: SettingDefinition<string>
}

/** By platform, for those at whose own page accounts are connected. */
export const clientSettings = {
  github: {
    id: clientId('githubClientId', 'SOCIAL_GITHUB_CLIENT_ID'),
    secret: secret('githubClientSecret', 'SOCIAL_GITHUB_CLIENT_SECRET'),
  },
  instagram: {
    id: clientId('instagramClientId', 'SOCIAL_INSTAGRAM_CLIENT_ID'),
    secret: secret('instagramClientSecret', 'SOCIAL_INSTAGRAM_CLIENT_SECRET'),
  },
  reddit: {
    id: clientId('redditClientId', 'SOCIAL_REDDIT_CLIENT_ID'),
    secret: secret('redditClientSecret', 'SOCIAL_REDDIT_CLIENT_SECRET'),
  },
  twitter: {
    id: clientId('twitterClientId', 'SOCIAL_TWITTER_CLIENT_ID'),
    secret: secret('twitterClientSecret', 'SOCIAL_TWITTER_CLIENT_SECRET'),
  },
  linkedin: {
    id: clientId('linkedinClientId', 'SOCIAL_LINKEDIN_CLIENT_ID'),
    secret: secret('linkedinClientSecret', 'SOCIAL_LINKEDIN_CLIENT_SECRET'),
  },
  stackoverflow: {
    id: clientId('stackoverflowClientId', 'SOCIAL_STACKOVERFLOW_CLIENT_ID'),
    secret: secret('stackoverflowClientSecret', 'SOCIAL_STACKOVERFLOW_CLIENT_SECRET'),
    key: secret('stackoverflowKey', 'SOCIAL_STACKOVERFLOW_KEY'),
  },
  tiktok: {
    id: clientId('tiktokClientId', 'SOCIAL_TIKTOK_CLIENT_ID'),
    secret: secret('tiktokClientSecret', 'SOCIAL_TIKTOK_CLIENT_SECRET'),
  },
  threads: {
    id: clientId('threadsClientId', 'SOCIAL_THREADS_CLIENT_ID'),
    secret: secret('threadsClientSecret', 'SOCIAL_THREADS_CLIENT_SECRET'),
  },
} satisfies Partial<Record<PlatformId, ClientSettings>>
export type ClientPlatform = keyof typeof clientSettings

/** The settings of a platform's application; undefined where it needs none. */
export const findClientSettings = (platform: PlatformId): ClientSettings | undefined =>
  platform in clientSettings ? clientSettings[platform as ClientPlatform] : undefined

/** The platforms that are offered, in the order of all. */
export const managedSocialPlatforms = defineSetting<PlatformId[]>('managedSocialPlatforms', {
  schema: z
    .array(PlatformId, 'invalid')
    .max(platformIds.length, 'too_long')
    .transform((chosen) => platformIds.filter((id) => chosen.includes(id))),
  default: [...platformIds],
  readableBy: 'editor',
})

export const socialSettings: readonly SettingDefinition[] = [
  managedSocialPlatforms,
  ...Object.values<ClientSettings>(clientSettings).flatMap(({ id, secret, key }) => [
    id,
    secret,
    ...(key ? [key] : []),
  ]),
]
