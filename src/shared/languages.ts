/** The ten languages of the site, in the order of the language selector. */
export const languages = ['en', 'es', 'fr', 'de', 'it', 'pt', 'ru', 'zh', 'ar', 'hi'] as const
export type Language = (typeof languages)[number]

/** What a visitor gets when neither a cookie nor the browser names a language we have. */
export const fallbackLanguage: Language = 'en'
/** The language the texts are written in first. The admin's script has them built in; the API answers in it when a request names none. */
export const sourceLanguage: Language = 'es'
/** The cookie in which a visitor's choice of language is kept. */
export const languageCookie = 'lang'

/** Each language's name in itself, as the selector shows it. */
export const languageNames: Record<Language, string> = {
  en: 'English',
  es: 'Español',
  fr: 'Français',
  de: 'Deutsch',
  it: 'Italiano',
  pt: 'Português',
  ru: 'Русский',
  zh: '中文',
  ar: 'العربية',
  hi: 'हिन्दी',
}

/** Whether a text is one of the ten language codes. */
export function isLanguage(code: unknown): code is Language {
  return typeof code === 'string' && (languages as readonly string[]).includes(code)
}

/** A path of the site as it is and under each language's prefix. */
export function inEveryLanguage(path: string): string[] {
  return [path, ...languages.map((language) => `/${language}${path}`)]
}

/** The writing direction of a language. */
export function directionOf(language: Language): 'ltr' | 'rtl' {
  return language === 'ar' ? 'rtl' : 'ltr'
}

/**
 * The best of our languages for an `Accept-Language` header (RFC 9110 §12.5.4), or undefined when it names none.
 * Regional variants count as their language (`pt-BR` is `pt`); `q=0` refuses.
 */
export function findAcceptedLanguage(header: string | undefined): Language | undefined {
  if (!header || header.length > 1000) return undefined
  const refused = new Set<string>()
  const wanted: { language: Language; weight: number }[] = []
  for (const part of header.split(',')) {
    const [tag = '', ...parameters] = part.trim().toLowerCase().split(';')
    const language = tag.trim().split('-')[0]
    const quality = parameters.find((parameter) => parameter.trim().startsWith('q='))
    const weight = quality ? Number(quality.trim().slice(2)) : 1
    if (!isLanguage(language) || Number.isNaN(weight)) continue
    if (weight <= 0) refused.add(language)
    else wanted.push({ language, weight })
  }
  const allowed = wanted.filter(({ language }) => !refused.has(language))
  return allowed.sort((a, b) => b.weight - a.weight)[0]?.language
}

/** A visitor's language: the selector's cookie, then the browser's, then the default one. */
export function languageOf(
  cookie: string | undefined,
  acceptLanguage: string | undefined,
  defaultLanguage: Language,
): Language {
  return isLanguage(cookie) ? cookie : (findAcceptedLanguage(acceptLanguage) ?? defaultLanguage)
}
