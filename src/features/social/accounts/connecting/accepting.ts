import { randomUUID } from 'node:crypto'
import type { AccountMode } from '#features/social/accounts/contract.ts'
import { tokenPurpose } from '#features/social/accounts/purposes.ts'
import { createAccountStore, type NewAccountRow } from '#features/social/accounts/store.ts'
import type { PlatformId } from '#features/social/contract.ts'
import type { AccountDescription, Grant } from '#features/social/platforms/platform.ts'
import type { Clock } from '#platform/clock.ts'
import type { Encryption } from '#platform/encryption.ts'
import type { Database } from '#platform/postgres.ts'

/** An account that its platform or a person has described. */
export interface AcceptedAccount extends AccountDescription {
  platform: PlatformId
  mode: AccountMode
  /** Null where we have no token. */
  grant: Grant | null
  userId: string
}

interface AcceptOptions {
  clock: Clock
  encryption: Encryption
}

/**
 * Creates what stores an account that was connected, in a transaction. One that is known by the name that its platform has for it gets
 * the new tokens, also when it was disconnected. Returns its id.
 */
export function createAccepting({ clock, encryption }: AcceptOptions) {
  const cipher = encryption.cipher(tokenPurpose)
  return async (transaction: Database, account: AcceptedAccount): Promise<string> => {
    const { platform, externalId, name, url, data, mode, grant, userId } = account
    const store = createAccountStore(transaction)
    await store.lock()
    const known = await store.findExternal(platform, externalId)
    const id = known?.id ?? randomUUID()
    const now = clock.now()
    const encrypt = (token: string | null | undefined) => (token ? cipher.encrypt(token, id) : null)
    const changes = {
      ...{ name, url, data, mode, connectedBy: userId, connectedAt: now, disconnectedAt: null },
      ...{ accessToken: encrypt(grant?.accessToken), refreshToken: encrypt(grant?.refreshToken) },
      ...{ expiresAt: grant?.expiresAt ?? null, refreshExpiresAt: grant?.refreshExpiresAt ?? null },
      ...{ scopes: grant?.scopes ?? null, renewedAt: grant ? now : null, renewingUntil: null },
      ...{ fault: null, faultSentence: null, failingSince: null, warnedOf: null },
      ...{ lastSuccessAt: grant ? now : null },
    } satisfies Partial<NewAccountRow>
    if (known) await store.replaceTokens(id, changes)
    else await store.insert({ id, platform, externalId, ...changes })
    return id
  }
}
export type AcceptAccount = ReturnType<typeof createAccepting>
