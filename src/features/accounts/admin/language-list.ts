import type { Format } from '#admin/kit/texts/format.ts'
import { isolateWords } from '#admin/kit/texts/isolate.ts'
import { type Language, languageNames } from '#shared/languages.ts'

/** The names of languages, each in itself, as a part of a sentence. */
export function listLanguages(codes: readonly Language[], format: Pick<Format, 'list'>): string {
  return format.list(codes.map((code) => isolateWords(languageNames[code])))
}
