import { randomUUID } from 'node:crypto'
import type { Connection, ConnectionResult, SocialAccount } from '#features/social/accounts/contract.ts'
import type { Access } from '#features/social/accounts/ports.ts'
import { verifierPurpose } from '#features/social/accounts/purposes.ts'
import type { PlatformId } from '#features/social/contract.ts'
import type { ClientCredentials, Platform } from '#features/social/platforms/platform.ts'
import type { SignedIn } from '#http/access.ts'
import type { Clock } from '#platform/clock.ts'
import type { Encryption } from '#platform/encryption.ts'
import type { Database } from '#platform/postgres.ts'
import { Problem } from '#shared/problem.ts'
import { createConnectionStore } from './connection-store.ts'
import { callbackPath, challengeOf, cookieOf, digestOf, makeRandom } from './state.ts'

/** How long a person has at the platform's page, in milliseconds. */
export const connectionLasts = 10 * 60_000

export interface ConnectionOptions {
  db: Database
  clock: Clock
  encryption: Encryption
  publicUrl: string
  /** The platforms that are offered. */
  findManaged(id: PlatformId): Platform | undefined
  findClient(id: PlatformId): ClientCredentials | undefined
  /** Whoever is signed in with a session, if that has not ended. */
  findMember: Access['findMember']
  findAccount(id: string): Promise<SocialAccount | undefined>
}

/** Where a platform sends people back to: below the public address, whatever address a request came to. */
export const redirectUriOf = (publicUrl: string, platform: PlatformId): string =>
  `${publicUrl}${callbackPath}/${platform}`

/** A connection that has begun, with the cookie of its browser. */
export interface BegunConnection extends Connection {
  cookie: { name: string; value: string }
}

/** The connecting of accounts at their platforms' pages, as the panel begins and follows it. */
export function createConnections(options: ConnectionOptions) {
  const { db, clock, encryption, publicUrl, findManaged, findClient, findAccount } = options
  const store = createConnectionStore(db)
  const cipher = encryption.cipher(verifierPurpose)

  return {
    /**
     * Begins to connect an account. @throws {Problem} 409 where the platform is not offered, has no such page, or has no application
     */
    async begin(id: PlatformId, { user, sessionId }: SignedIn): Promise<BegunConnection> {
      const platform = findManaged(id)
      if (!platform) throw new Problem('social_platform_off', 409)
      const { authorization } = platform
      if (!authorization) throw new Problem('social_platform_no_page', 409)
      const client = findClient(id)
      if (!client) throw new Problem('social_platform_not_configured', 409)
      const [state, browser, verifier] = [makeRandom(), makeRandom(), makeRandom()]
      const connectionId = randomUUID()
      const now = clock.now()
      await store.insert({
        ...{ id: connectionId, platform: id, userId: user.id, sessionId },
        ...{ stateDigest: digestOf(state), browserDigest: digestOf(browser) },
        codeVerifier: authorization.usesPkce ? cipher.encrypt(verifier, connectionId) : null,
        ...{ createdAt: now, expiresAt: new Date(now.getTime() + connectionLasts) },
      })
      const url = authorization.authorize({
        ...{ client, state, redirectUri: redirectUriOf(publicUrl, id) },
        codeChallenge: authorization.usesPkce ? challengeOf(verifier) : undefined,
      })
      return { id: connectionId, url: url.href, cookie: { name: cookieOf(state), value: browser } }
    },

    /** What has become of a connection of a user. @throws {Problem} 404 */
    async get(id: string, userId: string): Promise<ConnectionResult> {
      const row = await store.find(id)
      if (!row || row.userId !== userId) throw new Problem('social_connection_not_found', 404)
      const { state, failure, sentence, accountId, expiresAt } = row
      const account = accountId === null ? null : ((await findAccount(accountId)) ?? null)
      if (state === 'waiting' && expiresAt <= clock.now())
        return { state: 'failed', account: null, failure: 'expired', sentence: null }
      return { state, account, failure, sentence }
    },
  }
}
export type Connections = ReturnType<typeof createConnections>
