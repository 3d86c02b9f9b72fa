import type { MailKind, MailText } from '#features/mail/contract.ts'
import type { Language } from '#shared/languages.ts'

/** What a mail is written from. `render(mail: MailInput): Promise<RenderedMail>` is handed to the sender. */
export interface MailInput {
  id: string
  kind: MailKind
  language: Language
  to: { email: string; name: string }
  leadId: string | null
  campaignId: string | null
  variables: Record<string, string>
  /** Where the button leads; no button without. */
  actionUrl: string | null
  /** Where the reader stops mails such as this one; none for mails that cannot be stopped. */
  unsubscribeUrl: string | null
  /** Where a lead sees, corrects and erases what is kept of them; none for mails to the team. */
  rightsUrl: string | null
}

/**
 * A mail as it is read. Links stand in it as they are: the sender makes the tracked ones of those in the HTML that are
 * neither `unsubscribeUrl` nor `rightsUrl`, and adds the pixel.
 */
export interface RenderedMail {
  subject: string
  /** A whole document. */
  html: string
  text: string
}

/** Everything that a mail is drawn from, with all its words in its own language. */
export interface MailSheet
  extends Pick<MailInput, 'language' | 'actionUrl' | 'unsubscribeUrl' | 'rightsUrl'> {
  site: { name: string; url: string }
  text: MailText
  /** What variables stand for. */
  values: Readonly<Record<string, string>>
  /** Whether it tells of something proven. */
  isSealed: boolean
  words: {
    /** Why the reader gets it. */
    reason: string
    sender: string
    fallback: string
    rights: string
    unsubscribe: string
    /** What stands above a trial, and its subject with a place for the subject. */
    note?: string
    subject?: string
  }
}

/** What draws mails: the module that the server's build makes of `mails/render.tsx`. */
export interface MailWriter {
  renderMail(sheet: MailSheet): RenderedMail
}
