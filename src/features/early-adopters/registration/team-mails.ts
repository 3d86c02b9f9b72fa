import type { EarlyAdopterRow } from '#features/early-adopters/store.ts'
import type { MailOrder } from '#features/mail/model.ts'
import type { Translate } from '#platform/catalogues.ts'
import { type Language, sourceLanguage } from '#shared/languages.ts'

export interface TeamMailOptions {
  translator: (language: Language) => Translate
  publicUrl: string
  siteName(): string
  /** The mailbox of the team. */
  mailbox(): string
}

/** What somebody asks the team, when they register or later. `id` names it: the same one is sent once. */
interface Enquiry extends Pick<EarlyAdopterRow, 'id' | 'kind' | 'message' | 'page'> {}

/** Creates the writer of mails that tell the team what somebody asks for, with a link to them in the panel. */
export function createTeamMails({ translator, publicUrl, siteName, mailbox }: TeamMailOptions) {
  const t = translator(sourceLanguage)
  return ({ id, kind, message, page }: Enquiry, lead: EarlyAdopterRow): MailOrder => ({
    cause: `enquiry:${id}`,
    kind: 'enquiry',
    // It names the lead, so that it is erased with them.
    to: { email: mailbox(), name: siteName(), language: sourceLanguage, leadId: lead.id },
    variables: {
      kind: t(`leads:leads.kinds.${kind}`),
      person: lead.name,
      email: lead.email,
      company: lead.company ?? '–',
      page: page ?? '–',
      message: message ?? '–',
    },
    actionUrl: `${publicUrl}/admin/early-adopters/${lead.id}`,
  })
}
export type WriteTeamMail = ReturnType<typeof createTeamMails>
