import { windowStorage } from '#admin/kit/browser-storage.ts'
import { isLanguage, type Language } from '#shared/languages.ts'

const key = 'chosen_language'

/** Remembers the language that somebody has chosen before signing in, until they have. */
export function rememberLanguage(language: Language): void {
  windowStorage.setItem(key, language)
}

/** The language that was chosen before signing in, once. */
export function takeChosenLanguage(): Language | undefined {
  const language = windowStorage.getItem(key)
  windowStorage.removeItem(key)
  return language !== null && isLanguage(language) ? language : undefined
}
