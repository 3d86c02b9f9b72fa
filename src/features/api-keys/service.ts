import { keyPrefix, type SignedIn } from '#http/access.ts'
import type { Clock } from '#platform/clock.ts'
import type { Logger } from '#platform/log.ts'
import type { Database } from '#platform/postgres.ts'
import { hashToken, isToken, makeToken } from '#platform/secrets/bearer-token.ts'
import { createUseRecorder } from '#platform/secrets/use-recorder.ts'
import { isAllowed, type Permission } from '#shared/permissions.ts'
import { Problem, type RefusedField } from '#shared/problem.ts'
import type { FindActiveUsers, FindNames } from '#shared/user.ts'
import {
  type ApiKey,
  type ApiKeyDraft,
  type ApiKeyState,
  longestDays,
  mostKeys,
  type NewApiKey,
} from './contract.ts'
import { apiKeyPermissions } from './permissions.ts'
import { createApiKeyStore } from './store.ts'
import type { ApiKeyRow } from './table.ts'

const day = 24 * 3_600_000
/** How much of a token tells keys apart and is of no use without the rest. */
const hintCharacters = 4

export interface ApiKeyOptions {
  db: Database
  clock: Clock
  log: Logger
  findActiveUsers: FindActiveUsers
  findNames: FindNames
  /** The permissions of all features. */
  listPermissions(): readonly Permission[]
}

/** The keys with which programs call the API in the name of the admins who made them. */
export function createApiKeys(options: ApiKeyOptions) {
  const { db, clock, log, findActiveUsers, listPermissions } = options
  const store = createApiKeyStore(db)
  const recordUse = createUseRecorder({ log, name: 'an API key', touch: store.touch })
  const describe = (rows: readonly ApiKeyRow[]) => describeKeys(rows, options)

  return {
    /** All keys, newest first. */
    list: async (): Promise<ApiKey[]> => describe(await store.list()),

    /** Makes a key. @throws {Problem} 409 there are too many, 422 */
    async create(draft: ApiKeyDraft, userId: string): Promise<NewApiKey> {
      const now = clock.now()
      const fields = findFaults(draft, listPermissions(), now)
      if (fields.length > 0) throw new Problem('validation_failed', 422, { fields })
      const token = makeToken(keyPrefix)
      const row = await db.transaction(async (transaction) => {
        const within = createApiKeyStore(transaction)
        await within.lock()
        if ((await within.countValid(now)) >= mostKeys)
          throw new Problem('api_keys_full', 409, { params: { limit: mostKeys } })
        return within.insert({
          ...{
            name: draft.name,
            tokenHash: hashToken(token),
            hint: token.slice(0, keyPrefix.length + hintCharacters),
          },
          scopes: [...new Set(draft.scopes)],
          ...{ createdBy: userId, createdAt: now },
          expiresAt: draft.expires_at === null ? null : new Date(draft.expires_at),
        })
      })
      const [key] = await describe([row])
      if (!key) throw new Error('a key was made but not described')
      return { key, token }
    },

    /** Ends a key at once in every process. @throws {Problem} 404 */
    async revoke(id: string): Promise<void> {
      if (!(await store.revoke(id, clock.now()))) throw new Problem('api_key_not_found', 404)
    },

    /** Whom a program with a token acts for, and what it may do; undefined when the key does not work. */
    async find(token: string): Promise<SignedIn | undefined> {
      if (!isToken(token, keyPrefix)) return undefined
      const now = clock.now()
      const key = await store.findValid(hashToken(token), now)
      if (!key) return undefined
      const maker = (await findActiveUsers([key.createdBy])).get(key.createdBy)
      if (!maker || !isAllowed(maker, apiKeyPermissions.create)) return undefined
      recordUse(key, now)
      return {
        user: { ...maker, scopes: key.scopes },
        sessionId: key.id,
        keyId: key.id,
        // No key confirms a password.
        passwordConfirmedAt: new Date(0),
      }
    },
  }
}
export type ApiKeys = ReturnType<typeof createApiKeys>

/** What is wrong with a draft beyond its shape. */
function findFaults(draft: ApiKeyDraft, permissions: readonly Permission[], now: Date): RefusedField[] {
  const offered = new Set(permissions.filter(({ allowsKeys }) => allowsKeys).map(({ action }) => action))
  const unknown = draft.scopes.filter((scope) => !offered.has(scope))
  const end = draft.expires_at === null ? undefined : new Date(draft.expires_at).getTime()
  const latest = now.getTime() + longestDays * day
  return [
    ...(unknown.length > 0
      ? [{ field: 'scopes', code: 'scope_unknown', params: { scope: unknown[0] ?? '' } }]
      : []),
    ...(end !== undefined && end <= now.getTime() ? [{ field: 'expires_at', code: 'time_past' }] : []),
    ...(end !== undefined && end > latest ? [{ field: 'expires_at', code: 'expiry_too_far' }] : []),
  ]
}

/** Keys as admins see them. */
async function describeKeys(
  rows: readonly ApiKeyRow[],
  { clock, findActiveUsers, findNames }: Pick<ApiKeyOptions, 'clock' | 'findActiveUsers' | 'findNames'>,
): Promise<ApiKey[]> {
  const makers = [...new Set(rows.map(({ createdBy }) => createdBy))]
  const [users, names] = await Promise.all([findActiveUsers(makers), findNames(makers)])
  const now = clock.now()
  const stateOf = ({ revokedAt, expiresAt, createdBy }: ApiKeyRow): ApiKeyState => {
    if (revokedAt) return 'revoked'
    if (expiresAt && expiresAt <= now) return 'expired'
    const maker = users.get(createdBy)
    return maker && isAllowed(maker, apiKeyPermissions.create) ? 'active' : 'blocked'
  }
  return rows.map((row) => ({
    ...{ id: row.id, name: row.name, hint: row.hint, scopes: row.scopes, state: stateOf(row) },
    created_at: row.createdAt.toISOString(),
    created_by: { id: row.createdBy, name: names.get(row.createdBy) ?? '' },
    expires_at: row.expiresAt?.toISOString() ?? null,
    last_used_at: row.lastUsedAt?.toISOString() ?? null,
    revoked_at: row.revokedAt?.toISOString() ?? null,
  }))
}
