import type { Translate } from '#admin/kit/texts/texts.ts'
import { type ContentKey, contentGroup } from '#features/content/contract.ts'

/** A text's name where its page is not already named: "Página de inicio: Cabecera". */
export function contentTitle(key: ContentKey, t: Translate): string {
  return t('content.fullTitle', {
    group: t(`content.groups.${contentGroup(key)}`),
    title: t(`content.keys.${key}`),
  })
}
