import type { AccountFault } from '#features/social/accounts/contract.ts'
import type { AccountDescription, ClientCredentials, Quota } from '#features/social/platforms/platform.ts'

/** An account with what its platform is called with. */
export interface OpenAccount {
  account: Pick<AccountDescription, 'externalId' | 'name' | 'data'>
  client: ClientCredentials
  accessToken: string
  /** Tells one token of the account from the next. */
  tokenVersion: number
}

/** A person has to connect the account again before anything can be published. */
export class AccountUnusable extends Error {
  override name = 'AccountUnusable'
  readonly fault: AccountFault | 'disconnected' | 'not_configured'

  /** `sentence` is what the platform said, if it did. */
  constructor(fault: AccountUnusable['fault'], sentence = '') {
    super(sentence)
    this.fault = fault
  }
}

/** The accounts, as publishing needs them. */
export interface PublishingAccounts {
  /** An account with a token that has not ended, renewed if need be. @throws {AccountUnusable} */
  open(accountId: string, signal: AbortSignal): Promise<OpenAccount>
  /** The same after the platform has refused that token: renewed once, however many ask. @throws {AccountUnusable} */
  renew(accountId: string, tokenVersion: number, signal: AbortSignal): Promise<OpenAccount>
  /** Notes that the platform has accepted something of the account. */
  noteSuccess(accountId: string, quota?: Quota): Promise<void>
}
