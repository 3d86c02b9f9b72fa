import type { Translate } from '#admin/kit/texts/texts.ts'
import { isLanguage, languageNames } from '#shared/languages.ts'

const seoFields = {
  seo_title: 'editor.seoTitle',
  seo_description: 'editor.seoDescription',
  seo_keywords: 'editor.seoKeywords',
} as const

/** The fields of pictures, documents, mails and redirects. */
const plainFields = [
  ...(['filename', 'type', 'width', 'height', 'size', 'alternatives'] as const),
  ...([
    'title',
    'description',
    'keywords',
    'category',
    'is_featured',
    'language',
    'status',
    'variants',
  ] as const),
  ...(['subject', 'preheader', 'body', 'action'] as const),
  ...(['to', 'kind', 'note'] as const),
]

/** What people call a field that `content.json` names, such as `published.seo_title` and `alternatives.ar`. */
export function nameOfField(name: string, t: Translate): string {
  const [first = '', second = ''] = name.split('.')
  if (first === 'published' || first === 'draft') {
    const state = t(`content.status.${first}`)
    const seo = Object.keys(seoFields).find((one): one is keyof typeof seoFields => one === second)
    return seo ? `${state} · ${t(seoFields[seo])}` : state
  }
  if (name === 'file.name') return t('transfer.fields.fileName')
  if (name === 'file.size') return t('transfer.fields.fileSize')
  const plain = plainFields.find((one) => one === first)
  if (!plain) return name
  const label = t(`transfer.fields.${plain}`)
  return isLanguage(second) ? `${label} · ${languageNames[second]}` : label
}

const words = {
  status: ['draft', 'published', 'archived', 'deleted'],
  category: ['manual', 'guide', 'whitepaper', 'technical', 'legal'],
} as const

/** What people call the value of a field, where it is a code. */
export function nameOfValue(name: string, value: string, t: Translate): string {
  if (name === 'language') return isLanguage(value) ? languageNames[value] : value
  if (name === 'is_featured' && value)
    return t(value === 'true' ? 'transfer.values.yes' : 'transfer.values.no')
  if (name !== 'status' && name !== 'category') return value
  const word = words[name].find((one) => one === value)
  return word ? t(`transfer.values.${word}`) : value
}
