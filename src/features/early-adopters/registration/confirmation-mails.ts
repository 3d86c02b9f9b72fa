import type { Notify } from '#feature.ts'
import type { LeadEventKind } from '#features/early-adopters/contract.ts'
import { tellOfLead } from '#features/early-adopters/notifications.ts'
import type { NoteEvents } from '#features/early-adopters/records/events.ts'
import type { RightsLinks } from '#features/early-adopters/records/rights-links.ts'
import type { EarlyAdopterRow } from '#features/early-adopters/store.ts'
import { leadCreated } from '#features/early-adopters/webhook-events.ts'
import type { MailKind } from '#features/mail/contract.ts'
import type { MailOrder } from '#features/mail/model.ts'
import type { Clock } from '#platform/clock.ts'
import type { Poller } from '#platform/poller.ts'
import type { Database } from '#platform/postgres.ts'
import { eventOf, type WebhookEvent } from '#shared/webhooks/event.ts'
import { createRegistrationStore, type EnquiryOfLead, hasDueMails } from './registration-store.ts'
import type { WriteTeamMail } from './team-mails.ts'

interface ConfirmationMailOptions {
  db: Database
  clock: Clock
  links: RightsLinks
  noteEvents: NoteEvents
  post: (db: Database, orders: MailOrder[]) => Promise<void>
  writeTeamMail: WriteTeamMail
  announce: (transaction: Database, events: readonly WebhookEvent[]) => Promise<void>
  notify: Notify
  /** What else is done for those who have joined the programme. */
  welcome: (transaction: Database, leadIds: readonly string[]) => Promise<void>
  publicUrl: string
}

/** Why a mail is sent: to which kind and event it leads, and when it happened. */
interface Reason {
  mailOf(lead: EarlyAdopterRow): MailKind
  event: LeadEventKind
  timeOf(lead: EarlyAdopterRow): Date
}

const registered: Reason = {
  mailOf: ({ kind }) => (kind === 'adopter' ? 'confirmation' : 'enquiry_received'),
  event: 'registered',
  timeOf: (lead) => lead.createdAt,
}
const registeredAgain: Reason = {
  // Only adopters are on the list that this mail speaks of.
  mailOf: ({ kind }) => (kind === 'adopter' ? 'already_registered' : 'enquiry_received'),
  event: 'registered_again',
  timeOf: (lead) => lead.repeatedAt ?? lead.createdAt,
}

/** Mails ordered in one poll: few while people sign up, so that a peak of sign-ups keeps the database. */
const batchSizes = { busy: 20, quiet: 200 } as const
/** No sign-up for so long is quiet, in milliseconds. */
const quietAfter = 5_000

/**
 * Orders, every two seconds, the confirmation mail of new leads, a notice to those whose address was registered again, and
 * the mails that tell the team what somebody asks for; and tells the team and other programs of new leads. Sign-ups do not
 * wait for it. Leads leave the queue in the transaction that orders their mail.
 */
export function confirmationMailPoller(options: ConfirmationMailOptions): Poller {
  const { db, clock, links, noteEvents, post, writeTeamMail, announce, notify, welcome, publicUrl } = options

  async function order(tx: Database, leads: EarlyAdopterRow[], reason: Reason): Promise<void> {
    if (leads.length === 0) return
    const { mailOf, event, timeOf } = reason
    await post(
      tx,
      leads.map((lead) => {
        const { id, email, name, language, segment } = lead
        const mail = mailOf(lead)
        return {
          cause: `${mail}:${id}:${timeOf(lead).toISOString()}`,
          kind: mail,
          to: { leadId: id, email, name, language, segment },
          variables: { name },
          // Its button says where it leads: to the person's data, or to the programme.
          actionUrl: mail === 'enquiry_received' ? links.urlOf(lead) : `${publicUrl}/${language}/register`,
        }
      }),
    )
    await noteEvents(
      tx,
      leads.map((lead) => ({ leadId: lead.id, kind: event, at: timeOf(lead) })),
    )
  }

  async function confirm(): Promise<void> {
    const newest = await createRegistrationStore(db).findNewestQueued()
    if (!newest) return
    const isQuiet = clock.now().getTime() - newest.getTime() >= quietAfter
    await db.transaction(async (tx) => {
      const leads = await createRegistrationStore(tx).takeQueued(isQuiet ? batchSizes.quiet : batchSizes.busy)
      await order(tx, leads, registered)
      await announce(tx, leads.map(describeNew))
      const enquiries = leads.filter(({ kind }) => kind !== 'adopter')
      await tellTeam(
        tx,
        enquiries.map((lead) => writeTeamMail(lead, lead)),
      )
      await welcome(tx, idsOfAdopters(leads))
      await notify(tx, leads.map(tellOfRegistration))
    })
  }

  async function answerRepeats(): Promise<void> {
    await db.transaction(async (tx) => {
      const leads = await createRegistrationStore(tx).takeRepeated(batchSizes.busy)
      await order(tx, leads, registeredAgain)
    })
  }

  async function tellTeam(tx: Database, mails: MailOrder[]): Promise<void> {
    if (mails.length > 0) await post(tx, mails)
  }

  async function passOnEnquiries(): Promise<void> {
    await db.transaction(async (tx) => {
      const enquiries = await createRegistrationStore(tx).takeEnquiries(batchSizes.busy)
      await tellTeam(
        tx,
        enquiries.map(({ enquiry, lead }) => writeTeamMail(enquiry, lead)),
      )
      await notify(tx, enquiries.map(tellOfEnquiry))
    })
  }

  return {
    name: 'confirmation-mails',
    everySeconds: 2,
    isDue: hasDueMails,
    async poll() {
      await confirm()
      await answerRepeats()
      await passOnEnquiries()
    },
  }
}

const idsOfAdopters = (leads: readonly EarlyAdopterRow[]) =>
  leads.filter(({ kind }) => kind === 'adopter').map(({ id }) => id)

const tellOfRegistration = ({ id, kind, createdAt }: EarlyAdopterRow) => tellOfLead(id, kind, createdAt)

const tellOfEnquiry = ({ enquiry, lead }: EnquiryOfLead) => tellOfLead(lead.id, enquiry.kind, enquiry.sentAt)

function describeNew({ id, kind, segment, language, createdAt }: EarlyAdopterRow): WebhookEvent {
  return eventOf(leadCreated, {
    data: { lead_id: id, kind, segment, language },
    ...{ at: createdAt, personId: id },
  })
}
