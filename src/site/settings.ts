import { z } from 'zod'
import { countGraphemes } from '#features/content/model.ts'
import { fallbackLanguage, languages } from '#shared/languages.ts'
import { isCountry, isTimeZone } from '#shared/regions.ts'
import { defineSetting } from '#shared/setting.ts'
import { emailText, linesText, localizedText, nameText, text } from '#shared/text.ts'

/** How long the texts about the site may be, in characters as people count them. */
export const siteLimits = {
  name: 40,
  tagline: 80,
  company: 200,
  address: 500,
  register: 300,
  profiles: 20,
} as const

/** What stands in `companyRegister` for who is in no public register. */
export const unregistered = 'none'

/** A line of up to `limit` characters as people count them: letters of Hindi are several code points each. */
const shownLine = (limit: number) =>
  nameText(limit * 8).refine((value) => countGraphemes(value) <= limit, 'too_long')

const mailbox = (name: string, variable: string) =>
  defineSetting(`${name}Email`, {
    schema: emailText,
    default: ({ domain }) => `${name}@${domain}`,
    variable,
    readableBy: 'everyone',
  })

const isWebAddress = (text: string) => z.url({ protocol: /^https$/ }).safeParse(text).success

/** A profile of the team on a social network. */
export const SocialProfile = z.object({
  network: z
    .string('required')
    .trim()
    .regex(/^[a-z]{1,30}$/, 'network_invalid'),
  url: z.url({ protocol: /^https$/, error: 'address_invalid' }).max(500, 'too_long'),
})
export type SocialProfile = z.infer<typeof SocialProfile>

/** What the site says about itself and about who runs it. */
export const siteSettings = {
  siteName: defineSetting('siteName', {
    schema: shownLine(siteLimits.name).min(1, 'required'),
    default: 'Firmeza',
    variable: 'SITE_NAME',
    readableBy: 'everyone',
  }),
  /** By language; a language without one shows the built-in line. */
  siteTagline: defineSetting('siteTagline', {
    schema: localizedText(shownLine(siteLimits.tagline)),
    default: {},
    readableBy: 'everyone',
  }),
  /** Where the product writes to the team; empty for the general mailbox. */
  adminEmail: defineSetting('adminEmail', { schema: emailText.or(z.literal('')), default: '' }),
  /** For visitors whose browser asks for none of our languages. */
  defaultLanguage: defineSetting('defaultLanguage', {
    schema: z.enum(languages, 'language_unknown'),
    default: fallbackLanguage,
    readableBy: 'everyone',
  }),
  timeZone: defineSetting('timeZone', {
    schema: z.string('required').refine(isTimeZone, 'time_zone_unknown'),
    default: 'UTC',
    readableBy: 'everyone',
  }),
  companyName: defineSetting('companyName', {
    schema: nameText(siteLimits.company),
    default: '',
    variable: 'COMPANY_NAME',
    readableBy: 'everyone',
  }),
  companyAddress: defineSetting('companyAddress', {
    schema: linesText(siteLimits.address),
    default: '',
    variable: 'COMPANY_ADDRESS',
    readableBy: 'everyone',
  }),
  companyRegister: defineSetting('companyRegister', {
    schema: text(siteLimits.register),
    default: '',
    variable: 'COMPANY_REGISTER',
    readableBy: 'everyone',
  }),
  governingLaw: defineSetting('governingLaw', {
    schema: z.string('required').refine((code) => code === '' || isCountry(code), 'country_unknown'),
    default: '',
    variable: 'GOVERNING_LAW',
    readableBy: 'everyone',
  }),
  contactEmail: mailbox('contact', 'CONTACT_EMAIL'),
  privacyEmail: mailbox('privacy', 'PRIVACY_EMAIL'),
  legalEmail: mailbox('legal', 'LEGAL_EMAIL'),
  supportEmail: mailbox('support', 'SUPPORT_EMAIL'),
  /** Where the team's code is; none leads to its GitHub profile, else to the description of the API. */
  codeHost: defineSetting('codeHost', {
    schema: z
      .string('required')
      .trim()
      .max(500, 'too_long')
      .refine((url) => url === '' || isWebAddress(url), 'address_invalid'),
    default: '',
    variable: 'CODE_HOST',
    readableBy: 'everyone',
  }),
  socialProfiles: defineSetting('socialProfiles', {
    schema: z.array(SocialProfile, 'required').max(siteLimits.profiles, 'too_many'),
    default: [],
    variable: 'SOCIAL_LINKS',
    readableBy: 'everyone',
  }),
}
