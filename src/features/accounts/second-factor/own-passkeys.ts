import { createSessionStore } from '#features/accounts/session-store.ts'
import { lockUser } from '#features/accounts/user-lock-store.ts'
import { Problem } from '#shared/problem.ts'
import { type Asker, issueChallenge, takeOwnChallenge } from './challenges.ts'
import {
  type FactorAdded,
  mostPasskeys,
  type Passkey,
  type PasskeyCreationQuestion,
  type PasskeyDraft,
  type PasskeyQuestion,
  type PasskeyReply,
} from './contract.ts'
import { type FactorChanges, type FactorOptions, toPasskey } from './factor-changes.ts'
import { createFactorStore } from './factor-store.ts'
import type { Passkeys } from './passkeys.ts'

interface OwnPasskeyOptions extends Pick<FactorOptions, 'db' | 'clock'> {
  changes: FactorChanges
  passkeys: Passkeys
}

/** The rules of one's own passkeys, and of confirming with one of them who one is. */
export function createOwnPasskeys({ db, clock, changes, passkeys }: OwnPasskeyOptions) {
  const listOf = async (userId: string) => (await createFactorStore(db).list(userId)).passkeys
  const issue = ({ user, sessionId }: Asker, purpose: 'confirmation' | 'registration', challenge: string) =>
    issueChallenge(db, { purpose, userId: user.id, sessionId, passkeyChallenge: challenge }, clock.now())

  return {
    /** Asks a browser for a new passkey. @throws {Problem} 409 there are too many */
    async offer(asker: Asker): Promise<PasskeyCreationQuestion> {
      const keys = await listOf(asker.user.id)
      if (keys.length >= mostPasskeys) throw new Problem('passkeys_full', 409)
      const passkey = await passkeys.creation(asker.user, keys)
      return { challenge: await issue(asker, 'registration', passkey.challenge), passkey }
    },

    /** Adds a passkey. @throws {Problem} 409 `challenge_expired`, `passkeys_full` or `passkey_known`, 422 */
    add(asker: Asker, { challenge: token, response, name }: PasskeyDraft): Promise<FactorAdded> {
      const userId = asker.user.id
      return changes.add(asker, 'passkey_added', async (store, transaction) => {
        const now = clock.now()
        const taken = { token, purpose: 'registration' } as const
        const challenge = await takeOwnChallenge(transaction, taken, asker, now)
        const verified = await passkeys.verifyNew(response, challenge)
        if (!verified) throw refusePasskey()
        if ((await store.list(userId)).passkeys.length >= mostPasskeys)
          throw new Problem('passkeys_full', 409)
        const added = await store.insertPasskey({ ...verified, userId, name, createdAt: now })
        if (!added) throw new Problem('passkey_known', 409)
      })
    },

    /** Gives one of one's passkeys another name. @throws {Problem} 404 */
    async rename(id: string, userId: string, name: string): Promise<Passkey> {
      const renamed = await createFactorStore(db).renamePasskey(id, userId, name)
      if (!renamed) throw new Problem('passkey_not_found', 404)
      return toPasskey(renamed)
    },

    /** Removes one of one's passkeys. @throws {Problem} 404 */
    remove(id: string, asker: Asker): Promise<void> {
      const what = { notice: 'passkey_removed', missing: 'passkey_not_found' } as const
      return changes.remove(asker, what, (store) => store.deletePasskey(id, asker.user.id))
    },

    /** Asks for a passkey instead of the password. @throws {Problem} 409 there is none */
    async offerConfirmation(asker: Asker): Promise<PasskeyQuestion> {
      const keys = await listOf(asker.user.id)
      if (keys.length === 0) throw new Problem('passkey_missing', 409)
      // Instead of the password, which a passkey that anybody can touch would not be.
      const passkey = await passkeys.request(keys, 'required')
      return { challenge: await issue(asker, 'confirmation', passkey.challenge), passkey }
    },

    /** Records that a user has just shown who they are. @throws {Problem} 409 `challenge_expired`, 422 */
    confirm(asker: Asker, { challenge: token, response }: PasskeyReply): Promise<void> {
      return db.transaction(async (transaction) => {
        const now = clock.now()
        const store = createFactorStore(transaction)
        await lockUser(transaction, asker.user.id)
        const taken = { token, purpose: 'confirmation' } as const
        const challenge = await takeOwnChallenge(transaction, taken, asker, now)
        const found = await store.findPasskey(response.id)
        if (found?.user.id !== asker.user.id) throw refusePasskey()
        const counter = await passkeys.verify(found.passkey, response, { challenge, isVerified: true })
        if (counter === undefined || !(await store.notePasskeyUse(found.passkey.id, counter, now)))
          throw refusePasskey()
        await createSessionStore(transaction).confirmPassword(asker.sessionId, now)
      })
    },
  }
}

const refusePasskey = () =>
  new Problem('validation_failed', 422, { fields: [{ field: 'response', code: 'passkey_refused' }] })
