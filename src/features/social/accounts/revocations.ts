import { type RenewalOptions, readGrant } from '#features/social/accounts/tokens/renewal.ts'
import { PlatformFault } from '#features/social/platforms/fault.ts'
import { type Logger, messageOf } from '#platform/log.ts'
import type { Poller } from '#platform/poller.ts'
import type { Disconnection } from './contract.ts'
import type { OnDisconnected } from './ports.ts'
import { createRevocationStore, hasUnrevoked } from './revocation-store.ts'
import type { AccountRow } from './store.ts'

// How long a platform may take to take back our tokens, in milliseconds.
const revokeTimeout = 10_000
// After this time whoever disconnected an account has died before its tokens were deleted.
const unfinishedAfter = 2 * 60_000

export interface RevocationOptions extends Omit<RenewalOptions, 'faults'> {
  log: Logger
  onDisconnected: OnDisconnected
}

/** The disconnecting of accounts: nothing uses them from then on, and their platforms take back our tokens. */
export function createRevocations(options: RevocationOptions) {
  const { db, clock, onDisconnected } = options
  const store = createRevocationStore(db)

  /** Revokes the tokens of an account that was disconnected, and deletes them whatever the platform says. */
  async function finish(row: AccountRow): Promise<Disconnection> {
    const disconnection = await revoke(options, row)
    await store.deleteTokens(row)
    return disconnection
  }

  return {
    /** Disconnects an account; undefined where there is none. */
    async disconnect(id: string): Promise<Disconnection | undefined> {
      const row = await db.transaction(async (transaction) => {
        const disconnected = await createRevocationStore(transaction).disconnect(id, clock.now())
        if (disconnected) await onDisconnected(transaction, id)
        return disconnected
      })
      return row && finish(row)
    },

    /** Deletes tokens that a process has left that died while it disconnected an account. */
    poller: {
      name: 'social-finish-disconnecting',
      everySeconds: 60,
      isDue: (now) => hasUnrevoked(new Date(now.getTime() - unfinishedAfter)),
      async poll() {
        const before = new Date(clock.now().getTime() - unfinishedAfter)
        for (const row of await store.listUnrevoked(before)) await finish(row)
      },
    } satisfies Poller,
  }
}
export type Revocations = ReturnType<typeof createRevocations>

/** Has a platform take back our tokens. */
async function revoke(options: RevocationOptions, row: AccountRow): Promise<Disconnection> {
  const { findPlatform, findClient, log } = options
  const { revoke: ask } = findPlatform(row.platform)?.authorization ?? {}
  if (!ask || row.accessToken === null) return { is_revoked: null, sentence: null }
  const client = findClient(row.platform)
  const grant = readGrant(options, row)
  if (!client || !grant) return { is_revoked: false, sentence: null }
  try {
    await ask({ client, grant, signal: AbortSignal.timeout(revokeTimeout) })
    return { is_revoked: true, sentence: null }
  } catch (error) {
    // What the platform does not know any more need not be revoked.
    if (error instanceof PlatformFault && error.kind === 'token') return { is_revoked: true, sentence: null }
    log.warn({ account: row.id, reason: messageOf(error) }, 'revoking a token failed')
    return { is_revoked: false, sentence: error instanceof PlatformFault ? error.message : null }
  }
}
