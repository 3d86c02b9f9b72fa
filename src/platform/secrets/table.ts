import { pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/** What an installation signs with keys of its own. */
export const keyPurposes = ['badges', 'ledger'] as const
export type KeyPurpose = (typeof keyPurposes)[number]

/** The keys that the installation ever signed with. Public halves stay, for what was signed remains valid. */
export const signingKeys = pgTable('signing_keys', {
  /** `key-` and 16 hexadecimal digits of the SHA-256 of the public half. */
  id: text().primaryKey(),
  /** Versions before this column know only badges, and may still run while this one starts. */
  purpose: text({ enum: keyPurposes }).notNull().default('badges'),
  publicKeyMultibase: text('public_key_multibase').notNull(),
  /** PKCS #8 as PEM, encrypted for its row; null when retired, when the environment has it, and when it is lost. */
  privateKey: text('private_key'),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  /** From then on it signs nothing new; what it signed before stays valid. */
  retiredAt: timestamp('retired_at', { withTimezone: true }),
})
