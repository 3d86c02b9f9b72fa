import { listMissingScopes } from '#features/social/accounts/account-view.ts'
import type { Access } from '#features/social/accounts/ports.ts'
import { verifierPurpose } from '#features/social/accounts/purposes.ts'
import { createAccountStore } from '#features/social/accounts/store.ts'
import { PlatformId } from '#features/social/contract.ts'
import { socialPermissions } from '#features/social/permissions.ts'
import { PlatformFault } from '#features/social/platforms/fault.ts'
import type {
  AccountDescription,
  ClientCredentials,
  Grant,
  Platform,
} from '#features/social/platforms/platform.ts'
import { shorten } from '#features/social/platforms/platform-calls.ts'
import { runAs } from '#platform/database/change-author.ts'
import { DecryptionError } from '#platform/encryption.ts'
import { type Logger, messageOf } from '#platform/log.ts'
import { isAllowed } from '#shared/permissions.ts'
import type { AcceptAccount } from './accepting.ts'
import { type ConnectionEnd, type ConnectionRow, createConnectionStore } from './connection-store.ts'
import { type ConnectionOptions, redirectUriOf } from './connections.ts'
import { digestOf, isRandom } from './state.ts'

// How long the platform may take to exchange a code and to describe its account, in milliseconds.
const exchangeTimeout = 25_000
const mostCodeCharacters = 4_096

export interface CallbackOptions
  extends Pick<
    ConnectionOptions,
    'db' | 'clock' | 'encryption' | 'publicUrl' | 'findManaged' | 'findClient'
  > {
  findMember: Access['findMember']
  accept: AcceptAccount
  log: Logger
}

/** A request with which a platform sends a person back. */
export interface ReturnedPerson {
  /** Named in the address. */
  platform: string
  state: unknown
  code: unknown
  error: unknown
  /** The value of the cookie that belongs to the state. */
  cookie: string | undefined
}

/** What the page says: `connected`, or a reason under `social:callback.<reason>`. */
export type CallbackOutcome = 'connected' | 'invalid' | Exclude<ConnectionEnd['failure'], 'expired'>

/**
 * Creates what connects the account of a person whom a platform has sent back. Nothing is stored and nobody is asked unless the state, the
 * cookie and the platform belong together, for the first time and within ten minutes.
 */
export function createCallback(options: CallbackOptions) {
  const { db, clock } = options
  const store = createConnectionStore(db)

  return async (returned: ReturnedPerson): Promise<CallbackOutcome> => {
    const { state, cookie } = returned
    if (!isRandom(state) || !isRandom(cookie)) return 'invalid'
    const now = clock.now()
    const proof = { stateDigest: digestOf(state), browserDigest: digestOf(cookie) }
    const until = new Date(now.getTime() + 2 * exchangeTimeout)
    const row = await store.take({ ...proof, platforms: platformsAt(returned.platform) }, { now, until })
    if (!row) return 'invalid'
    const author = { kind: 'user', user: row.userId, session: row.sessionId } as const
    return runAs({ ...author, action: socialPermissions.manage.action }, async () => {
      const end = await connect(options, row, returned).catch(async (error) => {
        await store.finish(row.id, failed('platform'))
        throw error
      })
      if (end === 'connected') return end
      await store.finish(row.id, end)
      return end.failure === 'expired' ? 'invalid' : end.failure
    })
  }
}
export type Callback = ReturnType<typeof createCallback>

/** The platforms whose people may come back to an address: Threads shares that of Instagram, as both are of one application at Meta. */
function platformsAt(name: string): PlatformId[] {
  const { data } = PlatformId.safeParse(name)
  if (data === undefined) return []
  return data === 'instagram' ? ['instagram', 'threads'] : [data]
}

const failed = (failure: ConnectionEnd['failure'], sentence: string | null = null): ConnectionEnd => ({
  ...{ state: 'failed', failure, sentence: sentence && shorten(sentence) },
})

/** Connects an account whose connection has been taken. */
async function connect(
  options: CallbackOptions,
  row: ConnectionRow,
  { code, error }: ReturnedPerson,
): Promise<'connected' | ConnectionEnd> {
  const platform = options.findManaged(row.platform)
  const client = options.findClient(row.platform)
  if (!(await mayStillConnect(options, row))) return failed('session')
  if (error !== undefined) return describeError(error)
  if (typeof code !== 'string' || code === '' || code.length > mostCodeCharacters) return failed('platform')
  if (!platform || !client) return failed('not_configured')
  const asked = await askPlatform(options, { row, platform, client, code })
  if ('failure' in asked) return asked
  const { grant, account } = asked
  const missing = listMissingScopes(grant.scopes, platform)
  if (missing.length > 0) {
    await giveBack(options, { platform, client, grant, account })
    return failed('scopes', missing.join(', '))
  }
  await options.db.transaction(async (transaction) => {
    const accountId = await options.accept(transaction, {
      ...{ ...account, platform: row.platform, mode: platform.capabilities.publishing },
      ...{ grant, userId: row.userId },
    })
    await createConnectionStore(transaction).finish(row.id, { accountId })
  })
  return 'connected'
}

interface UnusedGrant extends Pick<Question, 'platform' | 'client'> {
  grant: Grant
  account: AccountDescription
}

/** Gives back tokens that are not used, unless the account has others: platforms may take those back with them. */
async function giveBack({ db, log }: CallbackOptions, { platform, client, grant, account }: UnusedGrant) {
  const known = await createAccountStore(db).findExternal(platform.id, account.externalId)
  if (known && known.disconnectedAt === null) return
  const signal = AbortSignal.timeout(exchangeTimeout)
  await platform.authorization?.revoke?.({ client, grant, signal }).catch((error: unknown) => {
    log.warn({ platform: platform.id, reason: messageOf(error) }, 'revoking a token failed')
  })
}

/** Whether the session that has begun a connection has not ended, and its user may still connect accounts. */
async function mayStillConnect({ findMember }: CallbackOptions, { sessionId, userId }: ConnectionRow) {
  const member = await findMember(sessionId)
  return member !== undefined && member.id === userId && isAllowed(member, socialPermissions.manage)
}

/** What an error in the address means (RFC 6749 §4.1.2.1). Of its words only the code is kept: anybody could have written the rest. */
function describeError(error: unknown): ConnectionEnd {
  const code = typeof error === 'string' && /^[a-z][a-z0-9_.]{0,63}$/i.test(error) ? error : null
  if (code === 'access_denied' || code === 'user_cancelled_authorize' || code === 'user_cancelled_login')
    return { state: 'refused', failure: 'denied', sentence: null }
  return failed('platform', code)
}

interface Question {
  row: ConnectionRow
  platform: Platform
  client: ClientCredentials
  code: string
}

/** Exchanges the code for tokens, and asks whose they are. */
async function askPlatform(
  { encryption, publicUrl }: CallbackOptions,
  { row, platform, client, code }: Question,
): Promise<ConnectionEnd | { grant: Grant; account: AccountDescription }> {
  const { authorization } = platform
  if (!authorization || !platform.describeAccount) return failed('not_configured')
  const signal = AbortSignal.timeout(exchangeTimeout)
  try {
    const { id, codeVerifier: stored } = row
    const codeVerifier = stored === null ? undefined : encryption.cipher(verifierPurpose).decrypt(stored, id)
    const redirectUri = redirectUriOf(publicUrl, row.platform)
    const grant = await authorization.exchange({ client, redirectUri, code, codeVerifier, signal })
    if (!grant.accessToken) return failed('platform')
    const account = await platform.describeAccount({ client, accessToken: grant.accessToken, signal })
    return { grant, account }
  } catch (error) {
    if (error instanceof DecryptionError) return failed('expired')
    if (!(error instanceof PlatformFault)) throw error
    const isAway = error.kind === 'unreachable' || error.kind === 'lost' || error.kind === 'busy'
    return failed(isAway ? 'unreachable' : 'platform', error.message)
  }
}
