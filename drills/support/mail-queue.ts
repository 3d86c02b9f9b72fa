import { createOrderStore } from '#features/mail/outbox/order-store.ts'
import { createLog } from '#platform/log.ts'
import { connectPostgres } from '#platform/postgres.ts'
import { createTestDatabase } from '../../test/support/database.ts'
import { orderOf } from '../../test/support/mail-engine.ts'
import { startMailServer } from '../../test/support/mail-server.ts'
import { startServerProcess } from '../../test/support/server-process.ts'

/** A number of due mails in a database of their own, a mail server, and the built servers that send them. */
export async function createMailQueue({ total, accept }: { total: number; accept(): Promise<unknown> }) {
  const database = await createTestDatabase()
  const postgres = connectPostgres(database.url, { log: createLog('silent'), max: 2 })
  const mailServer = await startMailServer()
  /** The times at which the mail server had received a whole mail, by `Message-ID`. */
  const copies = new Map<string, number[]>()
  mailServer.behave({
    async data({ messageId }) {
      copies.set(messageId, [...(copies.get(messageId) ?? []), performance.now()])
      await accept()
      return undefined
    },
  })
  // Due for every clock.
  const dueAt = new Date(Date.now() - 600_000)
  const orders = Array.from({ length: total }, () => ({ ...orderOf({ dueAt }), id: crypto.randomUUID() }))
  await createOrderStore(postgres.db).insertMany(orders, dueAt)

  return {
    copies,

    startServer: (more: Record<string, string> = {}) =>
      startServerProcess({
        ...{ DATABASE_URL: database.url, SMTP_URL: mailServer.url, ADMIN_PASSWORD: 'correct horse battery' },
        ...{ SECRET_KEY: 'a secret that only the tests know of', ...more },
      }),

    /** How many mails the mail server has received, not counting further copies. */
    received: () => copies.size,

    /** The mails that were received several times, by the times of their copies. */
    doubled: () => [...copies.values()].filter((times) => times.length > 1),

    /** How many mails are marked as sent, at a time that is wrong by at least so much. */
    async countMarked({ offBy = '0 s' } = {}): Promise<number> {
      const { rows } = await postgres.db.execute<{ sent: number }>(
        `SELECT count(*)::int AS sent FROM mails
         WHERE status = 'sent' AND NOT sent_at BETWEEN now() - interval '${offBy}' AND now() + interval '${offBy}'`,
      )
      return rows[0]?.sent ?? 0
    },

    async close(): Promise<void> {
      await postgres.close()
      await mailServer.close()
      await database.drop()
    },
  }
}
