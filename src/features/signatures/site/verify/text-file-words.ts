import type { TextsOf } from '#features/signatures/site/verify/files/text-file.ts'
import { type FileWords, textsOf } from './text-files.ts'

// Only what the text file is written with, of all languages: which of them it is in shows by its labels.
const fields = import.meta.glob<FileWords['fields']>('/locales/*/activation.json', {
  import: 'fields',
  eager: true,
})
const certificates = import.meta.glob<FileWords['certificate']>('/locales/*/activation.json', {
  import: 'certificate',
  eager: true,
})
const revocations = import.meta.glob<FileWords['revoked']>('/locales/*/activation.json', {
  import: 'revoked',
  eager: true,
})

/** The words of the text file in each language. */
export const textFileWords: readonly TextsOf[] = Object.entries(fields).flatMap(([path, one]) => {
  const [certificate, revoked] = [certificates[path], revocations[path]]
  return certificate && revoked ? [textsOf({ fields: one, certificate, revoked })] : []
})
