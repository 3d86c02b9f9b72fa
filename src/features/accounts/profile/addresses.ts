import { hashToken, keyOf, makeToken } from '#features/accounts/credentials.ts'
import type { NoticesOf } from '#features/accounts/notices.ts'
import type { RequestOrigin } from '#features/accounts/request-origin.ts'
import { createResetStore } from '#features/accounts/reset-store.ts'
import { createUserStore } from '#features/accounts/store.ts'
import type { UserRow } from '#features/accounts/table.ts'
import { lockUser, lockUsers } from '#features/accounts/user-lock-store.ts'
import { isNameTaken } from '#features/accounts/user-name-store.ts'
import type { MailOrder } from '#features/mail/model.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/postgres.ts'
import { Problem } from '#shared/problem.ts'
import { createAddressStore, findUserOfLink } from './address-store.ts'
import type { ConfirmedEmail, PendingEmail } from './contract.ts'

const hour = 3_600_000
/** How long a link works, in milliseconds. */
const term = 24 * hour
/** They go to whatever address is written. */
const mostLinksAnHour = 3

export interface AddressOptions {
  db: Database
  clock: Clock
  publicUrl: string
  /** Orders mails in a transaction. */
  post: (transaction: Database, orders: MailOrder[]) => Promise<void>
  noticesOf: NoticesOf
  /** Whether mails are sent; where they are not, a new address counts at once. */
  canSend: boolean
}

/** The rules of users' own addresses: a new one counts once its owner has followed a link that was sent to it. */
export function createAddresses(options: AddressOptions) {
  const { db, clock, canSend } = options
  const { settle, sendLink, lock } = createAddressSteps(options)

  return {
    canSend,

    /** The address that waits for its confirmation. */
    async findPending(userId: string): Promise<PendingEmail | null> {
      const row = await createAddressStore(db).findWaiting(userId)
      if (!row) return null
      const { email, createdAt, expiresAt } = row
      return { email, sent_at: createdAt.toISOString(), expires_at: expiresAt.toISOString() }
    },

    /**
     * Asks for another address in a transaction: it counts at once where no mails are sent, and otherwise once it is
     * confirmed. None counts at once. @throws {Problem} 409 somebody else's, 429 too many links
     */
    async ask(tx: Database, userId: string, email: string | null, origin: RequestOrigin): Promise<void> {
      const user = await lock(tx, userId)
      if (email === user.email) return
      if (email !== null && (await isNameTaken(tx, keyOf(email), userId))) throw emailTaken()
      if (email === null || !canSend) await settle(tx, user, { email, origin })
      else await sendLink(tx, user, { email, origin })
    },

    /** Sends the link to the pending address again. @throws {Problem} 404 none is pending, 409, 429 */
    async sendAgain(userId: string, origin: RequestOrigin): Promise<void> {
      await db.transaction(async (tx) => {
        const user = await lock(tx, userId)
        const store = createAddressStore(tx)
        const waiting = await store.findWaiting(userId)
        if (!waiting) throw new Problem('email_not_pending', 404)
        const { email } = waiting
        if (await isNameTaken(tx, keyOf(email), userId)) throw emailTaken()
        await sendLink(tx, user, { email, origin })
      })
    },

    /** Forgets the pending address, whose link no longer works. @throws {Problem} 404 none is pending */
    async forget(userId: string): Promise<void> {
      const wasPending = await createAddressStore(db).end(userId, clock.now())
      if (!wasPending) throw new Problem('email_not_pending', 404)
    },

    /** Makes the address of a link the user's own. @throws {Problem} 409 it became another's, 410 the link is over */
    async confirm(token: string, origin: RequestOrigin): Promise<ConfirmedEmail> {
      return db.transaction(async (tx) => {
        const store = createAddressStore(tx)
        const tokenHash = hashToken(token)
        const userId = await findUserOfLink(tx, tokenHash)
        await lockUsers(tx)
        const user = userId === undefined ? undefined : await lockUser(tx, userId)
        const taken = user && (await store.take(tokenHash, clock.now()))
        if (!taken || user.disabledAt !== null) throw new Problem('email_link_expired', 410)
        const { email } = taken
        // The refusal undoes the taking: the link works again once the address is free.
        if (await isNameTaken(tx, keyOf(email), user.id)) throw emailTaken()
        await settle(tx, user, { email, origin })
        return { email }
      })
    },
  }
}
export type Addresses = ReturnType<typeof createAddresses>

/** What is done with addresses in a transaction. */
function createAddressSteps({ clock, publicUrl, post, noticesOf }: AddressOptions) {
  /** Makes an address the user's own: earlier links to a new password end, and the former address is told. */
  async function settle(
    tx: Database,
    user: UserRow,
    { email, origin }: { email: string | null; origin: RequestOrigin },
  ): Promise<void> {
    const now = clock.now()
    const store = createAddressStore(tx)
    await store.set(user, email)
    await store.end(user.id, now)
    await createResetStore(tx).voidAll(user.id, now)
    const change = email === null ? 'address_removed' : 'address_changed'
    await noticesOf(tx).send(user.id, change, { origin, email: user.email })
  }

  /** Sends a link to an address; the one before no longer works. @throws {Problem} 429 */
  async function sendLink(
    tx: Database,
    user: UserRow,
    { email, origin }: { email: string; origin: RequestOrigin },
  ): Promise<void> {
    const store = createAddressStore(tx)
    const now = clock.now()
    const sent = await store.listSent(user.id, new Date(now.getTime() - hour))
    const oldest = sent.at(-mostLinksAnHour)
    if (oldest) {
      const retryAfter = Math.ceil((oldest.getTime() + hour - now.getTime()) / 1000)
      throw new Problem('email_links_limited', 429, { retryAfter })
    }
    await store.end(user.id, now)
    const token = makeToken()
    const tokenHash = hashToken(token)
    const expiresAt = new Date(now.getTime() + term)
    await store.insert({ tokenHash, userId: user.id, email, createdAt: now, expiresAt })
    await post(tx, [
      {
        cause: `user_email_change:${tokenHash}`,
        kind: 'user_email_change',
        to: { email, name: user.name, language: user.language ?? origin.language, userId: user.id },
        variables: { name: user.name },
        actionUrl: `${publicUrl}/confirm-email/${token}`,
      },
    ])
  }

  /** The user, with the names and addresses of all locked. */
  async function lock(tx: Database, userId: string): Promise<UserRow> {
    await lockUsers(tx)
    await lockUser(tx, userId)
    return createUserStore(tx).get(userId)
  }

  return { settle, sendLink, lock }
}

function emailTaken(): Problem {
  return new Problem('user_email_taken', 409, { fields: [{ field: 'email', code: 'user_email_taken' }] })
}
