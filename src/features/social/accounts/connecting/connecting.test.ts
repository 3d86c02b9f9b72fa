import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { z } from 'zod'
import { Connection, ConnectionResult, SocialAccount } from '#features/social/accounts/contract.ts'
import { startTestApp, type TestApp } from '../../../../../test/support/build-app.ts'
import type { Reply, Send } from '../../../../../test/support/http-client.ts'
import {
  assistedPlatform,
  startTestPlatform,
  type TestPlatform,
} from '../../../../../test/support/social/test-platform.ts'

const minute = 60_000
let product: TestApp
let platform: TestPlatform
let threads: TestPlatform
let admin: Send

before(async () => {
  platform = await startTestPlatform()
  threads = await startTestPlatform({ id: 'threads' })
  product = await startTestApp({
    env: {
      ...{ SOCIAL_GITHUB_CLIENT_ID: platform.client.id, SOCIAL_GITHUB_CLIENT_SECRET: platform.client.secret },
      ...{ SOCIAL_THREADS_CLIENT_ID: threads.client.id, SOCIAL_THREADS_CLIENT_SECRET: threads.client.secret },
      PUBLIC_URL: 'https://site.example',
    },
    socialPlatforms: [platform.platform, threads.platform, assistedPlatform],
  })
  admin = await product.signIn()
})
after(async () => {
  await product?.close()
  await platform?.close()
  await threads?.close()
})
beforeEach(async () => {
  await product.pool.query('DELETE FROM social_connections; DELETE FROM social_accounts')
  platform.counts.exchanges = 0
})

interface Begun {
  id: string
  url: string
  cookie: string
  /** As it was set. */
  setCookie: string
}

async function begin(send: Send = admin, id = 'github', headers = {}): Promise<Begun> {
  const reply = await send('/api/social/accounts/connect', { json: { platform: id }, headers })
  assert.equal(reply.status, 200, reply.text)
  const setCookie = String(reply.headers['set-cookie'])
  return { ...reply.read(Connection), cookie: setCookie.split(';')[0] ?? '', setCookie }
}

/** Opens the address to which the platform sends a person back, in a browser with cookies. */
const open = (address: URL, cookie?: string, headers = {}): Promise<Reply> =>
  product.send(address.pathname + address.search, { headers: { ...(cookie && { cookie }), ...headers } })

const follow = async (id: string, send: Send = admin) =>
  (await send(`/api/social/connections/${id}`)).read(ConnectionResult)
const listAccounts = async () => (await admin('/api/social/accounts')).read(z.array(SocialAccount))

function assertRefused(reply: Reply): void {
  assert.equal(reply.status, 400, reply.text.slice(0, 300))
  assert.match(String(reply.headers['content-type']), /^text\/html/)
  assert.match(reply.text, /The account was not connected/)
}

async function assertNothingStored(): Promise<void> {
  const { rows } = await product.pool.query('SELECT count(*)::int AS count FROM social_accounts')
  assert.deepEqual(rows, [{ count: 0 }])
}

test('a callback of no platform is refused', async () => {
  for (const name of ['%00', 'nowhere', 'x'.repeat(3_000), '%F0%9F%98%80']) {
    const begun = await begin()
    const address = platform.allow(begun.url)
    address.pathname = address.pathname.replace('github', name)
    const { status } = await open(address, begun.cookie)
    assert.ok([400, 414, 404].includes(status), `${name.slice(0, 20)}: ${status}`)
  }
  await assertNothingStored()
})

describe('connecting an account', () => {
  test('takes a person to the platform and back, once, and keeps the tokens encrypted', async () => {
    const begun = await begin()
    const asked = new URL(begun.url).searchParams
    assert.equal(asked.get('redirect_uri'), 'https://site.example/api/social/accounts/callback/github')
    assert.equal(asked.get('code_challenge_method'), 'S256')
    assert.match(asked.get('state') ?? '', /^[\w-]{43}$/)
    const attributes = begun.setCookie.split('; ').slice(1).sort()
    const wanted = ['HttpOnly', 'Max-Age=600', 'Path=/api/social/accounts/callback', 'SameSite=Lax', 'Secure']
    assert.deepEqual(attributes, wanted)
    assert.equal((await follow(begun.id)).state, 'waiting')

    const reply = await open(platform.allow(begun.url), begun.cookie, { 'accept-language': 'de' })
    assert.equal(reply.status, 200)
    assert.match(reply.text, /<html lang="de" dir="ltr">/)
    assert.match(reply.text, /Konto verbunden/)
    assert.doesNotMatch(reply.text, /<script/)
    assert.match(String(reply.headers['content-security-policy']), /default-src 'none'.*style-src 'sha256-/)
    assert.equal(reply.headers['cache-control'], 'no-store')
    assert.match(String(reply.headers['set-cookie']), /=; Max-Age=0|=; .*Expires=Thu, 01 Jan 1970/)

    const result = await follow(begun.id)
    assert.deepEqual([result.state, result.account?.account_name], ['connected', 'team'])
    const { rows } = await product.pool.query(
      'SELECT state_digest, browser_digest, code_verifier FROM social_connections',
    )
    assert.equal(rows[0]?.code_verifier, null)
    const everything = JSON.stringify(rows)
    for (const secret of [asked.get('state') ?? '', begun.cookie.split('=')[1] ?? ''])
      assert.ok(!everything.includes(secret))
    const stored = await product.pool.query('SELECT access_token, refresh_token FROM social_accounts')
    for (const secret of platform.secrets) assert.ok(!JSON.stringify(stored.rows).includes(secret))
    assert.match(stored.rows[0]?.access_token, /^v1\./)
  })

  test('renews the row of an account that is known, also after it was disconnected', async () => {
    for (let round = 0; round < 2; round++) {
      const begun = await begin()
      assert.equal((await open(platform.allow(begun.url), begun.cookie)).status, 200)
    }
    const [account, ...others] = await listAccounts()
    assert.deepEqual(others, [])
    const disconnect = `/api/social/accounts/${account?.id}/disconnect`
    assert.equal((await admin(disconnect, { method: 'POST' })).status, 200)
    assert.deepEqual(await listAccounts(), [])
    const begun = await begin()
    await open(platform.allow(begun.url), begun.cookie)
    const again = await listAccounts()
    assert.deepEqual(
      again.map(({ id }) => id),
      [account?.id],
    )
    const other = await begin()
    await open(platform.allow(other.url, { login: 'other' }), other.cookie)
    assert.equal((await listAccounts()).length, 2)
  })

  test('is recorded under who has begun it', async () => {
    const begun = await begin()
    await open(platform.allow(begun.url), begun.cookie)
    const { rows } = await product.pool.query(
      `SELECT author_kind AS kind, e.action, u.name FROM audit_entries e JOIN users u ON u.id = e.user_id
       WHERE subject = 'social_accounts' ORDER BY e.id DESC LIMIT 1`,
    )
    assert.deepEqual(rows[0], { kind: 'user', action: 'social.manage', name: 'Admin' })
  })

  test('works in several windows of one browser and in several browsers at once', async () => {
    const [one, other] = await Promise.all([begin(), begin()])
    const both = `${one.cookie}; ${other.cookie}`
    const replies = await Promise.all([
      open(platform.allow(one.url), both),
      open(platform.allow(other.url, { login: 'second' }), other.cookie),
    ])
    assert.deepEqual(
      replies.map(({ status }) => status),
      [200, 200],
    )
    assert.equal((await listAccounts()).length, 2)
  })

  test('of Threads also comes back to the address of Instagram', async () => {
    const begun = await begin(admin, 'threads')
    const back = threads.allow(begun.url)
    back.pathname = back.pathname.replace('threads', 'instagram')
    assert.equal((await open(back, begun.cookie)).status, 200)
    assert.equal((await listAccounts())[0]?.platform, 'threads')
  })

  test('leaves the window in the hand of the panel that has opened it', async () => {
    const policyOf = (reply: Reply) => reply.headers['cross-origin-opener-policy']
    assert.equal(policyOf(await product.send('/admin/social')), 'same-origin-allow-popups')
    const begun = await begin()
    assert.equal(policyOf(await open(platform.allow(begun.url), begun.cookie)), 'unsafe-none')
    assert.equal(policyOf(await product.send('/es/')), 'same-origin')
  })

  test('never takes an address from the header of a request', async () => {
    const { url } = await begin(admin, 'github', { 'x-forwarded-host': 'evil.example', host: 'evil.example' })
    assert.match(new URL(url).searchParams.get('redirect_uri') ?? '', /^https:\/\/site\.example\//)
  })

  test('is for admins, of offered platforms that are configured and have a page', async () => {
    const json = { platform: 'github' }
    for (const role of ['editor', 'viewer'] as const)
      assert.equal(
        (await (await product.signInAs(role))('/api/social/accounts/connect', { json })).status,
        403,
      )
    const refused = await admin('/api/social/accounts/connect', { json: { platform: 'csdn' } })
    assert.equal(refused.status, 409)
    const unknown = await admin('/api/social/accounts/connect', { json: { platform: 'myspace' } })
    assert.equal(unknown.status, 422)
    await admin('/api/social/platforms/managed', { json: ['threads'] })
    assert.equal((await admin('/api/social/accounts/connect', { json })).status, 409)
    await admin('/api/social/platforms/managed', { json: ['github', 'threads', 'csdn'] })
  })
})

describe('a forged return', () => {
  const attacks: Record<string, (begun: Begun) => Promise<Reply>> = {
    'without a state': ({ url, cookie }) => {
      const back = platform.allow(url)
      back.searchParams.delete('state')
      return open(back, cookie)
    },
    'with a state of nobody': ({ url, cookie }) => {
      const back = platform.allow(url)
      back.searchParams.set('state', 'x'.repeat(43))
      return open(back, cookie)
    },
    'with a state that is no text': ({ url, cookie }) => {
      const back = platform.allow(url)
      back.searchParams.append('state', 'again')
      return open(back, cookie)
    },
    'in a browser without the cookie': ({ url }) => open(platform.allow(url)),
    'in a browser with the cookie of another connection': async ({ url, cookie }) => {
      const other = await begin()
      const [name] = cookie.split('=')
      return open(platform.allow(url), `${name}=${other.cookie.split('=')[1]}; ${other.cookie}`)
    },
    'to the address of another platform': ({ url, cookie }) => {
      const back = platform.allow(url)
      back.pathname = back.pathname.replace('github', 'threads')
      return open(back, cookie)
    },
    'to the address of no platform': ({ url, cookie }) => {
      const back = platform.allow(url)
      back.pathname = back.pathname.replace('github', 'myspace')
      return open(back, cookie)
    },
    'with the code that another person was given': async ({ url, cookie }) => {
      const theirs = await begin()
      const back = platform.allow(url)
      back.searchParams.set('code', platform.allow(theirs.url).searchParams.get('code') ?? '')
      return open(back, cookie)
    },
    'with a code of nobody': ({ url, cookie }) => {
      const back = platform.allow(url)
      back.searchParams.set('code', "'; DROP TABLE social_accounts; --")
      return open(back, cookie)
    },
    'without a code': ({ url, cookie }) => {
      const back = platform.allow(url)
      back.searchParams.delete('code')
      return open(back, cookie)
    },
    'with a code of thousands of letters': ({ url, cookie }) => {
      const back = platform.allow(url)
      back.searchParams.set('code', 'x'.repeat(5_000))
      return open(back, cookie)
    },
    'after ten minutes': ({ url, cookie }) => {
      const back = platform.allow(url)
      product.clock.advance(10 * minute)
      return open(back, cookie)
    },
    'with fewer permissions than asked for': ({ url, cookie }) =>
      open(platform.allow(url, { scope: 'read' }), cookie),
  }
  for (const [what, attack] of Object.entries(attacks))
    test(`${what} is refused with 400, and nothing is stored`, async () => {
      const begun = await begin()
      assertRefused(await attack(begun))
      await assertNothingStored()
    })

  test('a second time is refused, whether the first has connected or not', async () => {
    const begun = await begin()
    const back = platform.allow(begun.url)
    assert.equal((await open(back, begun.cookie)).status, 200)
    assertRefused(await open(back, begun.cookie))
    assert.equal(platform.counts.exchanges, 1)
    assert.equal((await follow(begun.id)).state, 'connected')
  })

  test('many times at once connects once', async () => {
    const begun = await begin()
    const back = platform.allow(begun.url)
    const replies = await Promise.all(Array.from({ length: 8 }, () => open(back, begun.cookie)))
    assert.equal(replies.filter(({ status }) => status === 200).length, 1)
    assert.equal(replies.filter(({ status }) => status === 400).length, 7)
    assert.equal(platform.counts.exchanges, 1)
    assert.equal((await listAccounts()).length, 1)
  })

  test('in a foreign browser does not end the connection of the right one', async () => {
    const begun = await begin()
    const back = platform.allow(begun.url)
    assertRefused(await open(back))
    assert.equal((await open(back, begun.cookie)).status, 200)
  })

  test('without a permission gives the tokens back, but leaves alone what works', async () => {
    const once = await begin()
    const { revocations } = platform.counts
    await open(platform.allow(once.url, { scope: 'read' }), once.cookie)
    assert.deepEqual(
      [(await follow(once.id)).sentence, platform.counts.revocations],
      ['write', revocations + 1],
    )
    const good = await begin()
    await open(platform.allow(good.url), good.cookie)
    const again = await begin()
    await open(platform.allow(again.url, { scope: 'write' }), again.cookie)
    assert.equal(platform.counts.revocations, revocations + 1)
    const [account] = await listAccounts()
    assert.deepEqual([account?.fault, account?.scopes], [null, ['read', 'write']])
  })

  test('leads nowhere else', async () => {
    const begun = await begin()
    const back = platform.allow(begun.url)
    for (const name of ['redirect', 'redirect_uri', 'next', 'return_to', 'url'])
      back.searchParams.set(name, 'https://evil.example')
    const reply = await open(back, begun.cookie)
    assert.equal(reply.status, 200)
    assert.equal(reply.headers.location, undefined)
    assert.doesNotMatch(reply.text, /evil/)
  })
})

describe('a return with an error', () => {
  test('shows and stores nothing of what its address says', async () => {
    const begun = await begin()
    const back = new URL('/api/social/accounts/callback/github', 'https://site.example')
    back.searchParams.set('state', new URL(begun.url).searchParams.get('state') ?? '')
    back.searchParams.set('error', 'access_denied')
    back.searchParams.set('error_description', '<script>alert(1)</script>boo')
    const reply = await open(back, begun.cookie)
    assertRefused(reply)
    assert.doesNotMatch(reply.text, /alert|boo|access_denied/)
    assert.deepEqual(await follow(begun.id), {
      ...{ state: 'refused', account: null, failure: 'denied', sentence: null },
    })
    await assertNothingStored()
    const { rows } = await product.pool.query('SELECT * FROM social_connections')
    assert.doesNotMatch(JSON.stringify(rows), /alert|boo/)
    // Not even a right code helps afterwards.
    assertRefused(await open(platform.allow(begun.url), begun.cookie))
  })

  test('keeps a code of an error and no other text', async () => {
    for (const [error, sentence] of [
      ['redirect_uri_mismatch', 'redirect_uri_mismatch'],
      ['<b>markup</b>', null],
    ] as const) {
      const begun = await begin()
      const back = platform.allow(begun.url)
      back.searchParams.set('error', error)
      assertRefused(await open(back, begun.cookie))
      const result = await follow(begun.id)
      assert.deepEqual([result.state, result.failure, result.sentence], ['failed', 'platform', sentence])
    }
  })

  test('from the platform itself is told to the panel, without secrets', async () => {
    const begun = await begin()
    const back = platform.allow(begun.url)
    back.searchParams.set('code', 'another-code-of-nobody')
    await open(back, begun.cookie)
    const result = await follow(begun.id)
    assert.deepEqual([result.failure, result.sentence], ['platform', 'The grant is not valid'])
  })
})

describe('a return after something has changed', () => {
  const changes: Record<string, (username: string) => Promise<unknown>> = {
    'the session has ended': (name) =>
      product.pool.query(
        'UPDATE sessions SET revoked_at = now() WHERE user_id = (SELECT id FROM users WHERE name = $1)',
        [name],
      ),
    'the role was lowered': (name) =>
      product.pool.query("UPDATE users SET role = 'editor' WHERE name = $1", [name]),
    'the user was disabled': (name) =>
      product.pool.query('UPDATE users SET disabled_at = now() WHERE name = $1', [name]),
  }
  for (const [what, change] of Object.entries(changes))
    test(`is refused when ${what}`, async () => {
      const name = `second ${crypto.randomUUID()}`
      const second = await product.signInAs('admin')
      const { rows } = await product.pool.query(
        "UPDATE users SET name = $1 WHERE role = 'admin' AND name = 'admin' RETURNING id",
        [name],
      )
      assert.equal(rows.length, 1)
      const begun = await begin(second)
      await change(name)
      assertRefused(await open(platform.allow(begun.url), begun.cookie))
      await assertNothingStored()
      const ended = await product.pool.query('SELECT state, failure FROM social_connections')
      assert.deepEqual(ended.rows, [{ state: 'failed', failure: 'session' }])
      assert.equal(platform.counts.exchanges, 0)
      await product.pool.query('DELETE FROM social_connections')
      await product.pool.query('DELETE FROM users WHERE name = $1', [name])
    })

  test('is followed by nobody but who has begun it', async () => {
    const begun = await begin()
    const other = await product.signInAs('admin')
    assert.equal((await other(`/api/social/connections/${begun.id}`)).status, 404)
    assert.equal((await admin(`/api/social/connections/${crypto.randomUUID()}`)).status, 404)
  })

  test('has ended for the panel too once the time is over', async () => {
    const begun = await begin()
    product.clock.advance(10 * minute)
    assert.deepEqual(await follow(begun.id), {
      ...{ state: 'failed', account: null, failure: 'expired', sentence: null },
    })
  })
})
