import { randomUUID } from 'node:crypto'
import { describeDevice } from '#features/accounts/profile/model.ts'
import type { MailOrder } from '#features/mail/model.ts'
import type { Translate } from '#platform/catalogues.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/postgres.ts'
import type { Language } from '#shared/languages.ts'
import { writeMoment } from '#shared/time/written-moment.ts'
import { createUserStore } from './store.ts'

/** What changes in the protection of an account: each has a sentence in `mail:accountChanges`. */
export type AccountChange =
  | 'password_changed'
  | 'password_changed_by_link'
  | 'address_changed'
  | 'address_removed'
  | 'second_factor_added'
  | 'second_factor_removed'
  | 'passkey_added'
  | 'passkey_removed'
  | 'recovery_codes_renewed'
  | 'second_factor_reset'
  | 'role_changed'
  | 'account_disabled'

/** Where a change came from: the device of a request, or an admin. Commands on the server tell nobody. */
export type ChangeOrigin = { userAgent: string } | 'admin'

export interface NoticeOptions {
  clock: Clock
  publicUrl: string
  translator: (language: Language) => Translate
  /** What counts for users who have chosen nothing. */
  defaults: () => { language: Language; timeZone: string }
  /** Orders mails in a transaction. */
  post: (transaction: Database, orders: MailOrder[]) => Promise<void>
}

/** The notices by mail about changes of accounts, ordered in the transaction of the change: `noticesOf(tx).send(…)`. */
export function createNotices({ clock, publicUrl, translator, defaults, post }: NoticeOptions) {
  return (transaction: Database) => ({
    /**
     * Tells a user of a change of their account, in their language, at their address or at the one that they had before the
     * change. Nothing happens when they have none.
     */
    async send(
      userId: string,
      change: AccountChange,
      { origin, email: former }: { origin: ChangeOrigin; email?: string | null },
    ): Promise<void> {
      const user = await createUserStore(transaction).get(userId)
      const email = former === undefined ? user.email : former
      if (email === null) return
      const standard = defaults()
      const language = user.language ?? standard.language
      const t = translator(language)
      const device =
        origin === 'admin'
          ? t('mail:changeOrigins.admin')
          : (describeDevice(origin.userAgent) ?? t('mail:changeOrigins.unknown'))
      await post(transaction, [
        {
          cause: `account_notice:${randomUUID()}`,
          kind: 'account_notice',
          to: { email, name: user.name, language, userId },
          variables: {
            name: user.name,
            change: t(`mail:accountChanges.${change}`),
            when: writeMoment(clock.now(), language, user.timeZone ?? standard.timeZone),
            device,
          },
          actionUrl: `${publicUrl}/admin/profile`,
        },
      ])
    },
  })
}
export type NoticesOf = ReturnType<typeof createNotices>
