import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { z } from 'zod'
import { VisitFigures } from '#features/analytics/contract.ts'
import { DashboardMetrics, Timeline } from '#features/dashboard/contract.ts'
import { LinkDraft, mostLinks, NewLink, OpenLink, SharedLink } from '#features/reports/contract.ts'
import { createLinkStore } from '#features/reports/links/link-store.ts'
import { createLog } from '#platform/log.ts'
import { SignedInUser } from '#shared/user.ts'
import { startTestApp, type TestApp } from '../../../../test/support/build-app.ts'
import { createHttpClient, type Send } from '../../../../test/support/http-client.ts'
import { until } from '../../../../test/support/until.ts'

const path = '/api/reports/links'
const day = 24 * 3_600_000
const lines: string[] = []
let app: TestApp
/** The same product in another process. */
let other: TestApp
let editor: Send

before(async () => {
  const log = createLog('info', { write: (line) => lines.push(line) })
  app = await startTestApp({ log })
  other = await startTestApp({ databaseUrl: app.databaseUrl, clock: app.clock })
})
beforeEach(async () => {
  await app.pool.query('DELETE FROM report_links')
  editor = await app.signInAs('editor')
})
after(async () => {
  await other.close()
  await app.close()
})

const readerOf = (token: string, { url } = app) => createHttpClient(url, { authorization: `Bearer ${token}` })
const list = async () => (await editor(path)).read(z.array(SharedLink))

async function makeLink(days = 30, send = editor): Promise<NewLink> {
  const reply = await send(path, { json: { name: 'اجتماع', days } })
  assert.equal(reply.status, 201, reply.text)
  return reply.read(NewLink)
}

describe('whoever has a link', () => {
  test('reads the figures of the dashboard in every process, and nothing else', async () => {
    const { link, token } = await makeLink()
    assert.match(token, /^shared_[\w-]{43}$/)
    for (const process of [app, other]) {
      const reader = readerOf(token, process)
      const { name, expires_at } = (await reader('/api/reports/link')).read(OpenLink)
      assert.deepEqual([name, expires_at], ['اجتماع', link.expires_at])
      ;(await reader('/api/admin/metrics/dashboard?days=7')).read(DashboardMetrics)
      ;(await reader('/api/analytics/visits?country=ES')).read(VisitFigures)
    }
    const reader = readerOf(token)
    for (const { method, url, access } of app.app.server.declaredRoutes) {
      if (typeof access !== 'object' || 'token' in access || method === 'HEAD') continue
      const mayRead = ['analytics.read', 'dashboard.read'].includes(access.action)
      const address = url.replaceAll(/:\w+/g, crypto.randomUUID())
      const { status } = await reader(address, { method })
      if (mayRead) assert.ok(status < 300, `${method} ${url}: ${status}`)
      else assert.equal(status, 403, `${method} ${url}`)
    }
  })

  test('is shown no names: neither campaigns on the time line nor drafts of texts', async () => {
    const reader = readerOf((await makeLink()).token)
    await app.pool.query('DELETE FROM campaigns')
    const { events } = (await reader('/api/dashboard/timeline?days=7')).read(Timeline)
    assert.deepEqual(events, [])
    // A public text is what visitors get.
    const [own, public_] = [await reader('/api/content/home-hero'), await app.send('/api/content/home-hero')]
    assert.equal(own.text, public_.text)
  })

  test('is no longer let in once it expires, is ended, or its maker may no longer share', async () => {
    const refused = async (token: string) => {
      const reply = await readerOf(token, other)('/api/admin/metrics/dashboard')
      assert.equal(reply.status, 401)
      assert.equal(reply.problem().detail, 'Este enlace ha caducado o se ha terminado.')
    }
    const { token: ended, link } = await makeLink()
    assert.equal((await editor(`${path}/${link.id}`, { method: 'DELETE' })).status, 204)
    await refused(ended)
    assert.equal((await editor(`${path}/${link.id}`, { method: 'DELETE' })).status, 404)

    const { token } = await makeLink()
    const { id } = (await editor('/api/auth/me')).read(SignedInUser)
    const admin = await app.signIn()
    for (const change of [
      "SET role = 'viewer'",
      "SET role = 'editor', languages = '{es}'",
      'SET disabled_at = now(), languages = NULL',
    ]) {
      await app.pool.query(`UPDATE users ${change} WHERE id = $1`, [id])
      await refused(token)
      assert.equal((await admin(path)).read(z.array(SharedLink))[0]?.state, 'blocked')
    }
    await app.pool.query('UPDATE users SET disabled_at = NULL WHERE id = $1', [id])
    assert.equal((await readerOf(token)('/api/reports/link')).status, 200)

    await app.pool.query('UPDATE report_links SET expires_at = $1', [app.clock.now()])
    await refused(token)
    assert.equal((await admin(path)).read(z.array(SharedLink))[0]?.state, 'expired')
    await app.pool.query('UPDATE report_links SET expires_at = $1', [link.expires_at])
    await app.pool.query('DELETE FROM users WHERE id = $1', [id])
    await refused(token)
  })

  test('is refused with what only looks like a token', async () => {
    for (const token of ['shared_', `shared_${'a'.repeat(43)}`, `shared_${'é'.repeat(43)}`, 'shared_x y'])
      assert.equal((await readerOf(encodeURI(token))('/api/reports/link')).status, 401)
    assert.equal((await app.send('/api/reports/link')).status, 401)
    // Somebody of the team who came without a link.
    assert.equal((await editor('/api/reports/link')).status, 404)
  })

  test('leaves no token in the log and in the table, but when the link was last used', async () => {
    const { token, link } = await makeLink()
    assert.equal(link.last_used_at, null)
    await readerOf(token)('/api/analytics/visits')
    await until(async () => (await list())[0]?.last_used_at !== null, 'the use is recorded')
    const { rows } = await app.pool.query('SELECT * FROM report_links')
    assert.ok(!JSON.stringify(rows).includes(token.slice(7)))
    assert.ok(lines.some((line) => line.includes(link.id)))
    assert.ok(!lines.join('').includes(token.slice(7)))
  })
})

test('readers are limited per minute, and are let in while the API is closed to programs', async () => {
  const limited = await startTestApp({ env: { PAGE_RATE_LIMIT: '5', API_RATE_LIMIT: '1' } })
  try {
    const admin = await limited.signIn()
    const { token } = (await admin(path, { json: { name: 'A', days: 1 } })).read(NewLink)
    const reader = readerOf(token, limited)
    const statuses = []
    for (let call = 0; call < 7; call++) statuses.push((await reader('/api/reports/link')).status)
    assert.deepEqual(statuses, [200, 200, 200, 200, 200, 429, 429])
  } finally {
    await limited.close()
  }
})

describe('the links', () => {
  test('are made and ended by editors only; names and days are checked', async () => {
    const viewer = await app.signInAs('viewer')
    const translator = await app.signInAs('editor', ['es'])
    for (const send of [viewer, translator]) {
      assert.equal((await send(path)).status, 403)
      assert.equal((await send(path, { json: { name: 'A', days: 7 } })).status, 403)
    }
    for (const json of [{ name: ' ', days: 7 }, { name: 'A', days: 2 }, { name: 'A', days: '7' }, {}])
      assert.equal((await editor(path, { json })).status, 422)
    assert.ok(LinkDraft.safeParse({ name: 'A'.repeat(101), days: 7 }).error)
    assert.deepEqual(await list(), [])
  })

  test('are bounded, however many are made at once', async () => {
    await app.pool.query(
      `INSERT INTO report_links (name, token_hash, created_by, created_at, expires_at)
       SELECT 'A', n, id, $2::timestamptz, $2::timestamptz + interval '1 day' FROM users, generate_series(1, $3::int) AS n WHERE id = $1`,
      [(await editor('/api/auth/me')).read(SignedInUser).id, app.clock.now(), mostLinks - 2],
    )
    await Promise.all(Array.from({ length: 8 }, () => editor(path, { json: { name: 'A', days: 1 } })))
    assert.equal((await list()).length, mostLinks)
    const refused = await editor(path, { json: { name: 'A', days: 1 } })
    assert.equal(refused.status, 409)
    assert.match(refused.problem().detail ?? '', /100/)
  })

  test('go from the list a month after they have expired', async () => {
    await makeLink(1)
    const store = createLinkStore(app.db)
    const end = app.clock.now().getTime() + day
    await store.removeExpiredBefore(new Date(end))
    assert.equal((await list()).length, 1)
    await store.removeExpiredBefore(new Date(end + 1))
    assert.deepEqual(await list(), [])
  })
})
