import { lockUser } from '#features/accounts/user-lock-store.ts'
import { Problem } from '#shared/problem.ts'
import type { Asker } from './challenges.ts'
import type { FactorAdded, TotpStart } from './contract.ts'
import { type FactorChanges, type FactorOptions, isReadable } from './factor-changes.ts'
import { createFactorStore, type FactorStore } from './factor-store.ts'
import { findTotpStep, makeTotpSecret, totpUri } from './totp.ts'

interface OwnTotpOptions extends Pick<FactorOptions, 'db' | 'clock' | 'cipher'> {
  changes: FactorChanges
  siteName(): string
}

/** The rules of one's own authenticator app. */
export function createOwnTotp({ db, clock, cipher, changes, siteName }: OwnTotpOptions) {
  /** The time step of a code for an app that was not yet added. @throws {Problem} 409, 422 */
  async function getStep(store: FactorStore, userId: string, code: string): Promise<number> {
    const totp = await store.findTotp(userId)
    if (totp?.confirmedAt) throw new Problem('totp_present', 409)
    if (!totp || !isReadable(cipher, totp)) throw new Problem('totp_not_started', 409)
    const step = findTotpStep(cipher.decrypt(totp.secret, userId), code, clock.now())
    if (step === undefined)
      throw new Problem('validation_failed', 422, { fields: [{ field: 'code', code: 'code_wrong' }] })
    return step
  }

  return {
    /** Makes the key of an authenticator app, which counts once a code was given. @throws {Problem} 409 there is one */
    start(userId: string): Promise<TotpStart> {
      return db.transaction(async (transaction) => {
        const store = createFactorStore(transaction)
        const user = await lockUser(transaction, userId)
        if (!user || (await store.findTotp(userId))?.confirmedAt) throw new Problem('totp_present', 409)
        const secret = makeTotpSecret()
        await store.startTotp({ userId, secret: cipher.encrypt(secret, userId), createdAt: clock.now() })
        return { secret, uri: totpUri(secret, { issuer: siteName(), username: user.username }) }
      })
    },

    /** Adds the authenticator app that shows this code. @throws {Problem} 409 not started or there is one, 422 wrong code */
    async confirm(asker: Asker, code: string): Promise<FactorAdded> {
      const userId = asker.user.id
      // A wrong code is refused before recovery codes are hashed, which takes long.
      await getStep(createFactorStore(db), userId, code)
      return changes.add(asker, 'second_factor_added', async (store) => {
        await store.confirmTotp(userId, await getStep(store, userId, code), clock.now())
      })
    },

    /** Removes one's authenticator app. @throws {Problem} 404 */
    remove(asker: Asker): Promise<void> {
      const what = { notice: 'second_factor_removed', missing: 'totp_not_found' } as const
      return changes.remove(asker, what, (store) => store.deleteTotp(asker.user.id))
    },
  }
}
