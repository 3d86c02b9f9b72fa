import { findAddress, readTarget, splitAddress } from '#features/seo/prover/crawl/addresses.ts'
import { type ScriptName, scriptNames } from '#features/seo/prover/crawl/page.ts'
import { follow, type Site } from '#features/seo/prover/crawl/site.ts'
import { directionOf, isLanguage, type Language } from '#shared/languages.ts'
import { type Found, foundOn, type JudgedPage, type PageRule } from './rule.ts'

const scripts: Partial<Record<Language, ScriptName>> = {
  ru: 'Cyrillic',
  zh: 'Han',
  ar: 'Arabic',
  hi: 'Devanagari',
}
/** Shorter texts say nothing of their language. */
const fewLetters = 200

/** The language of the document is that of its address, and so are its direction and its letters. */
export const checkLanguage: PageRule = (page) => {
  const { language, content } = page
  if (!language) return []
  // `pt-BR` is Portuguese.
  const said = content.lang?.toLowerCase().split('-')[0]
  if (said !== language)
    return [foundOn(page, 'lang_wrong', { said: content.lang ?? '', expected: language })]
  const direction = directionOf(language)
  const found: Found[] = []
  if ((content.dir ?? 'ltr') !== direction)
    found.push(foundOn(page, 'dir_wrong', { said: content.dir ?? '', expected: direction }))
  if (!hasOwnLetters(page, language)) found.push(foundOn(page, 'script_wrong', { expected: language }))
  return found
}

function hasOwnLetters({ content: { letters } }: JudgedPage, language: Language): boolean {
  const all = scriptNames.reduce((sum, name) => sum + letters[name], 0)
  if (all < fewLetters) return true
  // A Chinese text has a third of the letters of any other, among names and codes in Latin ones.
  const least = language === 'zh' ? 0.15 : 0.3
  return letters[scripts[language] ?? 'Latin'] / all >= least
}

const code = /^([a-z]{2,3})(-[a-z]{4})?(-([a-z]{2}|\d{3}))?$/i

/** Whether a value of `hreflang` names a language that exists (BCP 47), or is `x-default`. */
function isLanguageCode(value: string): boolean {
  if (value === 'x-default') return true
  const [language = ''] = value.split('-')
  if (!code.test(value)) return false
  try {
    // What has no name in English is no language that search engines know.
    return new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' }).of(language) !== undefined
  } catch {
    return false
  }
}

/** Pages in several languages name each other, themselves, and one for everybody else. */
export const checkAlternates: PageRule = (page, site) => {
  const { address, language, content } = page
  if (!language || !page.isIndexable) return []
  const { alternates } = content
  if (alternates.length === 0) {
    const isExpected = site.known.has(address) || (site.sitemap.entries.get(address) ?? '') !== ''
    return isExpected ? [foundOn(page, 'hreflang_missing')] : []
  }
  const codes = alternates.map(({ hreflang }) => hreflang.toLowerCase())
  const doubled = [...new Set(codes.filter((one, place) => codes.indexOf(one) !== place))]
  const invalid = [...new Set(codes.filter((one) => !isLanguageCode(one)))]
  const addressOf = (href: string) => findAddress(href, address, site.publicUrl)
  const isOwn = alternates.some((one) => addressOf(one.href) === address)
  return [
    ...invalid.map((subject) => foundOn(page, 'hreflang_code', { subject })),
    ...doubled.map((subject) => foundOn(page, 'hreflang_doubled', { subject })),
    ...(isOwn ? [] : [foundOn(page, 'hreflang_self')]),
    ...(codes.includes('x-default') ? [] : [foundOn(page, 'hreflang_default')]),
    ...alternates.flatMap(({ hreflang, href }) => {
      const target = readTarget(href, address, site.publicUrl)
      // The same page for people, but another address for search engines, which redirects at best.
      if (target.kind === 'here' && target.isInsecure)
        return [foundOn(page, 'hreflang_target', { subject: href, status: 301, hops: 1 })]
      return checkTwin(page, site, { hreflang, address: addressOf(href) })
    }),
  ]
}

/** The page that another one names for a language is there, in that language, and names the other one too. */
function checkTwin(
  page: JudgedPage,
  site: Site,
  { hreflang, address: twin }: { hreflang: string; address: string | undefined },
): Found[] {
  if (twin === undefined || twin === page.address) return []
  const [code = ''] = hreflang.toLowerCase().split('-')
  const subject = twin
  const { end, hops, isLoop } = follow(site, twin)
  if (isLoop || (end && end.status >= 400) || hops > 0)
    return [foundOn(page, 'hreflang_target', { subject, status: isLoop ? 310 : (end?.status ?? 0), hops })]
  if (!end?.content || hreflang === 'x-default' || !isLanguage(code)) return []
  const spoken = splitAddress(twin).language
  if (spoken !== undefined && spoken !== code)
    return [foundOn(page, 'hreflang_language', { subject, expected: code, said: spoken })]
  const { alternates } = end.content
  // Of a page that names none at all, its own finding tells.
  if (alternates.length === 0) return []
  const isNamed = alternates.some(({ href }) => findAddress(href, twin, site.publicUrl) === page.address)
  return isNamed ? [] : [foundOn(page, 'hreflang_return', { subject })]
}
