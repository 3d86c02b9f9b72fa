import type { MailKind, MailText } from '#features/mail/contract.ts'
import type { Language } from '#shared/languages.ts'

/** What a mail is rendered from. */
export interface MailInput {
  id: string
  kind: MailKind
  language: Language
  to: { email: string; name: string }
  leadId: string | null
  campaignId: string | null
  variables: Record<string, string>
  /** The target of the button; without it there is no button. */
  actionUrl: string | null
  /** The unsubscribe link; null for mails without one. */
  unsubscribeUrl: string | null
  /** The link to a lead's own data; null for mails to the team. */
  rightsUrl: string | null
}

/**
 * A rendered mail. Its links are not tracked yet: the sender replaces the links in the HTML that are
 * neither `unsubscribeUrl` nor `rightsUrl`, and adds the tracking pixel.
 */
export interface RenderedMail {
  subject: string
  /** A whole document. */
  html: string
  text: string
}

/** Everything that a mail is rendered from, with all texts in its language. */
export interface MailSheet
  extends Pick<MailInput, 'language' | 'actionUrl' | 'unsubscribeUrl' | 'rightsUrl'> {
  site: { name: string; url: string }
  text: MailText
  /** The values of the variables. */
  values: Readonly<Record<string, string>>
  /** Whether its seal is stamped, as in the mail about a badge. */
  isSealed: boolean
  words: {
    /** Why the recipient gets it. */
    reason: string
    /** The name of the site and the line under it. */
    line: string
    sender: string
    fallback: string
    rights: string
    unsubscribe: string
    /** The note above a test mail, and its subject with a place for the mail's subject. */
    note?: string
    subject?: string
  }
}

/** The module that renders mails, which the server's build makes of `mails/render.tsx`. */
export interface MailWriter {
  renderMail(sheet: MailSheet): RenderedMail
}
