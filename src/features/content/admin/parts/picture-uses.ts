import { isolate } from '#admin/kit/texts/isolate.ts'
import type { Translate } from '#admin/kit/texts/texts.ts'
import { ContentKey } from '#features/content/contract.ts'
import {
  type CampaignPictureUse,
  isCampaignUse,
  isSharedUse,
  type SharedPictureUse,
  type TextPictureUse,
} from '#features/media/contract.ts'
import { isLanguage, languageNames } from '#shared/languages.ts'
import { contentTitle } from './content-title.ts'

/** Where a picture is shown. */
export type ShownUse = Omit<TextPictureUse, 'is_newest'> | CampaignPictureUse | SharedPictureUse

/** A text or a campaign that shows a picture, as people name it. */
export function nameUse(use: ShownUse, t: Translate): string {
  if (isCampaignUse(use)) return t('pictures.campaignUse', { name: use.name })
  if (isSharedUse(use)) {
    const language = isLanguage(use.language) ? languageNames[use.language] : use.language
    return t('pictures.sharedUse', { page: isolate(use.shared_page), language })
  }
  const { key, language, version } = use
  const known = ContentKey.safeParse(key)
  const place = {
    text: known.success ? contentTitle(known.data, t) : key,
    language: isLanguage(language) ? languageNames[language] : language,
  }
  return version === null ? t('pictures.unsavedUse', place) : t('pictures.use', { ...place, version })
}

/** A sentence about the texts and campaigns that show a picture; empty if there are none. */
export function describeUses(uses: readonly ShownUse[], t: Translate, uiLanguage: string): string {
  if (uses.length === 0) return ''
  const places = uses.map((use) => nameUse(use, t))
  return t('pictures.uses', { list: new Intl.ListFormat(uiLanguage).format(places) })
}
