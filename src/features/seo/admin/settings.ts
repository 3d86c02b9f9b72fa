import type { SettingField } from '#admin/kit/settings.ts'
import { seoDescriptionLimit, seoKeywordsLimit, seoTitleLimit } from '#features/content/model.ts'
import { credentialLimits } from '#features/seo/submission/settings.ts'

const result = { section: 'seo', group: 'settings.groups.result' } as const
const submission = { section: 'seo', group: 'settings.groups.submission' } as const
const engines = { section: 'seo', group: 'settings.groups.engines' } as const

/** What search engines are told. */
export const settingFields: readonly SettingField[] = [
  {
    ...{ ...result, key: 'metaTitle', order: 10, kind: 'localizedLine', limit: seoTitleLimit },
    label: 'settings.fields.metaTitle',
    hint: 'settings.hints.metaTitle',
    isCounted: true,
  },
  {
    ...{ ...result, key: 'metaDescription', order: 20, kind: 'localizedLines', limit: seoDescriptionLimit },
    label: 'settings.fields.metaDescription',
    hint: 'settings.hints.metaDescription',
    isCounted: true,
  },
  {
    ...{ ...result, key: 'metaKeywords', order: 30, kind: 'localizedLines', limit: seoKeywordsLimit },
    label: 'settings.fields.metaKeywords',
    hint: 'settings.hints.metaKeywords',
    isCounted: true,
  },
  {
    ...{
      ...engines,
      key: 'enableSitemap',
      order: 40,
      kind: 'switch',
      says: 'settings.switches.enableSitemap',
    },
    label: 'settings.fields.enableSitemap',
    hint: 'settings.hints.enableSitemap',
  },
  {
    ...{ ...engines, key: 'googleVerification', order: 50, kind: 'line', limit: 500, isCode: true },
    label: 'settings.fields.googleVerification',
    hint: 'settings.hints.googleVerification',
  },
  {
    ...{ ...engines, key: 'baiduVerification', order: 60, kind: 'line', limit: 500, isCode: true },
    label: 'settings.fields.baiduVerification',
    hint: 'settings.hints.baiduVerification',
  },
  {
    ...{
      ...submission,
      key: 'autoSubmit',
      order: 70,
      kind: 'switch',
      says: 'settings.switches.autoSubmit',
    },
    label: 'settings.fields.autoSubmit',
    hint: 'settings.hints.autoSubmit',
  },
  {
    ...{
      ...submission,
      key: 'googleServiceAccount',
      order: 80,
      kind: 'secret',
      limit: credentialLimits.serviceAccount,
    },
    label: 'settings.fields.googleServiceAccount',
    hint: 'settings.hints.googleServiceAccount',
  },
  {
    ...{
      ...submission,
      key: 'googleProperty',
      order: 90,
      kind: 'line',
      limit: credentialLimits.property,
      isCode: true,
    },
    label: 'settings.fields.googleProperty',
    hint: 'settings.hints.googleProperty',
  },
  {
    ...{ ...submission, key: 'yandexToken', order: 100, kind: 'secret', limit: credentialLimits.token },
    label: 'settings.fields.yandexToken',
    hint: 'settings.hints.yandexToken',
  },
  {
    ...{ ...submission, key: 'baiduToken', order: 110, kind: 'secret', limit: credentialLimits.token },
    label: 'settings.fields.baiduToken',
    hint: 'settings.hints.baiduToken',
  },
]
