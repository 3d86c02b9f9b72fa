import type { Language } from '#shared/languages.ts'
import type { Member } from '#shared/roles.ts'

/** A user who can sign in, as far as it matters for what they are told. */
export interface Recipient extends Member {
  readonly id: string
  readonly name: string
  readonly email: string | null
  readonly createdAt: Date
  /** The language of mails to them. */
  readonly language: Language
  /** The IANA name of their time zone. */
  readonly timeZone: string
}

/** Lists the users who can sign in: some, or all. */
export type ListRecipients = (ids?: readonly string[]) => Promise<Recipient[]>
