import { integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import { checkOutcomes, verifiedEngines } from './contract.ts'

/** The last look at the public page for the code of each engine. */
export const verificationChecks = pgTable('seo_verification_checks', {
  engine: text({ enum: verifiedEngines }).primaryKey(),
  /** The code that was looked for. */
  code: text().notNull(),
  url: text().notNull(),
  outcome: text({ enum: checkOutcomes }).notNull(),
  status: integer(),
  checkedAt: timestamp('checked_at', { withTimezone: true }).notNull(),
})
