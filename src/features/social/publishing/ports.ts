import type { AccountDescription, ClientCredentials, Quota } from '#features/social/platforms/platform.ts'

/** An account with what its platform is called with. */
export interface OpenAccount {
  account: Pick<AccountDescription, 'externalId' | 'name' | 'data'>
  client: ClientCredentials
  accessToken: string
  /** Tells one token of the account from the next. */
  tokenVersion: number
}

/** A token that its platform no longer accepts, and what that said. */
export interface RefusedToken {
  tokenVersion: number
  sentence: string
}

/** The accounts, as publishing needs them. */
export interface PublishingAccounts {
  /**
   * An account with a token that has not ended, renewed if need be.
   * @throws {PlatformFault} `token` when a person has to connect it again
   */
  open(accountId: string, signal: AbortSignal): Promise<OpenAccount>
  /**
   * The same after the platform has refused that token with a sentence: renewed once, however many ask.
   * @throws {PlatformFault} `token` when a person has to connect it again
   */
  renew(accountId: string, refused: RefusedToken, signal: AbortSignal): Promise<OpenAccount>
  /** Notes that the platform has accepted something of the account. */
  noteSuccess(accountId: string, quota?: Quota): Promise<void>
}
