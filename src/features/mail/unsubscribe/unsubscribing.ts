import type { PersonalMail } from '#features/mail/outbox/personal-mail-store.ts'
import type { Database } from '#platform/postgres.ts'
import { emailKeyOf } from '#shared/email-address.ts'

export interface UnsubscribingOptions {
  db: Database
  personal: PersonalMail
  /** Changes the consent of the reader. Each returns whether anything changed. */
  consent: {
    withdraw(leadId: string, reason: 'unsubscribed'): Promise<boolean>
    /** Undoes a withdrawal. */
    restore(leadId: string): Promise<boolean>
  }
}

/** Unsubscribes the reader of a mail, on a page or by mail, and undoes it. Asking twice changes nothing. */
export function createUnsubscribing({ db, personal, consent }: UnsubscribingOptions) {
  return {
    /** Whether a mail still exists. */
    isKnown: async (mailId: string): Promise<boolean> => (await personal.find(db, mailId)) !== undefined,

    /** No more marketing mails to the reader of a mail. False when the mail was erased. */
    async unsubscribe(mailId: string): Promise<boolean> {
      const mail = await personal.find(db, mailId)
      if (!mail) return false
      if (!mail.leadId) await personal.suppress(db, emailKeyOf(mail.toEmail), 'unsubscribed')
      else if (await consent.withdraw(mail.leadId, 'unsubscribed')) await personal.countUnsubscribe(db, mail)
      return true
    },

    /** Undoes it. False when the mail was erased. */
    async resubscribe(mailId: string): Promise<boolean> {
      const mail = await personal.find(db, mailId)
      if (!mail) return false
      if (mail.leadId) await consent.restore(mail.leadId)
      else await personal.unsuppress(db, emailKeyOf(mail.toEmail))
      return true
    },
  }
}
export type Unsubscribing = ReturnType<typeof createUnsubscribing>
