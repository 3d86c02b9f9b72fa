import type { Language } from '#shared/languages.ts'

let chosen: Language | undefined

/** Remembers the language that somebody has chosen before signing in, until they have signed in or left the page. */
export function rememberLanguage(language: Language): void {
  chosen = language
}

/** The language that was chosen before signing in, once. */
export function takeChosenLanguage(): Language | undefined {
  const language = chosen
  chosen = undefined
  return language
}
