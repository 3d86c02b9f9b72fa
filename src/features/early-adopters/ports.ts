import type { SQL } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { MailStep } from '#features/mail/model.ts'
import type { Database } from '#platform/postgres.ts'

/**
 * What the mails know of leads, as conditions that mail's own store builds around the column that it is given. An audience
 * is then selected by one query at any size, and this feature names none of mail's tables.
 */
export interface MailConditions {
  isSuppressed(db: Database, emailKey: AnyPgColumn): SQL
  wasWritten(db: Database, leadId: AnyPgColumn, campaignId: string): SQL
  wasLeftUnopened(db: Database, leadId: AnyPgColumn, campaignId: string): SQL
}

/** What the figures of the funnel ask of the signatures. */
export interface SignatureSteps {
  /**
   * How far leads have come with their signatures: a subquery with the columns `lead_id`, `started_at` and `activated_at`, in
   * which everybody is who has begun the form.
   */
  ofLeads(): SQL
}

/** What the list and the figures of the funnel ask of the mails. */
export interface MailSteps extends Pick<MailConditions, 'isSuppressed'> {
  /**
   * How far mails since a moment have come with each lead: a subquery with the columns `lead_id`, `sent_at`, `opened_at` and
   * `clicked_at`, in which everybody is to whom a mail was sent. Each step has those before it.
   */
  ofLeads(since: Date): SQL
  /** Whether mails have come so far with a lead: the same as a condition. */
  haveReached(db: Database, leadId: AnyPgColumn, step: MailStep): SQL
}
