import { setTimeout as wait } from 'node:timers/promises'
import { listMissingScopes } from '#features/social/accounts/account-view.ts'
import { tokenPurpose } from '#features/social/accounts/purposes.ts'
import { type AccountRow, createAccountStore } from '#features/social/accounts/store.ts'
import { isRenewable } from '#features/social/accounts/token-ends.ts'
import type { PlatformId } from '#features/social/contract.ts'
import { PlatformFault, wordsOf } from '#features/social/platforms/fault.ts'
import type { ClientCredentials, Grant, Platform } from '#features/social/platforms/platform.ts'
import { shorten } from '#features/social/platforms/platform-calls.ts'
import type { Clock } from '#platform/clock.ts'
import type { Encryption } from '#platform/encryption.ts'
import { type Logger, messageOf } from '#platform/log.ts'
import type { Database } from '#platform/postgres.ts'
import { type AccountFaults, brokenAccount } from './account-faults.ts'
import { createTokenStore } from './token-store.ts'

// In milliseconds. A process that hangs for longer than the lease may find that another has renewed the tokens meanwhile.
const refreshTimeout = 30_000
const leaseLasts = 60_000
const pauseAfterFailure = 5_000
const longestPause = 15 * 60_000
const longestWait = 45_000

export interface RenewalOptions {
  db: Database
  clock: Clock
  log: Logger
  encryption: Encryption
  findPlatform(id: PlatformId): Platform | undefined
  findClient(id: PlatformId): ClientCredentials | undefined
  faults: AccountFaults
}

/** What became of an attempt to renew tokens. */
type Renewal = { state: 'renewed' } | { state: 'failed'; fault: PlatformFault }

/**
 * Creates what renews the tokens of accounts: one process at a time, while the others wait for what it gets.
 *
 * Platforms that give a new refresh token each time forget the one that was used. When their answer is lost, nobody can know whether they
 * have: the old one is kept and used again, which those with a time of grace accept. Only when the platform refuses it does a person have
 * to connect the account again; until its end the access token is used on. So that no answer is lost by our own doing, a renewal is never
 * broken off, neither by whoever waits for it nor by the stop of the process.
 */
export function createRenewal(options: RenewalOptions) {
  const { db, log } = options
  const accounts = createAccountStore(db)
  const tokens = createTokenStore(db)
  const running = new Set<Promise<unknown>>()

  /** Renews the tokens of an account while this process alone may. */
  function renewLeased(row: AccountRow): Promise<Renewal> {
    const work = renewOnce(options, row).catch((error: unknown): Renewal => {
      log.warn({ account: row.id, reason: messageOf(error) }, 'renewing a token failed')
      throw error
    })
    const settled = work.then(
      () => {},
      () => {},
    )
    running.add(settled)
    void settled.then(() => running.delete(settled))
    return work
  }

  return {
    /**
     * Renews the tokens of an account, or waits until another process has. Returns the account as it is then. @throws {PlatformFault}
     * `token` when a person has to connect it again, else the fault because of which nothing could be renewed
     */
    async renew(row: AccountRow, signal: AbortSignal): Promise<AccountRow> {
      const deadline = performance.now() + longestWait
      for (let pause = 50; ; pause = Math.min(pause * 2, 1_000)) {
        if (await tokens.lease(row, leaseLasts)) {
          const renewal = await abortable(renewLeased(row), signal)
          if (renewal.state === 'failed') throw renewal.fault
        } else if (performance.now() > deadline) {
          throw new PlatformFault('unreachable', 'another process has not renewed the token in time')
        } else {
          await abortable(wait(pause), signal)
        }
        const now = await accounts.find(row.id)
        if (!now) throw brokenAccount('disconnected')
        if (now.tokenVersion !== row.tokenVersion) return now
        if (now.fault !== null) throw brokenAccount(now.fault, now.faultSentence)
      }
    },

    /** Renews tokens unless another process does. Faults are stored with the account, not thrown. */
    async tryRenew(id: string): Promise<void> {
      const row = await accounts.find(id)
      if (row && (await tokens.lease(row, leaseLasts))) await renewLeased(row)
    },

    /** Waits for running renewals. */
    async stop(): Promise<void> {
      await Promise.all(running)
    },
  }
}

/** Waits for a promise, but no longer than until the signal; the work goes on. @throws the reason of the signal */
async function abortable<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  signal.throwIfAborted()
  const { promise, reject } = Promise.withResolvers<never>()
  const onAbort = () => reject(signal.reason)
  signal.addEventListener('abort', onAbort, { once: true })
  try {
    return await Promise.race([work, promise])
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}

/** Asks the platform for new tokens, and stores them. */
async function renewOnce(options: RenewalOptions, row: AccountRow): Promise<Renewal> {
  const { db, clock, faults, findPlatform, findClient } = options
  const tokens = createTokenStore(db)
  const platform = findPlatform(row.platform)
  const client = findClient(row.platform)
  const { refresh } = platform?.authorization ?? {}
  const old = readGrant(options, row)
  if (!old) {
    await faults.mark(row, { fault: 'unreadable', sentence: null, isDead: true })
    return { state: 'failed', fault: brokenAccount('unreadable') }
  }
  try {
    if (!platform || !client || !refresh) throw new PlatformFault('refused', 'not configured')
    const grant = await refresh({ client, grant: old, signal: AbortSignal.timeout(refreshTimeout) })
    if (!grant.accessToken) throw new PlatformFault('lost', 'no token in the answer')
    const isStored = await tokens.renew(row, describeGrant(options, { row, platform, old, grant }))
    if (!isStored) await dropGrant(options, { row, platform, client, grant })
    return { state: 'renewed' }
  } catch (error) {
    if (!(error instanceof PlatformFault)) throw error
    if (error.kind === 'token')
      await faults.mark(row, { fault: 'rejected', sentence: wordsOf(error), isDead: false })
    else
      await tokens.noteFailure(row, {
        ...{ now: clock.now(), sentence: shorten(wordsOf(error)) },
        pause: pauseAfter(error, clock.now()),
      })
    // Whoever wanted to use the token has done nothing yet.
    const isDone = error.kind === 'lost' || error.kind === 'busy'
    return { state: 'failed', fault: isDone ? new PlatformFault('unreachable', error.message) : error }
  }
}

/** How long nobody tries again, in milliseconds: as long as the platform wants, within reason. */
function pauseAfter({ again }: PlatformFault, now: Date): number {
  const wished = again ? again.getTime() - now.getTime() : 0
  return Math.min(Math.max(wished, pauseAfterFailure), longestPause)
}

/** The tokens of an account; undefined when they cannot be decrypted. */
export function readGrant(
  { encryption }: Pick<RenewalOptions, 'encryption'>,
  { id, accessToken, refreshToken, expiresAt, refreshExpiresAt, scopes }: AccountRow,
): Grant | undefined {
  const cipher = encryption.cipher(tokenPurpose)
  try {
    return {
      accessToken: accessToken === null ? '' : cipher.decrypt(accessToken, id),
      refreshToken: refreshToken === null ? null : cipher.decrypt(refreshToken, id),
      ...{ expiresAt, refreshExpiresAt, scopes },
    }
  } catch {
    return undefined
  }
}

interface Renewed {
  row: AccountRow
  platform: Platform
  old: Grant
  grant: Grant
}

/** What is stored of renewed tokens. An empty refresh token never takes the place of one that works. */
function describeGrant({ clock, encryption }: RenewalOptions, { row, platform, old, grant }: Renewed) {
  const cipher = encryption.cipher(tokenPurpose)
  const refreshToken = grant.refreshToken || old.refreshToken
  const isSameRefresh = refreshToken === old.refreshToken
  const scopes = grant.scopes ?? old.scopes
  const isMissing = listMissingScopes(scopes, platform).length > 0
  const now = clock.now()
  return {
    accessToken: cipher.encrypt(grant.accessToken, row.id),
    refreshToken: refreshToken === null ? null : cipher.encrypt(refreshToken, row.id),
    expiresAt: grant.expiresAt,
    refreshExpiresAt: grant.refreshExpiresAt ?? (isSameRefresh ? old.refreshExpiresAt : null),
    ...{ scopes, renewedAt: now, lastSuccessAt: now },
    ...{ fault: isMissing ? ('scopes' as const) : null, faultSentence: null },
    failingSince: isMissing ? now : null,
  }
}

/** Gives back tokens of an account that was disconnected while they were renewed, as far as that is possible. */
async function dropGrant(
  { db, log }: RenewalOptions,
  { row, platform, client, grant }: Omit<Renewed, 'old'> & { client: ClientCredentials },
): Promise<void> {
  if (await createAccountStore(db).find(row.id)) return
  const signal = AbortSignal.timeout(refreshTimeout)
  await platform.authorization?.revoke?.({ client, grant, signal }).catch((error: unknown) => {
    log.warn({ account: row.id, reason: messageOf(error) }, 'revoking a token failed')
  })
}

/** Whether tokens can be renewed with what is stored of an account. */
export const canRenew = ({ findPlatform }: Pick<RenewalOptions, 'findPlatform'>, row: AccountRow): boolean =>
  isRenewable(row, findPlatform(row.platform) ?? {})
