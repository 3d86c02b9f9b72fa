import type { Language } from '#shared/languages.ts'
import { knowsLanguage, type Member } from '#shared/roles.ts'

/** The language in which somebody begins: the preferred one, or the first of those that they are limited to. */
export function firstLanguageOf(member: Pick<Member, 'languages'>, preferred: Language): Language {
  if (knowsLanguage(member, preferred)) return preferred
  return member.languages?.[0] ?? preferred
}
