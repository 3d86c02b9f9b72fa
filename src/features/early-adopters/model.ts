import type { PersonalData, RegistrationInput } from './contract.ts'

/** The largest import file, in bytes. */
export const importSizeLimit = 10 * 1024 * 1024

/** The state of the sign-up form when the server renders it (a form posted without scripts). */
export interface FormState {
  status: 'idle' | 'refused' | 'registered'
  /** The typed values, which are kept when the form is refused. */
  values: Partial<Omit<RegistrationInput, 'consent'>> & { consent?: boolean }
  /** Error messages in the page's language, by field. */
  errors: Record<string, string>
  /** An error message about the whole form, such as a server error. */
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
      /** The refused values, with an error message for each field. */
      refused?: { values: Record<string, string | string[]>; errors: Record<string, string> }
    }
  | { view: 'erase'; token: string; name: string }
  | { view: 'erased' }
  | { view: 'email'; token: string; email: string }
  /** An invalid link: forged, outdated, or of an erased lead. */
  | { view: 'unknown' }

declare module '#site/contract.ts' {
  interface PersonalPages {
    rights: RightsState
  }
}
