import community from '#features/early-adopters/site/community.css?inline'
import type { Language } from '#shared/languages.ts'
import chrome from './chrome/chrome.css?inline'
import type { PageName } from './contract.ts'
import errorStyle from './error/error.css?inline'
import { writeFontFaces } from './fonts.ts'
import advantages from './landing/advantages.css?inline'
import cases from './landing/cases.css?inline'
import hero from './landing/hero.css?inline'
import investors from './landing/investors.css?inline'
import resources from './landing/resources.css?inline'
import section from './landing/section.css?inline'
import base from './styles/base.css?inline'
import prose from './styles/prose.css?inline'
import arabic from './styles/script-arabic.css?inline'
import chinese from './styles/script-chinese.css?inline'
import cyrillic from './styles/script-cyrillic.css?inline'
import hindi from './styles/script-hindi.css?inline'
import tokens from './styles/tokens.css?inline'

const pageStyles: Record<PageName, string[]> = {
  landing: [hero, section, advantages, cases, community, investors, resources],
  error: [errorStyle],
}

// What a script needs otherwise than Latin: it comes last, so that it wins.
const scriptStyles: Partial<Record<Language, string>> = { ar: arabic, hi: hindi, ru: cyrillic, zh: chinese }

/** The whole style of a page, for its one `<style>`. */
export function composeStyle(page: PageName, language: Language, hasPublishedText: boolean): string {
  return [
    writeFontFaces(language),
    tokens,
    base,
    chrome,
    ...pageStyles[page],
    hasPublishedText ? prose : '',
    scriptStyles[language] ?? '',
  ]
    .join('')
    .replaceAll('\n', '')
}
