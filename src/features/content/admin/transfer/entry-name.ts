import type { Translate } from '#admin/kit/texts/texts.ts'
import { contentTitle } from '#features/content/admin/parts/content-title.ts'
import { ContentKey } from '#features/content/contract.ts'
import type { TransferEntry } from '#features/content/transfer/contract.ts'
import { languageNames } from '#shared/languages.ts'

/** What people call an item. */
export function nameOfEntry({ part, key, label, language }: TransferEntry, t: Translate): string {
  const known = part === 'texts' ? ContentKey.safeParse(key) : undefined
  const name = known?.success ? contentTitle(known.data, t) : label
  return language ? `${name} · ${languageNames[language]}` : name
}

const seoFields = {
  seo_title: 'editor.seoTitle',
  seo_description: 'editor.seoDescription',
  seo_keywords: 'editor.seoKeywords',
} as const

/** What people call a field of a text, as `content.json` names it; the fields of other parts have the names that are there. */
export function nameOfField(name: string, t: Translate): string {
  const [version, field] = name.split('.')
  if (version !== 'published' && version !== 'draft') return name
  const known = Object.keys(seoFields).find((one): one is keyof typeof seoFields => one === field)
  const state = t(`content.status.${version}`)
  return known ? `${state} · ${t(seoFields[known])}` : state
}
