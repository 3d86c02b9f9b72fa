import type { TextKey } from '#admin/kit/texts/texts.ts'

/**
 * What actions that ask for the password, and commands of the operator, are called where they are recorded, by action. Each
 * feature lists its own in `admin/recorded-actions.ts`. A sentence may say how many people it was done to: `{{number}}`.
 */
export type RecordedActionSentences = Readonly<Record<string, TextKey>>
