import badge from '#features/badges/site/badge.css?inline'
import community from '#features/early-adopters/site/community.css?inline'
import type { Language } from '#shared/languages.ts'
import tokens from '#ui/tokens.css?inline'
import about from './about/about.css?inline'
import chrome from './chrome/chrome.css?inline'
import consent from './consent/consent.css?inline'
import type { PageInput, PageName } from './contract.ts'
import docs from './docs/docs.css?inline'
import errorStyle from './error/error.css?inline'
import { writeFontFaces } from './fonts.ts'
import advantages from './landing/advantages.css?inline'
import cases from './landing/cases.css?inline'
import hero from './landing/hero.css?inline'
import investors from './landing/investors.css?inline'
import resources from './landing/resources.css?inline'
import section from './landing/section.css?inline'
import legal from './legal/legal.css?inline'
import preview from './preview/preview.css?inline'
import invitation from './register/invitation.css?inline'
import register from './register/register.css?inline'
import rights from './rights/rights.css?inline'
import base from './styles/base.css?inline'
import prose from './styles/prose.css?inline'
import arabic from './styles/script-arabic.css?inline'
import chinese from './styles/script-chinese.css?inline'
import cyrillic from './styles/script-cyrillic.css?inline'
import hindi from './styles/script-hindi.css?inline'
import identity from './use-cases/identity.css?inline'
import industrial from './use-cases/industrial.css?inline'
import sides from './use-cases/sides.css?inline'
import strip from './use-cases/strip.css?inline'
import transparency from './use-cases/transparency.css?inline'
import useCase from './use-cases/use-case.css?inline'

const pageStyles: Record<PageName, string[]> = {
  landing: [hero, section, advantages, cases, community, investors, resources],
  about: [hero, section, about, invitation],
  register: [hero, section, community, register, invitation],
  identity: [hero, section, community, useCase, identity, sides],
  transparency: [hero, section, community, useCase, strip, transparency],
  industrial: [hero, section, community, useCase, strip, industrial],
  docs: [section, docs],
  privacy: [legal],
  terms: [legal],
  rights: [community, rights],
  unsubscribe: [community, rights],
  badge: [section, badge],
  error: [errorStyle],
}

// What a script needs otherwise than Latin: it comes last, so that it wins.
const scriptStyles: Partial<Record<Language, string>> = { ar: arabic, hi: hindi, ru: cyrillic, zh: chinese }

/** The whole style of a page, for its one `<style>`. */
export function composeStyle({ page, language, texts, facts, preview: isPreview }: PageInput): string {
  return [
    writeFontFaces(language),
    tokens,
    base,
    chrome,
    ...pageStyles[page],
    Object.keys(texts).length > 0 ? prose : '',
    facts.googleTag ? consent : '',
    isPreview ? preview : '',
    scriptStyles[language] ?? '',
  ]
    .join('')
    .replaceAll('\n', '')
}
