import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, describe, test } from 'node:test'
import { createAccepting } from '#features/social/accounts/connecting/accepting.ts'
import { accountTokens, createAccountStore } from '#features/social/accounts/store.ts'
import type { ClientCredentials, Grant, Platform } from '#features/social/platforms/platform.ts'
import { createEncryption } from '#platform/encryption.ts'
import { createLog } from '#platform/log.ts'
import { evaluateConditions } from '#platform/poller.ts'
import { connectPostgres, type Postgres } from '#platform/postgres.ts'
import { renewEncryptedRows } from '#platform/secrets/encrypted-rows.ts'
import type { NewNotification } from '#shared/notifications/type.ts'
import { createFakeClock, days, type FakeClock, hours } from '../../../../../test/support/clock.ts'
import { connectTestDatabase } from '../../../../../test/support/database.ts'
import { startTestPlatform, type TestPlatform } from '../../../../../test/support/social/test-platform.ts'
import { createAccountFaults } from './account-faults.ts'
import { type AccountTokens, createAccountTokens } from './account-tokens.ts'
import { createTokenPoller } from './token-poller.ts'

const secrets = { current: 'a secret that only the tests know of', earlier: [] }
const log = createLog('silent')
const signal = new AbortController().signal

let database: Postgres & { url: string }
let second: Postgres
let platform: TestPlatform
let clock: FakeClock
let told: NewNotification[]
let userId: string
let process: ReturnType<typeof startProcess>

before(async () => {
  clock = createFakeClock()
  database = await connectTestDatabase({ max: 12 })
  second = connectPostgres(database.url, { log, max: 12 })
  platform = await startTestPlatform({ now: () => clock.now() })
  const { rows } = await database.pool.query<{ id: string }>(
    "INSERT INTO users (username, username_key, name, role) VALUES ('a', 'a', 'A', 'admin') RETURNING id",
  )
  userId = rows[0]?.id ?? ''
})
after(async () => {
  await second?.close()
  await database?.close()
  await platform?.close()
})
beforeEach(() => {
  told = []
  platform.lifetime = 2 * 3_600
  platform.delay = 0
  Object.assign(platform.counts, { exchanges: 0, renewals: 0, revocations: 0, descriptions: 0 })
  process = startProcess()
})
afterEach(async () => {
  await process.tokens.stop()
  await database.pool.query('DELETE FROM social_accounts')
})

/** What a process has of the tokens. */
function startProcess({
  postgres = database,
  adapter = platform.platform,
  secret = secrets,
}: {
  postgres?: Pick<Postgres, 'db'>
  adapter?: Platform
  secret?: Parameters<typeof createEncryption>[0]
} = {}) {
  const { db } = postgres
  const encryption = createEncryption(secret)
  const notify = async (_transaction: unknown, all: readonly NewNotification[]) => void told.push(...all)
  const faults = createAccountFaults({ db, clock, notify })
  const findClient = (): ClientCredentials => platform.client
  const tokens = createAccountTokens({
    ...{ db, clock, log, encryption, faults, findClient, findPlatform: () => adapter },
  })
  const poller = createTokenPoller({ db, clock, notify, platforms: [adapter], tokens, faults })
  return { tokens, poller, encryption }
}

/** Connects an account at the platform. */
async function connect(changes: Partial<Grant> = {}): Promise<string> {
  const { authorization } = platform.platform
  assert.ok(authorization)
  const { client } = platform
  const redirectUri = 'https://site.example/back'
  const url = authorization.authorize({ client, redirectUri, state: 's', codeChallenge: challenge })
  const code = platform.allow(url.href).searchParams.get('code') ?? ''
  const grant = await authorization.exchange({ client, redirectUri, code, codeVerifier: verifier, signal })
  const accept = createAccepting({ clock, encryption: process.encryption })
  return database.db.transaction((transaction) =>
    accept(transaction, {
      ...{ platform: 'github', externalId: 'id-team', name: 'team', url: null, data: {} },
      ...{ mode: 'automatic', grant: { ...grant, ...changes }, userId },
    }),
  )
}
// Of RFC 7636, Appendix B.
const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'
const challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'

const read = async (id: string) => {
  const row = await createAccountStore(database.db).find(id)
  assert.ok(row)
  return row
}
const works = async (accessToken: string) =>
  platform.platform.describeAccount?.({ client: platform.client, accessToken, signal })
const kindOf = (kind: string) => (error: unknown) =>
  error instanceof Error && 'kind' in error && error.kind === kind
/** The pause after a failure is over. */
const endPause = () => database.pool.query('UPDATE social_accounts SET renewing_until = NULL')

describe('a token', () => {
  test('is returned as it is while it lasts', async () => {
    const id = await connect()
    const usable = await process.tokens.get(id, signal)
    assert.ok(await works(usable.accessToken))
    assert.deepEqual(usable.account, { externalId: 'id-team', name: 'team', data: {} })
    assert.equal(platform.counts.renewals, 0)
  })

  test('that has ended is renewed once for ten jobs in two processes', async () => {
    const id = await connect()
    clock.advance(2 * hours)
    platform.delay = 150
    platform.forget('access')
    const other = startProcess({ postgres: second })
    const all = await Promise.all(
      Array.from({ length: 10 }, (_, index) => (index % 2 ? process : other).tokens.get(id, signal)),
    )
    assert.equal(platform.counts.renewals, 1)
    assert.equal(new Set(all.map(({ accessToken }) => accessToken)).size, 1)
    assert.ok(await works(all[0]?.accessToken ?? ''))
    const { renewingUntil, tokenVersion } = await read(id)
    assert.deepEqual([renewingUntil, tokenVersion], [null, 1])
  })

  test('that the platform refuses is renewed once for all who were refused', async () => {
    const id = await connect()
    platform.forget('access')
    const { tokenVersion } = await process.tokens.get(id, signal)
    await Promise.all(
      Array.from({ length: 5 }, () =>
        process.tokens.renewRejected(id, { tokenVersion, sentence: 'Bad' }, signal),
      ),
    )
    assert.equal(platform.counts.renewals, 1)
    assert.ok(await works((await process.tokens.get(id, signal)).accessToken))
  })

  test('that nobody can renew is told to admins once, with the sentence of the platform', async () => {
    const id = await connect()
    platform.forget('access')
    platform.forget('refresh')
    const { tokenVersion } = await process.tokens.get(id, signal)
    for (let round = 0; round < 3; round++)
      await assert.rejects(
        process.tokens.renewRejected(id, { tokenVersion, sentence: 'Bad' }, signal),
        kindOf('token'),
      )
    await assert.rejects(process.tokens.get(id, signal), kindOf('token'))
    const { fault, faultSentence } = await read(id)
    assert.deepEqual([fault, faultSentence], ['rejected', 'The grant is not valid'])
    assert.deepEqual(
      told.map(({ type, data }) => [type.name, data]),
      [['social.account_broken', { account_id: id, platform: 'github', name: 'team', fault: 'rejected' }]],
    )
    assert.equal(platform.counts.renewals, 1)
  })

  test('without the means to renew it is used until its end', async () => {
    const id = await connect({ refreshToken: null })
    clock.advance(2 * hours - 60_000)
    assert.ok(await works((await process.tokens.get(id, signal)).accessToken))
    clock.advance(60_000)
    await assert.rejects(process.tokens.get(id, signal), kindOf('token'))
    assert.equal((await read(id)).fault, 'expired')
    assert.equal(platform.counts.renewals, 0)
    assert.equal(told.length, 1)
  })

  test('that cannot be decrypted asks for a person', async () => {
    const id = await connect()
    const other = startProcess({ secret: { current: 'another secret of another installation', earlier: [] } })
    await assert.rejects(other.tokens.get(id, signal), kindOf('token'))
    assert.equal((await read(id)).fault, 'unreadable')
  })

  test('of an account that was disconnected is not returned', async () => {
    const id = await connect()
    await database.pool.query('UPDATE social_accounts SET disconnected_at = now()')
    await assert.rejects(process.tokens.get(id, signal), kindOf('token'))
    await assert.rejects(
      process.tokens.renewRejected(id, { tokenVersion: 0, sentence: '' }, signal),
      kindOf('token'),
    )
  })
})

describe('a renewal', () => {
  test('whose answer is lost keeps the account, and is tried again', async () => {
    const id = await connect()
    clock.advance(2 * hours)
    platform.failNext('lost')
    await assert.rejects(
      process.tokens.tryRenew(id).then(() => process.tokens.get(id, AbortSignal.timeout(300))),
    )
    const { fault, failingSince, refreshToken } = await read(id)
    assert.equal(fault, null)
    assert.ok(failingSince && refreshToken)
    await endPause()
    assert.ok(await works((await process.tokens.get(id, signal)).accessToken))
    assert.equal((await read(id)).failingSince, null)
    assert.deepEqual(told, [])
  })

  test('that fails before the end leaves the token in use', async () => {
    const id = await connect()
    clock.advance(2 * hours - 60_000)
    platform.failNext('busy')
    const { accessToken } = await process.tokens.get(id, signal)
    assert.ok(await works(accessToken))
    assert.equal(platform.counts.renewals, 1)
  })

  test('that is refused before the end tells admins, and leaves the token in use', async () => {
    const id = await connect()
    platform.forget('refresh')
    clock.advance(2 * hours - 60_000)
    assert.ok(await works((await process.tokens.get(id, signal)).accessToken))
    assert.ok(await works((await process.tokens.get(id, signal)).accessToken))
    assert.equal((await read(id)).fault, 'rejected')
    assert.deepEqual([told.length, platform.counts.renewals], [1, 1])
    clock.advance(60_000)
    await assert.rejects(process.tokens.get(id, signal), kindOf('token'))
  })

  test('never replaces a refresh token by an empty one', async () => {
    const id = await connect()
    clock.advance(2 * hours)
    platform.failNext('no_refresh_token')
    await process.tokens.get(id, signal)
    const { refreshToken, accessToken } = await read(id)
    const cipher = process.encryption.cipher('social.tokens')
    assert.match(cipher.decrypt(refreshToken ?? '', id), /^refresh-/)
    assert.match(cipher.decrypt(accessToken ?? '', id), /^access-/)
  })

  test('is not broken off by whoever waits for it', async () => {
    const id = await connect()
    clock.advance(2 * hours)
    platform.delay = 300
    await assert.rejects(process.tokens.get(id, AbortSignal.timeout(100)), { name: 'TimeoutError' })
    await process.tokens.stop()
    assert.equal((await read(id)).tokenVersion, 1)
    assert.equal(platform.counts.renewals, 1)
  })

  test('of a process that has died is taken over', async () => {
    const id = await connect()
    clock.advance(2 * hours)
    await database.pool.query(
      "UPDATE social_accounts SET renewing_until = clock_timestamp() + interval '300 milliseconds'",
    )
    await process.tokens.get(id, signal)
    assert.equal(platform.counts.renewals, 1)
  })

  test('by another process is waited for as long as the caller wants', async () => {
    const id = await connect()
    clock.advance(2 * hours)
    await database.pool.query(
      "UPDATE social_accounts SET renewing_until = clock_timestamp() + interval '1 minute'",
    )
    await assert.rejects(process.tokens.get(id, AbortSignal.timeout(60)), { name: 'TimeoutError' })
    assert.equal(platform.counts.renewals, 0)
  })

  test('that comes after another one is not stored over it', async () => {
    const id = await connect()
    clock.advance(2 * hours)
    platform.delay = 300
    const late = process.tokens.get(id, signal)
    await new Promise((resolve) => setTimeout(resolve, 100))
    const cipher = process.encryption.cipher('social.tokens')
    await createAccountStore(database.db).replaceTokens(id, {
      ...{ accessToken: cipher.encrypt('newer', id), expiresAt: new Date(clock.now().getTime() + hours) },
    })
    assert.equal((await late).accessToken, 'newer')
    assert.equal((await read(id)).tokenVersion, 1)
  })

  test('of an account that is disconnected meanwhile gives the tokens back', async () => {
    const id = await connect()
    clock.advance(2 * hours)
    platform.delay = 200
    const late = process.tokens.get(id, signal)
    await new Promise((resolve) => setTimeout(resolve, 100))
    await database.pool.query('UPDATE social_accounts SET disconnected_at = now()')
    await assert.rejects(late, kindOf('token'))
    assert.equal(platform.counts.revocations, 1)
  })
})

describe('the poller of tokens', () => {
  /** Polls; returns whether there was anything to do. */
  async function poll(): Promise<boolean> {
    const condition = process.poller.isDue?.(clock.now())
    assert.ok(condition)
    const [isDue = false] = await evaluateConditions(database.db, [condition])
    await process.poller.poll()
    return isDue
  }

  test('renews in the last third of a long life, and not before', async () => {
    platform.lifetime = 60 * 24 * 3_600
    const id = await connect()
    clock.advance(39 * days)
    assert.equal(await poll(), false)
    assert.equal(platform.counts.renewals, 0)
    clock.advance(5 * days)
    assert.equal(await poll(), true)
    assert.equal(platform.counts.renewals, 1)
    const { expiresAt, tokenVersion } = await read(id)
    assert.deepEqual([expiresAt, tokenVersion], [new Date(clock.now().getTime() + 60 * days), 1])
    assert.equal(await poll(), false)
    assert.deepEqual(told, [])
  })

  test('renews tokens of hours once a day', async () => {
    await connect()
    clock.advance(3 * hours)
    assert.equal(await poll(), false)
    clock.advance(22 * hours)
    assert.equal(await poll(), true)
    assert.equal(platform.counts.renewals, 1)
  })

  test('comes to tokens that can be renewed, however many cannot', async () => {
    const id = await connect()
    await database.pool.query(
      `INSERT INTO social_accounts (platform, external_id, name, mode, access_token, refresh_token, expires_at, connected_at, failing_since)
       SELECT platform, n::text, name, mode, access_token, refresh_token, expires_at - interval '1 hour', connected_at, connected_at
       FROM social_accounts, generate_series(1, 20) n`,
    )
    clock.advance(25 * hours)
    await poll()
    assert.equal((await read(id)).tokenVersion, 1)
  })

  test('warns once, seven days before what only a person can renew', async () => {
    platform.lifetime = 60 * 24 * 3_600
    await connect({ refreshToken: null })
    clock.advance(52 * days)
    await poll()
    assert.equal(told.length, 0)
    clock.advance(1.5 * days)
    for (let round = 0; round < 3; round++) await poll()
    assert.deepEqual(
      told.map(({ type }) => type.name),
      ['social.account_ending'],
    )
    clock.advance(7 * days)
    for (let round = 0; round < 2; round++) await poll()
    assert.deepEqual(
      told.map(({ type }) => type.name),
      ['social.account_ending', 'social.account_broken'],
    )
  })

  test('warns of the end of a refresh token, and again of the next one', async () => {
    const end = new Date(clock.now().getTime() + 5 * days)
    const id = await connect({ refreshExpiresAt: end })
    await poll()
    await poll()
    assert.equal(told.length, 1)
    const next = new Date(end.getTime() + days)
    await createAccountStore(database.db).update(id, { refreshExpiresAt: next })
    await poll()
    assert.equal(told.length, 2)
  })

  test('asks once a minute while the platform is away, and no more once a person has to act', async () => {
    await connect()
    clock.advance(25 * hours)
    platform.failNext('busy')
    await poll()
    assert.equal(await poll(), false)
    assert.equal(platform.counts.renewals, 1)
    await endPause()
    platform.forget('refresh')
    await poll()
    await endPause()
    assert.equal(await poll(), false)
    assert.equal(platform.counts.renewals, 2)
  })
})

test('the tokens of accounts are encrypted anew under another secret', async () => {
  const id = await connect()
  const rotated = { current: 'a new secret that only the tests know', earlier: [secrets.current] }
  const encryption = createEncryption(rotated)
  const result = await renewEncryptedRows(database.db, encryption, [accountTokens])
  assert.deepEqual(result, { renewed: 2, unreadable: 0 })
  const later = startProcess({ secret: { ...rotated, earlier: [] } })
  assert.ok(await works((await later.tokens.get(id, signal)).accessToken))
})

test('what may still be done is stored with a success', async () => {
  const id = await connect()
  clock.advance(1_000)
  await process.tokens.noteSuccess(id, { left: 3, total: 10, resetsAt: null })
  const { lastSuccessAt, quota } = await read(id)
  assert.deepEqual(lastSuccessAt, clock.now())
  assert.deepEqual(quota, { left: 3, total: 10, resetsAt: null, at: clock.now().toISOString() })
  const tokens: Pick<AccountTokens, 'noteSuccess'> = process.tokens
  await tokens.noteSuccess(id)
  assert.deepEqual((await read(id)).quota, quota)
})
