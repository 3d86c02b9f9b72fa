import { randomUUID } from 'node:crypto'
import { linkMailGroupOf, linkMailsADay, type MailOrder } from '#features/mail/model.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/postgres.ts'
import { Problem } from '#shared/problem.ts'
import { createOrderStore } from './order-store.ts'

const day = 86_400_000

/** Stores the orders of mails, which the sender takes from there. It depends on no other feature. */
export function createOutbox({ clock }: { clock: Clock }) {
  async function insert(transaction: Database, orders: readonly MailOrder[]): Promise<void> {
    const mails = orders.map((order) => ({ ...order, id: randomUUID() }))
    await createOrderStore(transaction).insertMany(mails, clock.now())
  }

  /** @throws {Problem} 429 */
  async function requireLinkQuota(transaction: Database, { cause, kind, to }: MailOrder): Promise<void> {
    const since = new Date(clock.now().getTime() - day)
    const kinds = linkMailGroupOf(kind)
    if (kinds.length === 0) return
    const others = await createOrderStore(transaction).countMails(to.email, {
      ...{ kinds, since, exceptCause: cause },
    })
    if (others >= linkMailsADay) throw new Problem('mail_limited', 429)
  }

  return {
    /**
     * Orders mails in the caller's transaction. A mail whose cause was used before is not ordered again.
     * @throws {Problem} 429 when an address has had `linkMailsADay` mails with links; then none of them is ordered
     */
    async post(transaction: Database, orders: readonly MailOrder[]): Promise<void> {
      if (!orders.some(({ kind }) => linkMailGroupOf(kind).length > 0)) return insert(transaction, orders)
      await transaction.transaction(async (inner) => {
        for (const order of orders) await requireLinkQuota(inner, order)
        await insert(inner, orders)
      })
    },

    /** Orders mails that did not arrive again; the limit of mails with links has counted them already. */
    repeat: insert,
  }
}
export type Outbox = ReturnType<typeof createOutbox>
