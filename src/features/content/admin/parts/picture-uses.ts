import type { Translate } from '#admin/kit/texts/texts.ts'
import { ContentKey } from '#features/content/contract.ts'
import type { PictureUse } from '#features/media/contract.ts'
import { isLanguage, languageNames } from '#shared/languages.ts'
import { contentTitle } from './content-title.ts'

/** A text that shows a picture, as people name it. */
export function nameUse({ key, language, version }: Omit<PictureUse, 'is_newest'>, t: Translate): string {
  const known = ContentKey.safeParse(key)
  return t('pictures.use', {
    text: known.success ? contentTitle(known.data, t) : key,
    language: isLanguage(language) ? languageNames[language] : language,
    version,
  })
}

/** A sentence about the texts that show a picture; empty if there are none. */
export function describeUses(uses: readonly PictureUse[], t: Translate, uiLanguage: string): string {
  if (uses.length === 0) return ''
  const places = uses.map((use) => nameUse(use, t))
  return t('pictures.uses', { list: new Intl.ListFormat(uiLanguage).format(places) })
}
