import type { SettingField } from '#admin/kit/settings.ts'
import { type ClientPlatform, credentialLimits } from '#features/social/settings.ts'

const section = 'social'

/** The application at a platform, in a group of its own. */
function clientFields(platform: ClientPlatform, order: number): SettingField[] {
  const group = groups[platform]
  return [
    {
      ...{ section, group, key: `${platform}ClientId`, order, kind: 'line', limit: credentialLimits.id },
      ...{ isCode: true, label: `settings.fields.${platform}ClientId` },
      hint: platform === 'tiktok' ? 'settings.hints.socialClientKey' : 'settings.hints.socialClientId',
    },
    {
      ...{ section, group, key: `${platform}ClientSecret`, order: order + 1, kind: 'secret' },
      ...{ limit: credentialLimits.secret, label: `settings.fields.${platform}ClientSecret` },
      hint: 'settings.hints.socialClientSecret',
    },
  ]
}

const groups = {
  github: 'settings.groups.socialGithub',
  instagram: 'settings.groups.socialInstagram',
  reddit: 'settings.groups.socialReddit',
  twitter: 'settings.groups.socialTwitter',
  linkedin: 'settings.groups.socialLinkedin',
  stackoverflow: 'settings.groups.socialStackoverflow',
  tiktok: 'settings.groups.socialTiktok',
  threads: 'settings.groups.socialThreads',
} as const satisfies Record<ClientPlatform, string>

/** With what the product is known to social platforms. */
export const settingFields: readonly SettingField[] = [
  {
    ...{ section, group: 'settings.groups.socialPlatforms', key: 'managedSocialPlatforms', order: 10 },
    ...{ kind: 'elsewhere', to: '/admin/social/cuentas', label: 'settings.fields.managedSocialPlatforms' },
  },
  ...clientFields('github', 20),
  ...clientFields('instagram', 30),
  ...clientFields('reddit', 40),
  ...clientFields('twitter', 50),
  ...clientFields('linkedin', 60),
  ...clientFields('stackoverflow', 70),
  {
    ...{ section, group: groups.stackoverflow, key: 'stackoverflowKey', order: 72, kind: 'secret' },
    ...{ limit: credentialLimits.secret, label: 'settings.fields.stackoverflowKey' },
    hint: 'settings.hints.socialKey',
  },
  ...clientFields('tiktok', 80),
  ...clientFields('threads', 90),
]
