import { seoSettings } from '#features/seo/settings.ts'
import type { SettingDefinition } from '#shared/setting.ts'
import { type VerifiedEngine, verificationElements, verifiedEngines } from './contract.ts'

/** Where the code of each engine is stored. */
export const verificationSettings: Record<VerifiedEngine, (typeof seoSettings)['googleVerification']> = {
  google: seoSettings.googleVerification,
  baidu: seoSettings.baiduVerification,
  yandex: seoSettings.yandexVerification,
  bing: seoSettings.bingVerification,
}

/** The elements for the head of every page, by the codes that are stored. */
export function listVerifications({
  get,
}: {
  get: (setting: SettingDefinition<string>) => string
}): { name: string; content: string }[] {
  return verifiedEngines
    .map((engine) => ({ name: verificationElements[engine], content: get(verificationSettings[engine]) }))
    .filter(({ content }) => content !== '')
}
