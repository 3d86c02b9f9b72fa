import { z } from 'zod'
import { seoKeywordsLimit } from '#features/content/model.ts'
import { templateText } from '#features/seo/templates/contract.ts'
import { documentDescriptionVariables, documentTitleVariables } from '#features/seo/templates/model.ts'
import { defineSetting } from '#shared/setting.ts'
import { localizedText, text } from '#shared/text.ts'

/** How long templates may be, in characters with the names of their variables. */
export const templateLimits = { title: 160, description: 400, keywords: seoKeywordsLimit } as const

export const DocumentTitleTemplate = templateText({
  ...{ limit: templateLimits.title, variables: documentTitleVariables, needed: 'title' },
})
export const DocumentDescriptionTemplate = templateText({
  ...{ limit: templateLimits.description, variables: documentDescriptionVariables },
})
export const DocumentKeywords = text(templateLimits.keywords)

/** What search engines are told of the pages of documents. */
export const documentSeoSettings = {
  titles: defineSetting('documentsTitleTemplate', {
    schema: localizedText(DocumentTitleTemplate),
    default: {},
    readableBy: 'viewer',
  }),
  descriptions: defineSetting('documentsDescriptionTemplate', {
    schema: localizedText(DocumentDescriptionTemplate),
    default: {},
    readableBy: 'viewer',
  }),
  keywords: defineSetting('documentsKeywordsBase', {
    schema: localizedText(DocumentKeywords),
    default: {},
    readableBy: 'viewer',
  }),
  inSitemap: defineSetting('sitemapIncludeDocuments', {
    schema: z.boolean('invalid'),
    default: true,
    readableBy: 'viewer',
  }),
  tracksDownloads: defineSetting('analyticsTrackDownloads', {
    schema: z.boolean('invalid'),
    default: true,
    readableBy: 'viewer',
  }),
}
