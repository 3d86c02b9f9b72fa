import { mailSearchTextOf } from '#features/mail/outbox/mail-search-text.ts'
import { mails } from '#features/mail/table.ts'
import { createMailLinks } from '#features/mail/tracking/links.ts'
import type { TestApp } from './build-app.ts'

/** Makes the same tokens as the product in tests. */
export const mailLinks = createMailLinks({ current: 'a secret that only the tests know of', earlier: [] })

/** Inserts a mail that has just been sent. */
export async function insertMail(
  { db, clock }: Pick<TestApp, 'db' | 'clock'>,
  changes: Partial<typeof mails.$inferInsert> = {},
): Promise<string> {
  const id = changes.id ?? crypto.randomUUID()
  const now = clock.now()
  const { toEmail = 'somebody@example.org', toName = 'Ana Ñandú' } = changes
  await db.insert(mails).values({
    ...{ id, cause: `test:${id}`, kind: 'confirmation', language: 'es', segment: 'developer' },
    ...{ toEmail, toName, searchText: mailSearchTextOf(toName, toEmail), variables: {}, status: 'sent' },
    ...{ dueAt: now, createdAt: now, sentAt: now, endedAt: now },
    ...changes,
  })
  return id
}
