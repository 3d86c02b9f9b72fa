import type { SQL } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
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
