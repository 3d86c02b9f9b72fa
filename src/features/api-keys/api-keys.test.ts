import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { z } from 'zod'
import { PermissionEntry } from '#features/accounts/contract.ts'
import { ContentItem } from '#features/content/contract.ts'
import { createLog } from '#platform/log.ts'
import { SignedInUser } from '#shared/user.ts'
import { adminPassword, startTestApp, type TestApp } from '../../../test/support/build-app.ts'
import { draftOf } from '../../../test/support/factories.ts'
import { badValues } from '../../../test/support/hostile/hostile-values.ts'
import { createHttpClient, type Send } from '../../../test/support/http-client.ts'
import { ApiKey, longestDays, mostKeys, NewApiKey } from './contract.ts'

const path = '/api/api-keys'
const day = 24 * 3_600_000
const lines: string[] = []
let app: TestApp
/** The same product in another process. */
let other: TestApp
let admin: Send

before(async () => {
  const log = createLog('info', { write: (line) => lines.push(line) })
  app = await startTestApp({ log })
  other = await startTestApp({ databaseUrl: app.databaseUrl, clock: app.clock })
})
beforeEach(async () => {
  await app.pool.query('DELETE FROM api_keys')
  admin = await app.signIn()
})
after(async () => {
  await other.close()
  await app.close()
})

const draft = (scopes: string[], expires_at: string | null = null, name = 'CRM') => ({
  name,
  scopes,
  expires_at,
})
const programOf = (token: string, { url } = app) =>
  createHttpClient(url, { authorization: `Bearer ${token}` })
const later = (milliseconds: number) => new Date(app.clock.now().getTime() + milliseconds).toISOString()
const list = async () => (await admin(path)).read(z.array(ApiKey))

async function makeKey(scopes: string[], expiresAt: string | null = null, send = admin): Promise<NewApiKey> {
  const reply = await send(path, { json: draft(scopes, expiresAt) })
  assert.equal(reply.status, 201, reply.text)
  return reply.read(NewApiKey)
}

/** Adds another admin, and signs them in. */
async function addAdmin(): Promise<{ id: string; send: Send }> {
  const send = await app.signInAs('admin')
  return { send, id: (await send('/api/auth/me')).read(SignedInUser).id }
}

describe('a program with a key', () => {
  test('calls what its scopes name and nothing else, in the name of whoever made it', async () => {
    const { key, token } = await makeKey(['leads.read', 'content.edit', 'leads.read'])
    assert.match(token, /^firmeza_[\w-]{43}$/)
    assert.equal(key.hint, token.slice(0, 12))
    assert.deepEqual(key.scopes, ['leads.read', 'content.edit'])
    const program = programOf(token)
    assert.equal((await program('/api/early-adopters')).status, 200)
    assert.equal(
      (await program('/api/content', { json: draftOf({ content: '<h1>Por programa</h1>' }) })).status,
      201,
    )

    const missing = await program('/api/content')
    assert.equal(missing.status, 403)
    assert.equal(missing.problem().detail, 'A esta clave de API le falta el permiso «content.read».')
    for (const [method, address] of [
      ['GET', '/api/auth/me'],
      ['PUT', '/api/auth/password'],
      ['GET', path],
      ['POST', path],
      ['GET', '/api/users'],
      ['POST', '/api/early-adopters/export'],
      ['POST', '/api/auth/confirm-password'],
    ] as const) {
      const reply = await program(address, { method })
      assert.equal(reply.status, 403, address)
      assert.equal(reply.problem().detail, 'Esto solo lo pueden hacer personas: ninguna clave de API sirve.')
    }
  })

  test('reads drafts only with the scope for them', async () => {
    const text = draftOf({ language: 'fr', content: '<h1>Solo un borrador</h1>' })
    const saved = (await admin('/api/content', { json: text })).read(ContentItem)
    const address = `/api/content/${saved.key}?language=${saved.language}&version=${saved.version}`
    const [without, withScope] = [await makeKey(['leads.read']), await makeKey(['content.read'])]
    assert.equal((await programOf(without.token)(address)).status, 404)
    assert.equal((await programOf(withScope.token)(address)).status, 200)
  })

  test('is known by its bearer token alone, written exactly so', async () => {
    const { token } = await makeKey(['leads.read'])
    const swapped = token.replace(/[a-z]/g, (letter) => letter.toUpperCase())
    const bad = ['firmeza_', 'firmeza_x', `${token}A`, token.slice(0, -1), swapped, token.replace('_', '-')]
    for (const one of [
      ...bad,
      `firmeza_${'x'.repeat(9000)}`,
      `firmeza_${"' OR 1=1; --".padEnd(43, 'x')}`,
      'firmeza_é',
    ]) {
      const { status } = await programOf(encodeURI(one))('/api/early-adopters')
      assert.equal(status, 401, one.slice(0, 60))
    }
    const unknown = await programOf(`firmeza_${'x'.repeat(43)}`)('/api/early-adopters')
    assert.match(unknown.problem().detail ?? '', /^Esta clave de API no existe/)
    for (const address of [`/api/early-adopters?token=${token}`, `/api/early-adopters?access_token=${token}`])
      assert.equal((await app.send(address)).status, 401)
    const headers = { cookie: `auth_token=${token}` }
    assert.equal((await app.send('/api/early-adopters', { headers })).status, 401)
    const { rows } = await app.pool.query('SELECT * FROM api_keys')
    assert.ok(!JSON.stringify(rows).includes(token.slice(15)), 'only a hash is stored')
    assert.ok(!(await admin(path)).text.includes(token.slice(15)), 'the list does not tell tokens')
  })

  test('is named in the log by the id of its key, and its token is not', async () => {
    const { key, token } = await makeKey(['leads.read'])
    await programOf(token)('/api/early-adopters')
    assert.ok(
      lines.some((line) => line.includes(`"key":"${key.id}"`) && line.includes('/api/early-adopters')),
    )
    assert.ok(!lines.some((line) => line.includes(token.slice(15))))
  })

  test('has the time of its last use recorded, to the minute', async () => {
    const { key, token } = await makeKey(['leads.read'])
    assert.equal(key.last_used_at, null)
    const lastUse = async () => (await list())[0]?.last_used_at
    const first = app.clock.now().toISOString()
    for (const [milliseconds, expected] of [
      [0, first],
      [59_000, first],
      [2_000, later(61_000)],
    ] as const) {
      app.clock.advance(milliseconds)
      await programOf(token)('/api/early-adopters')
      for (let tries = 0; tries < 50 && (await lastUse()) !== expected; tries++);
      assert.equal(await lastUse(), expected)
    }
  })
})

describe('a key stops working', () => {
  const works = async (token: string) => {
    const statuses = [
      await programOf(token)('/api/early-adopters'),
      await programOf(token, other)('/api/early-adopters'),
    ]
    assert.equal(statuses[0]?.status, statuses[1]?.status)
    return statuses[0]?.status === 200
  }

  test('when it is revoked, on the next call in every process; revoking it again changes nothing', async () => {
    const { key, token } = await makeKey(['leads.read'])
    for (let round = 0; round < 15; round++) {
      const { key: short, token: ofRound } = await makeKey(['leads.read'])
      assert.ok(await works(ofRound))
      assert.equal((await admin(`${path}/${short.id}`, { method: 'DELETE' })).status, 204)
      assert.equal((await programOf(ofRound, other)('/api/early-adopters')).status, 401)
    }
    assert.ok(await works(token))
    assert.equal((await admin(`${path}/${key.id}`, { method: 'DELETE' })).status, 204)
    assert.ok(!(await works(token)))
    const revoked = (await list()).find(({ id }) => id === key.id)
    assert.equal(revoked?.state, 'revoked')
    app.clock.advance(1000)
    assert.equal((await admin(`${path}/${key.id}`, { method: 'DELETE' })).status, 204)
    assert.deepEqual(
      (await list()).find(({ id }) => id === key.id),
      revoked,
    )
    assert.equal((await admin(`${path}/${crypto.randomUUID()}`, { method: 'DELETE' })).status, 404)
  })

  test('at its end', async () => {
    const { token } = await makeKey(['leads.read'], later(day))
    app.clock.advance(day - 1000)
    assert.ok(await works(token))
    app.clock.advance(1000)
    assert.ok(!(await works(token)))
    admin = await app.signIn()
    assert.equal((await list())[0]?.state, 'expired')
  })

  test('while whoever made it is disabled or no longer an admin, and goes with them', async () => {
    const maker = await addAdmin()
    const { token } = await makeKey(['leads.read'], null, maker.send)
    const change = async (ask: Parameters<Send>[1], end = '') => {
      const { status } = await admin(`/api/users/${maker.id}${end}`, ask)
      assert.ok([200, 204].includes(status), `${status}`)
    }
    const stateIs = async (state: string) => assert.equal((await list())[0]?.state, state)
    assert.ok(await works(token))
    await change({ method: 'PATCH', json: { role: 'editor' } })
    assert.ok(!(await works(token)))
    await stateIs('blocked')
    await change({ method: 'PATCH', json: { role: 'admin' } })
    assert.ok(await works(token))
    await change({ method: 'POST' }, '/disable')
    assert.ok(!(await works(token)))
    await stateIs('blocked')
    await change({ method: 'DELETE' })
    assert.ok(!(await works(token)))
    assert.deepEqual(await list(), [])
  })
})

describe('the hourly limit', () => {
  test('counts each key by itself, and never people', async () => {
    const rationed = await startTestApp({
      databaseUrl: app.databaseUrl,
      clock: app.clock,
      env: { API_RATE_LIMIT: '3' },
    })
    try {
      const [one, two] = [await makeKey(['leads.read']), await makeKey(['leads.read'])]
      const statuses = async (token: string, count: number) => {
        const all: number[] = []
        for (let call = 0; call < count; call++)
          all.push((await programOf(token, rationed)('/api/early-adopters')).status)
        return all
      }
      assert.deepEqual(await statuses(one.token, 4), [200, 200, 200, 429])
      assert.deepEqual(await statuses(two.token, 4), [200, 200, 200, 429])
      const person = await rationed.signIn()
      for (let call = 0; call < 5; call++) assert.equal((await person('/api/early-adopters')).status, 200)
    } finally {
      await rationed.close()
    }
  })

  test('is not all: a closed API refuses keys everywhere, and people nowhere', async () => {
    const { token } = await makeKey(['leads.read', 'content.read'])
    const close = (value: boolean | null, version: number) =>
      admin('/api/settings', { method: 'PATCH', json: { changes: [{ key: 'enableApi', value, version }] } })
    assert.equal((await close(false, 0)).status, 200)
    for (const address of ['/api/early-adopters', '/api/content', '/api/content/home-hero?language=es']) {
      const reply = await programOf(token)(address)
      assert.equal(reply.status, 403)
      assert.match(reply.problem().detail ?? '', /ha cerrado su API/)
    }
    assert.equal((await admin('/api/early-adopters')).status, 200)
    assert.equal((await close(true, 1)).status, 200)
    assert.equal((await programOf(token)('/api/early-adopters')).status, 200)
  })
})

describe('making a key', () => {
  const refusedFields = async (json: unknown) => {
    const reply = await admin(path, { json })
    assert.equal(reply.status, 422, JSON.stringify(json).slice(0, 200))
    return (reply.problem().errors ?? []).map(({ field }) => field)
  }

  test('refuses scopes that no key can have, and ends that are past or too far', async () => {
    const table = (await admin('/api/permissions')).read(z.array(PermissionEntry))
    const refused = table.filter(({ keys }) => !keys)
    const actions = refused.map(({ action }) => action)
    // With the last one a program could read an admin's link to a new password.
    for (const action of [
      'apiKeys.create',
      'webhooks.change',
      'accounts.useOwn',
      'leads.export',
      'mail.readOutbox',
    ])
      assert.ok(actions.includes(action), action)
    assert.ok(table.every(({ keys, recent_password }) => !(keys && recent_password)))
    for (const { action } of refused) assert.deepEqual(await refusedFields(draft([action])), ['scopes'])
    for (const scope of ['leads', 'leads.*', '*', 'Leads.read', 'nothing.read'])
      assert.deepEqual(await refusedFields(draft(['leads.read', scope])), ['scopes'])
    for (const end of [later(0), later(-day), later((longestDays + 1) * day), 'tomorrow', '2030-01-01'])
      assert.deepEqual(await refusedFields(draft(['leads.read'], end)), ['expires_at'], end)
    await makeKey(
      table.filter(({ keys }) => keys).map(({ action }) => action),
      later(longestDays * day),
    )
  })

  test('refuses whatever is no draft, and stores nothing', async () => {
    for (const value of Object.values(badValues)) {
      for (const field of ['name', 'scopes', 'expires_at']) {
        const reply = await admin(path, { json: { ...draft(['leads.read']), [field]: value } })
        assert.ok(reply.status < 500, reply.text)
        if (reply.status === 201) await app.pool.query('DELETE FROM api_keys')
      }
    }
    for (const json of [{}, [], null, draft([]), draft(Array.from({ length: 400 }, () => 'leads.read'))])
      assert.ok([400, 422].includes((await admin(path, { json })).status))
    assert.deepEqual(await list(), [])
  })

  test('asks for the password again, and is recorded', async () => {
    const { key } = await makeKey(['leads.read'])
    const { text } = await admin('/api/audit/actions')
    assert.match(text, new RegExp(`"apiKeys\\.create"[^[]*"${key.id}"`))
    app.clock.advance(16 * 60_000)
    assert.equal((await admin(path, { json: draft(['leads.read']) })).status, 403)
    assert.equal((await admin(`${path}/${key.id}`, { method: 'DELETE' })).status, 403)
    assert.equal((await list())[0]?.state, 'active')
    await admin('/api/auth/confirm-password', { json: { password: adminPassword } })
    assert.equal((await admin(`${path}/${key.id}`, { method: 'DELETE' })).status, 204)
  })

  test('keeps to the most keys that there may be, when many are made at once too', async () => {
    await app.pool.query(
      `INSERT INTO api_keys (name, token_hash, hint, scopes, created_by, created_at)
        SELECT 'key', 'hash ' || number, 'firmeza_abcd', '{leads.read}', (SELECT id FROM users LIMIT 1), now()
        FROM generate_series(1, $1) number`,
      [mostKeys - 5],
    )
    const statuses = await Promise.all(
      Array.from({ length: 30 }, async () => (await admin(path, { json: draft(['leads.read']) })).status),
    )
    assert.deepEqual(statuses.toSorted(), [...Array(5).fill(201), ...Array(25).fill(409)])
    assert.equal((await list()).length, mostKeys)
  })
})
