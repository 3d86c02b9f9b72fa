import type { Translate } from '#admin/kit/texts/texts.ts'
import type { ContentKey } from '#features/content/contract.ts'

export type ContentGroup = 'home' | 'about' | 'use-cases'

/** The page that a text belongs to. */
export function contentGroup(key: ContentKey): ContentGroup {
  if (key.startsWith('home-')) return 'home'
  return key.startsWith('about-') ? 'about' : 'use-cases'
}

/** A text's name where its page is not already named: "Página de inicio: Cabecera". */
export function contentTitle(key: ContentKey, t: Translate): string {
  return t('content.fullTitle', {
    group: t(`content.groups.${contentGroup(key)}`),
    title: t(`content.keys.${key}`),
  })
}
