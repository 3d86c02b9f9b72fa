import type { PageAppearance } from '#features/seo/appearance/contract.ts'
import type { Language } from '#shared/languages.ts'

/** Where the words of a page for search results are changed; undefined where they are built in. */
export function editingPath({ page, text_key }: PageAppearance, language: Language): string | undefined {
  if (text_key) return `/admin/content/${text_key}?language=${language}`
  return page === 'landing' ? '/admin/settings/seo' : undefined
}
