import type { PersonalData, RegistrationInput } from './contract.ts'

/** The largest file of people, in bytes. */
export const importSizeLimit = 10 * 1024 * 1024

/** Where the sign-up form stands when the server renders it (a plain post without scripts). */
export interface FormState {
  status: 'idle' | 'refused' | 'registered'
  /** What was typed, to be kept on every failure. */
  values: Partial<Omit<RegistrationInput, 'consent'>> & { consent?: boolean }
  /** Sentences in the page's language, by field. */
  errors: Record<string, string>
  /** A sentence about the whole form, such as a failure of ours. */
  message?: string
}

/** What the page of a person's rights tells them has been done. */
export const rightsNotices = [
  'corrected',
  'email_sent',
  'email_confirmed',
  'email_cancelled',
  'withdrawn',
  'given',
] as const
export type RightsNotice = (typeof rightsNotices)[number]

/** What the pages of a person's rights show. */
export type RightsState =
  /** The form that asks for a link. `email` is what was typed. */
  | { view: 'request'; email?: string; error?: string; sent?: boolean }
  | {
      view: 'person'
      token: string
      data: PersonalData
      notice?: RightsNotice
      /** What was typed and refused, with sentences by field. */
      refused?: { values: Record<string, string | string[]>; errors: Record<string, string> }
    }
  | { view: 'erase'; token: string; name: string }
  | { view: 'erased' }
  | { view: 'email'; token: string; email: string }
  /** A link that leads nowhere: made up, outdated, or of somebody erased. */
  | { view: 'unknown' }

declare module '#site/contract.ts' {
  interface PersonalPages {
    rights: RightsState
  }
}
