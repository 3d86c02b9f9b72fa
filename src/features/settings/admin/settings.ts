import type { SettingField } from '#admin/kit/settings.ts'
import { siteLimits } from '#site/settings.ts'

const identity = { section: 'general', group: 'settings.groups.identity' } as const
const region = { section: 'general', group: 'settings.groups.region' } as const
const mail = { section: 'general', group: 'settings.groups.mail' } as const
const company = { section: 'general', group: 'settings.groups.company' } as const
const profiles = { section: 'general', group: 'settings.groups.profiles' } as const
const access = { section: 'api', group: 'settings.groups.access' } as const
const origins = { section: 'api', group: 'settings.groups.origins' } as const
const diagnosis = { section: 'api', group: 'settings.groups.diagnosis' } as const

const general: readonly SettingField[] = [
  {
    ...{ ...identity, key: 'siteName', order: 10, kind: 'line', limit: siteLimits.name, isCounted: true },
    label: 'settings.fields.siteName',
    hint: 'settings.hints.siteName',
  },
  {
    ...{ ...identity, key: 'siteTagline', order: 20, kind: 'localizedLine', limit: siteLimits.tagline },
    label: 'settings.fields.siteTagline',
    hint: 'settings.hints.siteTagline',
    isCounted: true,
  },
  {
    ...{ ...region, key: 'defaultLanguage', order: 30, kind: 'language' },
    label: 'settings.fields.defaultLanguage',
    hint: 'settings.hints.defaultLanguage',
  },
  {
    ...{ ...region, key: 'timeZone', order: 40, kind: 'timeZone' },
    label: 'settings.fields.timeZone',
    hint: 'settings.hints.timeZone',
  },
  {
    ...{ ...mail, key: 'contactEmail', order: 50, kind: 'mailbox' },
    label: 'settings.fields.contactEmail',
    hint: 'settings.hints.contactEmail',
  },
  {
    ...{ ...mail, key: 'supportEmail', order: 60, kind: 'mailbox' },
    label: 'settings.fields.supportEmail',
    hint: 'settings.hints.supportEmail',
  },
  {
    ...{ ...mail, key: 'privacyEmail', order: 70, kind: 'mailbox' },
    label: 'settings.fields.privacyEmail',
    hint: 'settings.hints.privacyEmail',
  },
  {
    ...{ ...mail, key: 'legalEmail', order: 80, kind: 'mailbox' },
    label: 'settings.fields.legalEmail',
    hint: 'settings.hints.legalEmail',
  },
  {
    ...{ ...mail, key: 'adminEmail', order: 90, kind: 'email' },
    label: 'settings.fields.adminEmail',
    hint: 'settings.hints.adminEmail',
  },
  {
    ...{ ...company, key: 'companyName', order: 100, kind: 'line', limit: siteLimits.company },
    label: 'settings.fields.companyName',
    hint: 'settings.hints.companyName',
  },
  {
    ...{ ...company, key: 'companyAddress', order: 110, kind: 'lines', limit: siteLimits.address },
    label: 'settings.fields.companyAddress',
    hint: 'settings.hints.companyAddress',
  },
  {
    ...{ ...company, key: 'companyRegister', order: 120, kind: 'register' },
    label: 'settings.fields.companyRegister',
    hint: 'settings.hints.companyRegister',
  },
  {
    ...{ ...company, key: 'governingLaw', order: 130, kind: 'country' },
    label: 'settings.fields.governingLaw',
    hint: 'settings.hints.governingLaw',
  },
  {
    ...{ ...profiles, key: 'socialProfiles', order: 140, kind: 'socialProfiles' },
    label: 'settings.fields.socialProfiles',
    hint: 'settings.hints.socialProfiles',
  },
  {
    ...{ ...profiles, key: 'codeHost', order: 150, kind: 'line' },
    limit: 500,
    isCode: true,
    label: 'settings.fields.codeHost',
    hint: 'settings.hints.codeHost',
  },
]

const api: readonly SettingField[] = [
  {
    ...{ ...access, key: 'enableApi', order: 10, kind: 'switch', says: 'settings.switches.enableApi' },
    label: 'settings.fields.enableApi',
    hint: 'settings.hints.enableApi',
    danger: (value) => (value === false ? 'settings.danger.apiOff' : 'settings.danger.apiOn'),
  },
  {
    ...{ ...access, key: 'apiRateLimit', order: 20, kind: 'number', zero: 'settings.values.unlimited' },
    label: 'settings.fields.apiRateLimit',
    hint: 'settings.hints.apiRateLimit',
    danger: (value) => (value === 0 ? 'settings.danger.rateUnlimited' : 'settings.danger.rate'),
  },
  {
    ...{ ...origins, key: 'corsOrigins', order: 30, kind: 'origins' },
    label: 'settings.fields.corsOrigins',
    hint: 'settings.hints.corsOrigins',
    danger: (value) => {
      if (!Array.isArray(value) || value.length === 0) return 'settings.danger.originsNone'
      return value.includes('*') ? 'settings.danger.originsAll' : 'settings.danger.originsSome'
    },
  },
  {
    ...{ ...diagnosis, key: 'debugMode', order: 40, kind: 'switch', says: 'settings.switches.debugMode' },
    label: 'settings.fields.debugMode',
    hint: 'settings.hints.debugMode',
    danger: (value) => (value === true ? 'settings.danger.debugOn' : 'settings.danger.debugOff'),
  },
]

/** The site's own settings and those of the API, which belong to no feature. */
export const settingFields: readonly SettingField[] = [...general, ...api]
