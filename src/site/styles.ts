import badge from '#features/badges/site/badge.css?inline'
import community from '#features/early-adopters/site/community.css?inline'
import type { Language } from '#shared/languages.ts'
import about from '#site/about/about.css?inline'
import chrome from '#site/chrome/chrome.css?inline'
import consent from '#site/consent/consent.css?inline'
import docs from '#site/docs/docs.css?inline'
import errorStyle from '#site/error/error.css?inline'
import advantages from '#site/landing/advantages.css?inline'
import cases from '#site/landing/cases.css?inline'
import hero from '#site/landing/hero.css?inline'
import investors from '#site/landing/investors.css?inline'
import resources from '#site/landing/resources.css?inline'
import section from '#site/landing/section.css?inline'
import legal from '#site/legal/legal.css?inline'
import preview from '#site/preview/preview.css?inline'
import invitation from '#site/register/invitation.css?inline'
import register from '#site/register/register.css?inline'
import rights from '#site/rights/rights.css?inline'
import base from '#site/styles/base.css?inline'
import prose from '#site/styles/prose.css?inline'
import arabic from '#site/styles/script-arabic.css?inline'
import chinese from '#site/styles/script-chinese.css?inline'
import cyrillic from '#site/styles/script-cyrillic.css?inline'
import hindi from '#site/styles/script-hindi.css?inline'
import identity from '#site/use-cases/identity.css?inline'
import industrial from '#site/use-cases/industrial.css?inline'
import sides from '#site/use-cases/sides.css?inline'
import strip from '#site/use-cases/strip.css?inline'
import transparency from '#site/use-cases/transparency.css?inline'
import useCase from '#site/use-cases/use-case.css?inline'
import tokens from '#ui/tokens.css?inline'
import type { PageInput, PageName } from './contract.ts'
import { writeFontFaces } from './fonts.ts'

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
