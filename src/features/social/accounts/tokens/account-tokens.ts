import { type AccountRow, createAccountStore } from '#features/social/accounts/store.ts'
import { PlatformFault } from '#features/social/platforms/fault.ts'
import type { CallContext, ClientCredentials, Quota } from '#features/social/platforms/platform.ts'
import { brokenAccount } from './account-faults.ts'
import { canRenew, createRenewal, type RenewalOptions, readGrant } from './renewal.ts'
import { createTokenStore } from './token-store.ts'

// A token that ends within this time is renewed before it is used, in milliseconds.
const margin = 2 * 60_000

/** With what an account's platform is called. */
export interface UsableAccount extends Pick<CallContext, 'client' | 'accessToken' | 'account'> {
  /** Of the token, for `renewRejected`. */
  tokenVersion: number
}

const noClient: ClientCredentials = { id: '', secret: '' }

/** The tokens of accounts, renewed before they end. */
export function createAccountTokens(options: RenewalOptions) {
  const { db, clock, faults } = options
  const accounts = createAccountStore(db)
  const tokens = createTokenStore(db)
  const renewal = createRenewal(options)

  /** Whether the access token of an account may still be used. */
  const isUsable = ({ expiresAt, accessToken }: AccountRow) =>
    accessToken !== null && (expiresAt === null || expiresAt > clock.now())

  async function getRow(id: string): Promise<AccountRow> {
    const row = await accounts.find(id)
    if (!row) throw brokenAccount('disconnected')
    return row
  }

  async function get(id: string, signal: AbortSignal): Promise<UsableAccount> {
    const row = await getRow(id)
    const { expiresAt, fault, faultSentence } = row
    if (fault === 'scopes' || fault === 'unreadable') throw brokenAccount(fault, faultSentence)
    const endsSoon = expiresAt !== null && expiresAt.getTime() - clock.now().getTime() < margin
    if (!endsSoon && fault === null) return read(options, row)
    if (fault === null && canRenew(options, row)) {
      const renewed = await renewal.renew(row, signal).catch((error: unknown) => {
        // What cannot be renewed now is used until it ends.
        if (!(error instanceof PlatformFault) || !isUsable(row)) throw error
        return row
      })
      return read(options, renewed)
    }
    if (expiresAt !== null && isUsable(row)) return read(options, row)
    if (fault === null) await faults.mark(row, { fault: 'expired', sentence: null, isDead: false })
    throw brokenAccount(fault ?? 'expired', faultSentence)
  }

  /** Whether the token has been renewed; only a person can connect the account again where it has not. */
  async function tryReplace(row: AccountRow, signal: AbortSignal): Promise<boolean> {
    if (row.fault !== null || !canRenew(options, row)) return false
    try {
      await renewal.renew(row, signal)
      return true
    } catch (error) {
      if (!(error instanceof PlatformFault) || error.kind !== 'token') throw error
      return false
    }
  }

  return {
    /**
     * A usable access token of an account. One that ends soon is renewed first, by one process at a time. Nothing has been done with it
     * when this throws. @throws {PlatformFault} `token` when a person has to connect the account again; else why it could not be renewed
     */
    get,

    /**
     * The account with another token, when a platform has refused that one with 401 and a sentence. It is renewed once, however many have
     * been refused. @throws {PlatformFault} as `get`
     */
    async renewRejected(
      id: string,
      { tokenVersion, sentence }: { tokenVersion: number; sentence: string },
      signal: AbortSignal,
    ): Promise<UsableAccount> {
      const row = await getRow(id)
      if (row.tokenVersion === tokenVersion && !(await tryReplace(row, signal))) {
        await faults.mark(row, { fault: 'rejected', sentence: sentence || null, isDead: true })
        await tokens.endToken(row, clock.now())
        throw brokenAccount('rejected', sentence)
      }
      return get(id, signal)
    },

    /** Records that a call with the token has worked, and what the platform says may still be done. */
    noteSuccess: (id: string, quota?: Quota): Promise<void> => accounts.noteSuccess(id, clock.now(), quota),

    tryRenew: renewal.tryRenew,
    stop: renewal.stop,
  }
}
export type AccountTokens = ReturnType<typeof createAccountTokens>

/** What is stored of an account, decrypted. @throws {PlatformFault} `token` */
async function read(options: RenewalOptions, row: AccountRow): Promise<UsableAccount> {
  const grant = readGrant(options, row)
  if (!grant) await options.faults.mark(row, { fault: 'unreadable', sentence: null, isDead: true })
  if (!grant?.accessToken) throw brokenAccount(grant ? 'rejected' : 'unreadable')
  const { externalId, name, data } = row
  return {
    client: options.findClient(row.platform) ?? noClient,
    ...{ accessToken: grant.accessToken, account: { externalId, name, data } },
    tokenVersion: row.tokenVersion,
  }
}
