import type { Format } from '#admin/kit/texts/format.ts'
import { type Language, languageNames } from '#shared/languages.ts'

/** A name or an address within a sentence of perhaps another direction. */
export const isolate = (name: string) => `\u2068${name}\u2069`

/** The names of languages, each in itself, as a part of a sentence. */
export function listLanguages(codes: readonly Language[], format: Pick<Format, 'list'>): string {
  return format.list(codes.map((code) => isolate(languageNames[code])))
}
