import { pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'

/** The keys that documents are signed with. Retired ones stay, so that it is known whose they were. */
export const signatureDocumentKeys = pgTable('signature_document_keys', {
  id: uuid().primaryKey(),
  /** X.509, PEM. */
  certificate: text().notNull(),
  /** PKCS #8, PEM, encrypted. */
  privateKey: text('private_key').notNull(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  retiredAt: timestamp('retired_at', { withTimezone: true }),
})
