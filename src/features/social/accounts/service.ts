import type { AcceptAccount } from '#features/social/accounts/connecting/accepting.ts'
import type { AccountTokens } from '#features/social/accounts/tokens/account-tokens.ts'
import { withToken } from '#features/social/accounts/tokens/with-token.ts'
import type { PlatformId } from '#features/social/contract.ts'
import { isTimeout, PlatformFault, wordsOf } from '#features/social/platforms/fault.ts'
import type { AccountDescription, Platform, Quota } from '#features/social/platforms/platform.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/postgres.ts'
import { Problem } from '#shared/problem.ts'
import { toAccount } from './account-view.ts'
import type { AccountTest, Disconnection, NewAccount, SocialAccount, Timetable } from './contract.ts'
import type { PlatformList } from './platform-list.ts'
import type { Revocations } from './revocations.ts'
import { type AccountRow, createAccountStore } from './store.ts'
import { sortSlots } from './timetable.ts'

// How long a platform may take to say whose a token is, in milliseconds.
const describeTimeout = 20_000

export interface SocialAccountOptions {
  db: Database
  clock: Clock
  platforms: PlatformList
  accept: AcceptAccount
  tokens: AccountTokens
  revocations: Revocations
  /** That of the site. */
  timeZone(): string
}

/** The accounts of the team at platforms. */
export function createSocialAccounts(options: SocialAccountOptions) {
  const { db, platforms, accept, revocations, timeZone } = options
  const store = createAccountStore(db)
  const view = (row: AccountRow) =>
    toAccount(row, { platform: platforms.find(row.platform) ?? {}, timeZone: timeZone() })

  async function find(id: string): Promise<SocialAccount | undefined> {
    const row = await store.find(id)
    return row && view(row)
  }

  /** @throws {Problem} 404 */
  async function get(id: string): Promise<SocialAccount> {
    const account = await find(id)
    if (!account) throw new Problem('social_account_not_found', 404)
    return account
  }

  return {
    find,
    /** @throws {Problem} 404 */
    get,

    /** The connected accounts, of one platform or of all. */
    list: async (platform?: PlatformId): Promise<SocialAccount[]> => (await store.list(platform)).map(view),

    /** Adds an account that needs no page of its platform. @throws {Problem} 409, 422 */
    async add(draft: NewAccount, userId: string): Promise<SocialAccount> {
      const platform = platforms.findManaged(draft.platform)
      if (!platform) throw new Problem('social_platform_off', 409)
      const { connection, publishing: mode } = platform.capabilities
      if (connection === 'oauth') throw new Problem('social_platform_needs_page', 409)
      const token = draft.credentials?.token ?? ''
      const described =
        connection === 'token'
          ? await describeToken(platform, token, draft.account_name)
          : { externalId: nameKey(draft.account_name), url: null, data: {} }
      const grant = { accessToken: token, refreshToken: null, expiresAt: null, refreshExpiresAt: null }
      const id = await db.transaction((transaction) =>
        accept(transaction, {
          ...{ ...described, platform: platform.id, name: draft.account_name, mode, userId },
          grant: connection === 'token' ? { ...grant, scopes: null } : null,
        }),
      )
      return get(id)
    },

    /** Says when posts of an account are queued. @throws {Problem} 404 */
    async setTimetable(id: string, { time_zone, slots }: Timetable): Promise<SocialAccount> {
      await get(id)
      await store.update(id, { timetable: { time_zone, slots: sortSlots(slots) } })
      return get(id)
    },

    /** Disconnects an account, and has its platform take back our tokens. @throws {Problem} 404 */
    async disconnect(id: string): Promise<Disconnection> {
      const disconnection = await revocations.disconnect(id)
      if (!disconnection) throw new Problem('social_account_not_found', 404)
      return disconnection
    },

    /** Asks the platform whose the token of an account is; posts nothing. @throws {Problem} 404 */
    async test(id: string): Promise<AccountTest> {
      const row = await store.find(id)
      if (!row) throw new Problem('social_account_not_found', 404)
      const sentence = await testAccount(options, row)
      return { works: sentence === null, sentence, account: await get(id) }
    },
  }
}
export type SocialAccounts = ReturnType<typeof createSocialAccounts>

/** What an account is known by that has nothing but its name. */
const nameKey = (name: string) => name.normalize('NFKC').toLowerCase()

/** What is wrong with the name of an account, by the codes of platforms. */
const nameFaults: Readonly<Record<string, string>> = {
  account_unknown: 'social_name_unknown',
  account_rights: 'social_name_rights',
}

/** Whose a token is that a person has pasted. @throws {Problem} 422 with the platform's sentence */
async function describeToken(platform: Platform, token: string, name: string): Promise<AccountDescription> {
  if (token === '')
    throw new Problem('validation_failed', 422, {
      fields: [{ field: 'credentials.token', code: 'required' }],
    })
  const client = { id: '', secret: '' }
  const signal = AbortSignal.timeout(describeTimeout)
  try {
    const described = await platform.describeAccount?.({ client, accessToken: token, name, signal })
    if (described) return described
  } catch (error) {
    if (!(error instanceof PlatformFault)) throw error
    const isAnswer = error.kind === 'token' || error.kind === 'refused'
    if (!isAnswer) throw new Problem('social_platform_away', 409)
    const code = nameFaults[error.code ?? '']
    if (code) throw new Problem('validation_failed', 422, { fields: [{ field: 'account_name', code }] })
  }
  const fields = [{ field: 'credentials.token', code: 'social_token_refused' }]
  throw new Problem('validation_failed', 422, { fields })
}

/** What is wrong with an account; null when it works. */
async function testAccount({ db, platforms, tokens }: SocialAccountOptions, row: AccountRow) {
  const platform = platforms.find(row.platform)
  if (row.accessToken === null || !platform?.describeAccount) return null
  try {
    const signal = AbortSignal.timeout(describeTimeout)
    const described = await describeAgain(tokens, { platform, id: row.id, signal })
    const { name, url, data } = described
    const keepsName = platform.capabilities.connection !== 'oauth'
    await createAccountStore(db).update(row.id, keepsName ? { url, data } : { name, url, data })
    await tokens.noteSuccess(row.id, described.quota)
    return null
  } catch (error) {
    if (error instanceof PlatformFault) return wordsOf(error)
    if (isTimeout(error)) return 'timeout'
    throw error
  }
}

interface Asked {
  platform: Platform
  id: string
  signal: AbortSignal
}

/** Describes an account with its token, or with a renewed one when the platform does not accept that any more. */
async function describeAgain(
  tokens: AccountTokens,
  { platform, id, signal }: Asked,
): Promise<AccountDescription & { quota: Quota | undefined }> {
  return withToken(
    { open: tokens.get, renew: tokens.renewRejected },
    {
      ...{ accountId: id, signal },
      async call(usable) {
        const name = usable.account.externalId
        const described = await platform.describeAccount?.({ ...usable, name, signal })
        if (!described) throw new PlatformFault('refused', 'not described')
        const quota = await platform.readQuota?.({ ...usable, signal }).catch((error: unknown) => {
          if (error instanceof PlatformFault) return undefined
          throw error
        })
        return { ...described, quota }
      },
    },
  )
}
