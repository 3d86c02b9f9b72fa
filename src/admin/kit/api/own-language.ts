import { useTexts } from '#admin/kit/texts/text-context.tsx'
import type { Language } from '#shared/languages.ts'
import { knowsLanguage } from '#shared/roles.ts'
import { useUser } from './api-context.tsx'
import { firstLanguageOf } from './first-language.ts'

/** The language of the texts that the signed-in user sees first. */
export function useOwnLanguage(): Language {
  return firstLanguageOf(useUser(), useTexts().language)
}

/** The names of languages in the language of the reader, as a part of a sentence. */
function nameLanguages(codes: readonly Language[], reader: Language): string {
  const names = new Intl.DisplayNames(reader, { type: 'language' })
  return new Intl.ListFormat(reader).format(codes.map((code) => names.of(code) ?? code))
}

/** The languages that the signed-in user is limited to, in words; undefined for whoever is not limited. */
export function useNamesOfOwnLanguages(): string | undefined {
  const { languages } = useUser()
  const { language: reader } = useTexts()
  return languages === null ? undefined : nameLanguages(languages, reader)
}

/** Why the signed-in user can only read texts in a language; undefined when that is not for the language. */
export function useLanguageLimit(language: Language): string | undefined {
  const { t, language: reader } = useTexts()
  const user = useUser()
  const own = useNamesOfOwnLanguages()
  if (own === undefined || knowsLanguage(user, language)) return undefined
  return t('languageLimit.text', { languages: own, language: nameLanguages([language], reader) })
}
