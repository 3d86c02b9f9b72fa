import { type SQL, sql } from 'drizzle-orm'
import {
  confirmationQueue,
  consentTexts,
  earlyAdopters,
  erasedCohorts,
  erasures,
  leadEmailChanges,
  leadEnquiries,
  leadEvents,
} from '#features/early-adopters/table.ts'
import {
  bringBack,
  existsBefore,
  listNewIds,
  removeNew,
  rowsOfBefore,
  rowsOfNow,
  takeOver,
} from '#platform/database/restored-rows.ts'
import type { Database } from '#platform/postgres.ts'

/** What people decide about their data. */
const ownActs = ['corrected', 'consent_given', 'consent_withdrawn', 'email_changed']

/** Whether a person has done such a thing themselves since a moment, as a condition on the leads of before. */
const hasActed = (since: Date): SQL => sql`EXISTS (
  SELECT FROM ${rowsOfBefore(leadEvents)} WHERE ${leadEvents.leadId} = ${earlyAdopters.id} AND ${leadEvents.actorId} IS NULL
    AND ${leadEvents.kind} = ANY (${sql.param(ownActs)}::text[]) AND ${leadEvents.at} >= ${since.toISOString()}::timestamptz)`

/** The queries with which people in the programme outlive a restore. */
export function createLeadRestoringStore(transaction: Database) {
  return {
    /** The leads of now who were not there before. */
    listNew: () => listNewIds(transaction, earlyAdopters),

    /** What is counted of erased leads never becomes less. */
    async keepErasureCounts(): Promise<void> {
      await bringBack(transaction, erasures)
      await takeOver(transaction, erasures, { where: sql`${erasures.total} > now.total` })
      await bringBack(transaction, erasedCohorts)
      await takeOver(transaction, erasedCohorts, {
        where: sql`${erasedCohorts.registrations} > now.registrations`,
      })
    },

    /** What people have corrected, agreed to and withdrawn themselves since a moment. */
    async keepOwnActs(since: Date): Promise<void> {
      await bringBack(transaction, consentTexts)
      const isFree = sql`NOT EXISTS (SELECT FROM early_adopters AS other
        WHERE other.email_key = ${earlyAdopters.emailKey} AND other.id <> ${earlyAdopters.id})`
      // First every address that changes is made free, since they are unique at every moment.
      await transaction.execute(sql`
        UPDATE ${rowsOfNow(earlyAdopters)} SET email_key = 'restored ' || now.email_key FROM ${rowsOfBefore(earlyAdopters)}
        WHERE now.id = ${earlyAdopters.id} AND now.email_key <> ${earlyAdopters.emailKey} AND ${hasActed(since)}`)
      await takeOver(transaction, earlyAdopters, { where: sql`${hasActed(since)} AND ${isFree}` })
      await transaction.execute(sql`
        UPDATE ${rowsOfNow(earlyAdopters)} SET email_key = substr(now.email_key, 10) WHERE now.email_key LIKE 'restored %'
          AND NOT EXISTS (SELECT FROM early_adopters AS other WHERE other.email_key = substr(now.email_key, 10))`)
      // Withdrawals and ended links stay, whoever has noted them.
      await takeOver(transaction, earlyAdopters, {
        where: sql`now.consent_withdrawn_at IS NULL AND ${earlyAdopters.consentWithdrawnAt} IS NOT NULL`,
        columns: [earlyAdopters.consentWithdrawnAt],
      })
      await takeOver(transaction, earlyAdopters, {
        where: sql`${earlyAdopters.linkEpoch} > now.link_epoch`,
        columns: [earlyAdopters.linkEpoch],
      })
      await takeOver(transaction, earlyAdopters, {
        columns: [earlyAdopters.repeatedAt, earlyAdopters.repeatAnsweredAt],
      })
      await bringBack(transaction, leadEvents, {
        where: sql`${leadEvents.actorId} IS NULL OR ${leadEvents.kind} NOT IN ('corrected', 'imported')`,
      })
    },

    /** Changes of address that were confirmed or cancelled since are over; those that wait, wait. */
    async keepEmailChanges(): Promise<void> {
      const wasThere = sql`EXISTS (SELECT FROM ${rowsOfBefore(earlyAdopters)} WHERE ${earlyAdopters.id} = now.lead_id)`
      await removeNew(transaction, leadEmailChanges, wasThere)
      await takeOver(transaction, leadEmailChanges)
      await bringBack(transaction, leadEmailChanges)
    },

    /** Forgets the confirmations, notices and mails to the team that waited in the backup, but for those that still wait. */
    async endWaiting(now: Date): Promise<void> {
      const at = sql`${now.toISOString()}::timestamptz`
      await transaction.execute(sql`
        DELETE FROM ${rowsOfNow(confirmationQueue)} WHERE NOT EXISTS (
          SELECT FROM ${rowsOfBefore(confirmationQueue)} WHERE ${confirmationQueue.leadId} = now.lead_id)`)
      await transaction.execute(sql`
        UPDATE ${rowsOfNow(leadEnquiries)} SET is_waiting = false WHERE now.is_waiting AND NOT EXISTS (
          SELECT FROM ${rowsOfBefore(leadEnquiries)} WHERE ${leadEnquiries.id} = now.id AND ${leadEnquiries.isWaiting})`)
      await transaction.execute(sql`
        UPDATE ${rowsOfNow(earlyAdopters)} SET repeat_answered_at = ${at}
        WHERE now.repeated_at > coalesce(now.repeat_answered_at, '-infinity') AND NOT ${existsBefore(earlyAdopters)}`)
    },
  }
}
