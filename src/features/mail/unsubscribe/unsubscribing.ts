import type { PersonalMail } from '#features/mail/outbox/personal-mail-store.ts'
import type { Database } from '#platform/postgres.ts'
import { emailKeyOf } from '#shared/email-address.ts'

export interface UnsubscribingOptions {
  db: Database
  personal: PersonalMail
  /** What becomes of the reader's consent; each answers whether anything changed. */
  consent: {
    withdraw(leadId: string, reason: 'unsubscribed'): Promise<boolean>
    /** Makes a withdrawal undone, as if it had not been. */
    restore(leadId: string): Promise<boolean>
  }
}

/** No more letters, as the reader of one asks for, on a page or by mail. Asking twice changes nothing. */
export function createUnsubscribing({ db, personal, consent }: UnsubscribingOptions) {
  return {
    /** Whether a mail is still known. */
    isKnown: async (mailId: string): Promise<boolean> => (await personal.find(db, mailId)) !== undefined,

    /** Stops the letters to the reader of a mail. Answers false when it was erased: whoever was gets none anyway. */
    async stop(mailId: string): Promise<boolean> {
      const mail = await personal.find(db, mailId)
      if (!mail) return false
      if (!mail.leadId) await personal.stop(db, emailKeyOf(mail.toEmail), 'unsubscribed')
      else if (await consent.withdraw(mail.leadId, 'unsubscribed')) await personal.countStop(db, mail)
      return true
    },

    /** Takes that back. Answers false when the mail was erased. */
    async resume(mailId: string): Promise<boolean> {
      const mail = await personal.find(db, mailId)
      if (!mail) return false
      if (mail.leadId) await consent.restore(mail.leadId)
      else await personal.resume(db, emailKeyOf(mail.toEmail))
      return true
    },
  }
}
export type Unsubscribing = ReturnType<typeof createUnsubscribing>
