import type { Language } from '#shared/languages.ts'
import { pageFade } from '#shared/page-fade.ts'
import chrome from '#site/chrome/chrome.css?inline'
import longName from '#site/chrome/long-name.css?inline'
import { isLongName } from '#site/chrome/name-length.ts'
import consent from '#site/consent/consent.css?inline'
import preview from '#site/preview/preview.css?inline'
import base from '#site/styles/base.css?inline'
import prose from '#site/styles/prose.css?inline'
import arabic from '#site/styles/script-arabic.css?inline'
import chinese from '#site/styles/script-chinese.css?inline'
import cyrillic from '#site/styles/script-cyrillic.css?inline'
import hindi from '#site/styles/script-hindi.css?inline'
import tokens from '#ui/tokens.css?inline'
import type { PageInput } from './contract.ts'
import { writeFontFaces } from './fonts.ts'

// The rules for scripts other than Latin: last, so that they take precedence.
const scriptStyles: Partial<Record<Language, string>> = { ar: arabic, hi: hindi, ru: cyrillic, zh: chinese }

/** The whole style of a page, for its one `<style>`: the common one and its `own`. */
export function composeStyle(
  own: readonly string[],
  { language, texts, facts, preview: isPreview }: PageInput,
): string {
  return [
    writeFontFaces(language),
    tokens,
    base,
    pageFade,
    chrome,
    // Only where it is needed: each page has little room for bytes.
    isLongName(facts.name) ? longName : '',
    ...own,
    Object.keys(texts).length > 0 ? prose : '',
    facts.googleTag ? consent : '',
    isPreview ? preview : '',
    scriptStyles[language] ?? '',
  ]
    .join('')
    .replaceAll('\n', '')
}
