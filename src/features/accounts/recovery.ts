import { setTimeout as sleep } from 'node:timers/promises'
import { ignoreMailLimit, type MailOrder } from '#features/mail/model.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/postgres.ts'
import type { Language } from '#shared/languages.ts'
import { Problem } from '#shared/problem.ts'
import type { Recovery } from './contract.ts'
import { hashPassword, hashToken, keyOf, makeToken } from './credentials.ts'
import type { LoginLimiter } from './login-limiter.ts'
import type { NoticesOf } from './notices.ts'
import { type PasswordCheck, requireGoodPassword } from './password-rules.ts'
import type { RequestOrigin } from './request-origin.ts'
import type { ResetStore } from './reset-store.ts'
import type { UserStore } from './store.ts'

const hour = 3_600_000
// So that requests by others cause at most three mails, and never invalidate the newest link.
const mostLinksAnHour = 3
// Longer than the work takes, so that the response time does not reveal whether there is such a user.
const answerTime = 400

export interface RecoveryOptions {
  users: UserStore
  store: ResetStore
  clock: Clock
  limiter: LoginLimiter
  checkNewPassword: PasswordCheck
  publicUrl: string
  /** Orders mails in a transaction. */
  post: (transaction: Database, orders: MailOrder[]) => Promise<void>
  noticesOf: NoticesOf
  /** Whether mails are sent. */
  canSend: boolean
}

/** The rules of choosing a new password by a link that is sent by mail. */
export function createRecovery({
  users,
  store,
  clock,
  limiter,
  checkNewPassword,
  publicUrl,
  post,
  noticesOf,
  canSend,
}: RecoveryOptions) {
  async function sendLink(username: string, language: Language): Promise<void> {
    const token = makeToken()
    const now = clock.now()
    const reset = {
      key: keyOf(username),
      tokenHash: hashToken(token),
      now,
      expiresAt: new Date(now.getTime() + hour),
      recently: new Date(now.getTime() - hour),
      most: mostLinksAnHour,
    }
    const made = store.insert(reset, (transaction, { id, name, email }) =>
      post(transaction, [
        {
          cause: `password_reset:${reset.tokenHash}`,
          kind: 'password_reset',
          to: { email, name, language, userId: id },
          variables: { name },
          actionUrl: `${publicUrl}/reset-password/${token}`,
        },
      ]),
    )
    // At the limit nothing was changed, and the newest link still works.
    await made.catch(ignoreMailLimit)
  }

  return {
    canSend,

    /**
     * Sends a link to the user of that name or address, if there is one. Neither the response nor its time reveals whether
     * there is. @throws {Problem} 409 no mails are sent, 429 too many requests
     */
    async ask(username: string, { client, language }: RequestOrigin): Promise<void> {
      if (!canSend) throw new Problem('recovery_unavailable', 409)
      const wait = await limiter.take({ usernameKey: keyOf(username), client })
      if (wait > 0) throw new Problem('recovery_limited', 429, { retryAfter: wait })
      await Promise.all([sendLink(username, language), sleep(answerTime)])
    },

    /** Sets a new password by a link and ends all sessions. @throws {Problem} 410 the link is invalid, 422 */
    async reset({ token, password }: Recovery, origin: RequestOrigin): Promise<void> {
      const tokenHash = hashToken(token)
      // Checked first, so that guessing does not cost a password hash.
      const userId = await store.findUser(tokenHash, clock.now())
      if (userId === undefined) throw new Problem('recovery_expired', 410)
      await requireGoodPassword(checkNewPassword, password, await users.get(userId))
      const chosen = { tokenHash, passwordHash: await hashPassword(password), now: clock.now() }
      const isSet = await users.setPasswordByReset(chosen, async (transaction, changed) => {
        await noticesOf(transaction).send(changed, 'password_changed_by_link', { origin })
      })
      if (!isSet) throw new Problem('recovery_expired', 410)
    },
  }
}
export type Recoveries = ReturnType<typeof createRecovery>
