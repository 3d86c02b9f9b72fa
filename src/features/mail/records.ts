import type { Core } from '#core.ts'
import type { Feature } from '#feature.ts'
import {
  countCampaignMails,
  hasOpenMails,
  holdBackMails,
  isSuppressed,
  spreadLateMails,
  wasLeftUnopened,
  wasWritten,
} from '#features/mail/outbox/campaign-mail-store.ts'
import { haveReached, stepsOfLeads } from '#features/mail/outbox/mail-step-store.ts'
import { createOutbox } from '#features/mail/outbox/outbox.ts'
import { createPersonalMail } from '#features/mail/outbox/personal-mail-store.ts'
import { countLinkClicks } from '#features/mail/tracking/link-click-store.ts'

/** The stored mails, for features that order mails or ask about them. It depends on no other feature. */
export function createMailRecords({ db, clock }: Pick<Core, 'db' | 'clock'>) {
  const outbox = createOutbox({ clock })
  const personal = createPersonalMail(clock)
  return {
    outbox,
    post: outbox.post,
    personal,
    campaignMails: {
      count: countCampaignMails,
      hasOpen: hasOpenMails,
      holdBack: holdBackMails,
      spreadLate: spreadLateMails,
      countLinkClicks,
      ...{ isSuppressed, wasWritten, wasLeftUnopened },
    },
    steps: { ofLeads: stepsOfLeads, haveReached, isSuppressed },
    personalData: {
      describe: async ({ id, emailKey }) => ({
        mails: await personal.describe(db, id),
        mail_stopped: await personal.findSuppression(db, emailKey),
      }),
      erase: personal.erase,
    } satisfies Feature['personalData'],
  }
}
export type MailRecords = ReturnType<typeof createMailRecords>
