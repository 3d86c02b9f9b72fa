import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { z } from 'zod'
import { createEncryption } from '#platform/encryption.ts'
import { createLog } from '#platform/log.ts'
import { evaluateConditions } from '#platform/poller.ts'
import { startTestApp, type TestApp, testSecret } from '../../../../test/support/build-app.ts'
import { badValues } from '../../../../test/support/hostile/hostile-values.ts'
import type { Reply, Send } from '../../../../test/support/http-client.ts'
import {
  assistedPlatform,
  startTestPlatform,
  type TestPlatform,
  tokenPlatform,
} from '../../../../test/support/social/test-platform.ts'
import { AccountTest, Connection, Disconnection, SocialAccount, SocialPlatform } from './contract.ts'
import { createRevocations } from './revocations.ts'

const Accounts = z.array(SocialAccount)
const Platforms = z.array(SocialPlatform)
const botToken = '12345:a-token-of-a-bot-that-is-secret'
const lines: string[] = []
const answers: string[] = []

let product: TestApp
let platform: TestPlatform
let admin: Send

before(async () => {
  platform = await startTestPlatform()
  product = await startTestApp({
    log: createLog('trace', { write: (line) => void lines.push(line) }),
    socialPlatforms: [platform.platform, tokenPlatform, assistedPlatform],
  })
  admin = keep(await product.signIn())
})
after(async () => {
  await product?.close()
  await platform?.close()
})
beforeEach(async () => {
  await product.pool.query('DELETE FROM social_connections; DELETE FROM social_accounts')
})

/** Keeps every answer, to look for secrets. */
const keep =
  (send: Send): Send =>
  async (path, ask) => {
    const reply = await send(path, ask)
    answers.push(reply.text, JSON.stringify(reply.headers['set-cookie'] ?? ''))
    return reply
  }

const readSettings = async () =>
  (await admin('/api/settings')).read(
    z.array(z.object({ key: z.string(), value: z.unknown(), version: z.number() })),
  )

async function setClient(values: Record<string, string | null>): Promise<Reply> {
  const settings = await readSettings()
  const changes = Object.entries(values).map(([key, value]) => ({
    ...{ key, value, version: settings.find((one) => one.key === key)?.version ?? 0 },
  }))
  return admin('/api/settings', { method: 'PATCH', json: { changes, reason: '' } })
}

async function connect(): Promise<SocialAccount> {
  await setClient({ githubClientId: platform.client.id, githubClientSecret: platform.client.secret })
  const begun = await admin('/api/social/accounts/connect', { json: { platform: 'github' } })
  const [cookie = ''] = String(begun.headers['set-cookie']).split(';')
  const back = platform.allow(begun.read(Connection).url)
  const reply = await keep(product.send)(back.pathname + back.search, { headers: { cookie } })
  assert.equal(reply.status, 200)
  const [account] = await list('?platform=github')
  assert.ok(account)
  return account
}
const list = async (query = '') => (await admin(`/api/social/accounts${query}`)).read(Accounts)
const post = (path: string) => admin(path, { method: 'POST' })
const disconnect = (id: string) => post(`/api/social/accounts/${id}/disconnect`)
const tryOut = async (id: string) => (await post(`/api/social/accounts/${id}/test`)).read(AccountTest)

describe('the platforms', () => {
  test('are listed with what is missing, until the settings say it', async () => {
    await setClient({ githubClientId: null, githubClientSecret: null })
    const before = (await admin('/api/social/platforms')).read(Platforms)
    assert.deepEqual(
      before.map(({ id, platform_id, icon_class, missing }) => [id, platform_id, icon_class, missing]),
      [
        ['github', 'github', 'platform-github', ['githubClientId', 'githubClientSecret']],
        ['telegram', 'telegram', 'platform-telegram', []],
        ['csdn', 'csdn', 'platform-csdn', []],
      ],
    )
    assert.match(before[0]?.redirect_uri ?? '', /\/api\/social\/accounts\/callback\/github$/)
    assert.equal((await admin('/api/social/accounts/connect', { json: { platform: 'github' } })).status, 409)
    assert.equal((await setClient({ githubClientId: 'an id', githubClientSecret: 'x' })).status, 422)
    await setClient({ githubClientId: 'id', githubClientSecret: platform.client.secret })
    assert.deepEqual((await admin('/api/social/platforms')).read(Platforms)[0]?.missing, [])
    const { rows } = await product.pool.query("SELECT value FROM settings WHERE key = 'githubClientSecret'")
    assert.doesNotMatch(JSON.stringify(rows), new RegExp(platform.client.secret))
  })

  test('that are used are chosen, and others are refused', async () => {
    const choose = (json: unknown) => admin('/api/social/platforms/managed', { json })
    const chosen = await choose(['telegram', 'github', 'telegram'])
    assert.equal(chosen.status, 200)
    assert.deepEqual(JSON.parse(chosen.text), ['github', 'telegram'])
    const managed = (await admin('/api/social/platforms')).read(Platforms)
    assert.deepEqual(
      managed.map(({ id }) => id),
      ['github', 'telegram'],
    )
    const all = (await admin('/api/social/platforms/available')).read(Platforms)
    assert.deepEqual(
      all.map(({ id, is_managed }) => [id, is_managed]),
      [
        ['github', true],
        ['telegram', true],
        ['csdn', false],
      ],
    )
    const json = { platform: 'csdn', account_name: 'Team' }
    assert.equal((await admin('/api/social/accounts', { json })).status, 409)
    for (const bad of [['myspace'], 'github', { 0: 'github' }, [null], null])
      assert.equal((await choose(bad)).status, 422, JSON.stringify(bad))
    assert.deepEqual(JSON.parse((await choose([])).text), [])
    assert.equal((await choose(['github', 'telegram', 'csdn'])).status, 200)
  })
})

describe('an account without a page', () => {
  const add = (json: unknown) => admin('/api/social/accounts', { json })

  test('is added by its name, and by its name again it is the same', async () => {
    const first = await add({ platform: 'csdn', account_name: ' Equipo ' })
    assert.equal(first.status, 201)
    const { id, mode, account_name, is_renewed } = first.read(SocialAccount)
    assert.deepEqual([mode, account_name, is_renewed], ['assisted', 'Equipo', false])
    assert.equal((await add({ platform: 'csdn', account_name: 'EQUIPO' })).read(SocialAccount).id, id)
    assert.equal((await list()).length, 1)
    assert.deepEqual((await disconnect(id)).read(Disconnection), { is_revoked: null, sentence: null })
  })

  test('with a token is asked for before it is stored', async () => {
    const json = { platform: 'telegram', account_name: 'Canal', credentials: { token: botToken } }
    const added = await add(json)
    assert.equal(added.status, 201, added.text)
    assert.equal(added.read(SocialAccount).account_name, 'Canal')
    for (const credentials of [undefined, {}, { token: '' }, { token: 'wrong' }]) {
      const refused = await add({ ...json, credentials })
      assert.equal(refused.status, 422)
      assert.equal(refused.problem().errors?.[0]?.field, 'credentials.token')
    }
    const nowhere = (await add({ ...json, account_name: 'Nowhere' })).problem().errors?.[0]
    assert.equal(nowhere?.field, 'account_name')
    assert.match(nowhere.message, /canal|channel/)
    assert.equal((await add({ platform: 'github', account_name: 'a' })).status, 409)
    assert.equal((await add({ platform: 'csdn', account_name: '' })).status, 422)
    assert.equal((await list()).length, 1)
  })
})

test('bad values are refused with a sentence, and nothing is stored', async () => {
  const good = { platform: 'csdn', account_name: 'Equipo' }
  const bodies = Object.entries(badValues).flatMap(([kind, value]) => [
    { kind, path: 'accounts/connect', json: { platform: value } },
    { kind, path: 'accounts', json: { ...good, platform: value } },
    { kind, path: 'accounts', json: { ...good, platform: 'telegram', credentials: { token: value } } },
    { kind, path: 'platforms/managed', json: [value ?? null] },
    ...(namesTaken.includes(kind)
      ? []
      : [{ kind, path: 'accounts', json: { ...good, account_name: value } }]),
  ])
  for (const { kind, path, json } of bodies) {
    const reply = await admin(`/api/social/${path}`, { json })
    assert.ok([413, 422].includes(reply.status), `${path}, ${kind}: ${reply.status}`)
    assert.match(reply.problem().detail, /\w \w/)
  }
  assert.deepEqual(await list(), [])
})

/** Values that are names of accounts. */
const namesTaken = ['emoji', 'a right-to-left mark', '__proto__', 'a path', 'markup', 'SQL']

describe('an account', () => {
  test('is tested without posting anything, and renewed when its token is refused', async () => {
    platform.lifetime = 7_200
    const account = await connect()
    product.clock.advance(1_000)
    const first = await tryOut(account.id)
    assert.deepEqual([first.works, first.account.quota?.left], [true, 9])
    assert.equal(first.account.last_success_at, product.clock.now().toISOString())
    platform.forget('access')
    const renewals = platform.counts.renewals
    assert.equal((await tryOut(account.id)).works, true)
    assert.equal(platform.counts.renewals, renewals + 1)
    platform.forget('access')
    platform.forget('refresh')
    const broken = await tryOut(account.id)
    assert.equal(broken.works, false)
    assert.equal(broken.account.fault, 'rejected')
    assert.match(broken.sentence ?? '', /grant|credentials/)
    const { rows } = await product.pool.query(
      "SELECT count(*)::int AS count FROM notifications WHERE type = 'social.account_broken'",
    )
    assert.deepEqual(rows, [{ count: 1 }])
    const again = await connect()
    assert.deepEqual([again.id, again.fault], [account.id, null])
  })

  test('is disconnected once: the platform takes back the tokens, and none is kept', async () => {
    const { id } = await connect()
    const revocations = platform.counts.revocations
    const replies = await Promise.all([disconnect(id), disconnect(id)])
    assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 404])
    assert.equal(platform.counts.revocations, revocations + 1)
    const { rows } = await product.pool.query('SELECT access_token, refresh_token FROM social_accounts')
    assert.deepEqual(rows, [{ access_token: null, refresh_token: null }])
    assert.equal((await post(`/api/social/accounts/${id}/test`)).status, 404)
    assert.deepEqual(await list(), [])
  })

  test('is disconnected although the platform does not answer, which is told', async () => {
    const { id } = await connect()
    platform.failNext('busy')
    const told = (await disconnect(id)).read(Disconnection)
    assert.deepEqual(told, { is_revoked: false, sentence: 'temporarily_unavailable' })
    const { rows } = await product.pool.query('SELECT access_token, refresh_token FROM social_accounts')
    assert.deepEqual(rows, [{ access_token: null, refresh_token: null }])
  })
})

test('tokens that a process has left that died are revoked and deleted', async () => {
  const { id } = await connect()
  const revocations = platform.counts.revocations
  await product.pool.query('UPDATE social_accounts SET disconnected_at = $1', [product.clock.now()])
  const encryption = createEncryption({ current: testSecret, earlier: [] })
  const { db, clock } = product
  const { poller } = createRevocations({
    ...{ db, clock, encryption, log: createLog('silent'), onDisconnected: async () => {} },
    ...{ findPlatform: () => platform.platform, findClient: () => platform.client },
  })
  const isDue = () => evaluateConditions(db, [poller.isDue(clock.now())])
  assert.deepEqual(await isDue(), [false])
  clock.advance(3 * 60_000)
  assert.deepEqual(await isDue(), [true])
  await poller.poll()
  assert.deepEqual(await isDue(), [false])
  assert.equal(platform.counts.revocations, revocations + 1)
  const { rows } = await product.pool.query('SELECT id, access_token FROM social_accounts')
  assert.deepEqual(rows, [{ id, access_token: null }])
})

test('accounts are read by editors, changed by admins, and closed to viewers', async () => {
  const account = await connect()
  const [editor, viewer] = [await product.signInAs('editor'), await product.signInAs('viewer')]
  const reads = ['/api/social/accounts', '/api/social/platforms', '/api/social/platforms/available']
  for (const path of reads) {
    assert.equal((await editor(path)).status, 200)
    assert.equal((await viewer(path)).status, 403)
    assert.equal((await product.send(path)).status, 401)
  }
  const changes: [string, unknown?][] = [
    ['/api/social/accounts', { platform: 'csdn', account_name: 'a' }],
    ['/api/social/platforms/managed', ['github']],
    [`/api/social/accounts/${account.id}/disconnect`],
    [`/api/social/accounts/${account.id}/test`],
  ]
  for (const send of [editor, viewer])
    for (const [path, json] of changes)
      assert.equal((await send(path, { method: 'POST', ...(json !== undefined && { json }) })).status, 403)
})

test('no token or secret is in any answer, line of the log, setting, record or notification', async () => {
  await connect()
  await admin('/api/social/accounts', {
    json: { platform: 'telegram', account_name: 'Canal', credentials: { token: botToken } },
  })
  for (const path of [
    '/api/audit',
    '/api/settings/changes',
    '/api/notifications',
    '/api/settings',
    '/metrics',
  ])
    await admin(path)
  const { rows } = await product.pool.query(
    `SELECT a::text AS a FROM social_accounts a UNION ALL SELECT c::text FROM social_connections c
     UNION ALL SELECT q::text FROM audit_queue q UNION ALL SELECT e::text FROM audit_entries e
     UNION ALL SELECT n::text FROM notifications n UNION ALL SELECT s::text FROM settings s`,
  )
  const written = [...answers, ...lines, ...rows.map(({ a }) => String(a))].join('\n')
  assert.ok(lines.length > 10 && platform.secrets.length > 5)
  // The person's browser alone carries the code and the cookie.
  for (const secret of [...platform.secrets, botToken])
    assert.ok(!written.includes(secret), `${secret.slice(0, 10)}… is shown`)
})
