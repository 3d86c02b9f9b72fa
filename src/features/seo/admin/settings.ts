import type { SettingField } from '#admin/kit/settings.ts'
import { seoDescriptionLimit, seoKeywordsLimit, seoTitleLimit } from '#features/content/model.ts'
import { templateLimits } from '#features/seo/documents/settings.ts'
import { robotsLimit } from '#features/seo/model.ts'
import { credentialLimits } from '#features/seo/submission/settings.ts'

const documents = { section: 'documents', group: 'settings.groups.documentResults' } as const
const result = { section: 'seo', group: 'settings.groups.result' } as const
const submission = { section: 'seo', group: 'settings.groups.submission' } as const
const engines = { section: 'seo', group: 'settings.groups.engines' } as const

const verifications: readonly SettingField[] = (['google', 'baidu', 'yandex', 'bing'] as const).map(
  (engine, index) => ({
    ...{
      ...engines,
      key: `${engine}Verification`,
      order: 50 + index,
      kind: 'line',
      limit: 500,
      isCode: true,
    },
    label: `settings.fields.${engine}Verification`,
    hint: `settings.hints.${engine}Verification`,
  }),
)

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
    ...{ ...result, key: 'titleTemplate', order: 35, kind: 'line', limit: 80, isCode: true },
    label: 'settings.fields.titleTemplate',
    hint: 'settings.hints.titleTemplate',
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
    ...{ ...engines, key: 'robotsRules', order: 45, kind: 'lines', limit: robotsLimit, isCode: true },
    ...{ label: 'settings.fields.robotsRules', hint: 'settings.hints.robotsRules' },
  },
  {
    ...{ ...engines, key: 'hiddenPages', order: 46, kind: 'elsewhere', to: '/admin/seo/appearance' },
    label: 'settings.fields.hiddenPages',
  },
  {
    ...{ ...engines, key: 'sharePictures', order: 47, kind: 'elsewhere', to: '/admin/seo/appearance' },
    label: 'settings.fields.sharePictures',
  },
  ...verifications,
  {
    ...{ ...documents, key: 'documentsTitleTemplate', order: 110, kind: 'localizedLine' },
    ...{ limit: templateLimits.title, label: 'settings.fields.documentsTitleTemplate' },
  },
  {
    ...{ ...documents, key: 'documentsDescriptionTemplate', order: 120, kind: 'localizedLines' },
    ...{ limit: templateLimits.description, label: 'settings.fields.documentsDescriptionTemplate' },
  },
  {
    ...{ ...documents, key: 'documentsKeywordsBase', order: 130, kind: 'localizedLine' },
    ...{ limit: templateLimits.keywords, label: 'settings.fields.documentsKeywordsBase' },
  },
  {
    ...{ ...documents, key: 'sitemapIncludeDocuments', order: 140, kind: 'switch' },
    ...{
      says: 'settings.switches.sitemapIncludeDocuments',
      label: 'settings.fields.sitemapIncludeDocuments',
    },
  },
  {
    ...{ ...documents, key: 'analyticsTrackDownloads', order: 150, kind: 'switch' },
    ...{
      says: 'settings.switches.analyticsTrackDownloads',
      label: 'settings.fields.analyticsTrackDownloads',
    },
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
