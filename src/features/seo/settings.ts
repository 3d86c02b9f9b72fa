import { z } from 'zod'
import { countedText } from '#features/content/contract.ts'
import { seoDescriptionLimit, seoKeywordsLimit, seoTitleLimit } from '#features/content/model.ts'
import { templateText } from '#features/seo/templates/contract.ts'
import { plainTitleTemplate, titleVariables } from '#features/seo/templates/model.ts'
import { defineSetting } from '#shared/setting.ts'
import { localizedText } from '#shared/text.ts'

/** The code of a search engine. People copy the whole `<meta>` element, so its content is taken out of it. */
export const VerificationCode = z
  .string('required')
  .trim()
  .max(500, 'too_long')
  .transform((value) => /^<meta\b[^>]*\bcontent=["']?([^"'\s>]*)/i.exec(value)?.[1] || value)
  .pipe(z.string().regex(/^[\w.+/=-]{0,200}$/, 'verification_code_invalid'))

const verification = (key: string) =>
  defineSetting(key, { schema: VerificationCode, default: '', readableBy: 'editor' })

/** What search engines are told. */
export const seoSettings = {
  /** The title of the landing page by language, where no published text has one. */
  metaTitle: defineSetting('metaTitle', {
    schema: localizedText(countedText(seoTitleLimit)),
    default: {},
    readableBy: 'editor',
  }),
  metaDescription: defineSetting('metaDescription', {
    schema: localizedText(countedText(seoDescriptionLimit)),
    default: {},
    readableBy: 'editor',
  }),
  /** The titles of pages that have none of their own for search results. */
  titleTemplate: defineSetting('titleTemplate', {
    schema: templateText({ limit: 80, variables: titleVariables, needed: 'title' }).refine(
      (value) => value !== '',
      'required',
    ),
    default: plainTitleTemplate,
    readableBy: 'editor',
  }),
  metaKeywords: defineSetting('metaKeywords', {
    schema: localizedText(countedText(seoKeywordsLimit)),
    default: {},
    readableBy: 'editor',
  }),
  googleVerification: verification('googleVerification'),
  baiduVerification: verification('baiduVerification'),
  yandexVerification: verification('yandexVerification'),
  bingVerification: verification('bingVerification'),
  enableSitemap: defineSetting('enableSitemap', {
    schema: z.boolean('invalid'),
    default: true,
    readableBy: 'editor',
  }),
}
