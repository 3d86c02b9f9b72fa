import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { z } from 'zod'
import { EarlyAdopter, Lead, TimelineEntry } from '#features/early-adopters/contract.ts'
import type { DeclaredRoute } from '#http/access.ts'
import { livePath } from '#shared/live/stream.ts'
import { isAllowed } from '#shared/permissions.ts'
import type { Role } from '#shared/roles.ts'
import { startTestApp, type TestApp } from '../../../../test/support/build-app.ts'
import { registrationOf } from '../../../../test/support/factories.ts'
import type { Send } from '../../../../test/support/http-client.ts'

const localPart = 'zq7hidden'
const address = `${localPart}@secret-domain.example`
const note = 'wk9notetext'
const message = 'jv4messagetext'
const nowhere = '00000000-0000-4000-8000-000000000000'
const secrets = [localPart, 'secret-domain', note, message]

let app: TestApp
let viewer: Send
let editor: Send
let leadId: string
let campaignId: string
let awardId: string
let bulkId: string
let mailIds: string[]

const withId = z.object({ id: z.string() })
const audienceOf = (search: string) => ({
  ...{
    segments: [],
    languages: [],
    kinds: [],
    badges: [],
    lead_ids: [],
    except_campaign: null,
    unopened_campaign: null,
  },
  search,
})

before(async () => {
  app = await startTestApp()
  viewer = await app.signInAs('viewer')
  editor = await app.signInAs('editor')
  const json = registrationOf({ name: 'Ana Ruiz', company: 'Taller Uno', email: address, message })
  // The second is kept beside the lead.
  for (let times = 0; times < 2; times++)
    assert.equal((await app.send('/api/early-adopters', { json })).status, 201)
  const { rows } = await app.pool.query('SELECT id FROM early_adopters')
  leadId = withId.parse(rows[0]).id
  await editor(`/api/leads/${leadId}/notes`, { json: { text: note } })
  const award = { lead_id: leadId, badge_type: 'pioneer' }
  awardId = (await editor('/api/badges', { json: award })).read(withId).id
  const bulk = { lead_ids: [leadId], badge_type: 'visionary' }
  bulkId = (await editor('/api/badges/bulk', { json: bulk })).read(withId).id
  const draft = { name: 'Carta', audience: audienceOf(address), texts: {}, fallback_language: 'es' }
  campaignId = (await editor('/api/campaigns', { json: draft })).read(withId).id
  // A mail server may name the mailbox without its domain.
  await app.pool.query("UPDATE mails SET status = 'failed', response = $1, ended_at = now(), attempts = 1", [
    `550 no mailbox ${localPart} here`,
  ])
  await app.pool.query(
    "INSERT INTO mail_events (mail_id, kind, at, response) SELECT id, 'failed', now(), response FROM mails",
  )
  const mails = await app.pool.query('SELECT id FROM mails')
  mailIds = mails.rows.map((row) => withId.parse(row).id)
  assert.ok(mailIds.length > 0)
})
after(() => app.close())

function mayCall({ access }: DeclaredRoute, role: Role): boolean {
  if (access === 'public' || access === 'optional') return true
  return isAllowed({ role, languages: null }, 'permission' in access ? access.permission : access)
}

/** The addresses of a route that lead to something that there is. */
function addressesOf(url: string): string[] {
  const idsOf: [start: string, ids: string[]][] = [
    ['/api/leads/', [leadId]],
    ['/api/campaigns/', [campaignId]],
    ['/api/badges/bulk/', [bulkId]],
    ['/api/mail/messages/', mailIds],
    ['/credentials/', [awardId]],
    ['/badges/', [awardId]],
  ]
  const ids = idsOf.find(([start]) => url.replace(/^\/[a-z]{2}(?=\/)/, '').startsWith(start))?.[1] ?? [
    nowhere,
  ]
  return ids.map((id) =>
    url
      .replace(':id', id)
      .replace(':key', 'home-hero')
      .replace(':kind', 'confirmation')
      .replace(':type', 'pioneer')
      .replace(':language', 'es')
      .replace(':code', 'es')
      .replace(/:\w+|\*/g, nowhere),
  )
}

describe('a viewer', () => {
  test('reads neither addresses nor notes in any answer', async () => {
    const routes = app.app.server.declaredRoutes.filter(
      (route) =>
        route.method === 'GET' &&
        mayCall(route, 'viewer') &&
        !/^\/(?!es|:)[a-z]{2}(\/|$)/.test(route.url) &&
        // Its answer does not end; it tells names of topics alone.
        route.url !== livePath,
    )
    assert.ok(routes.length > 50)
    let successes = 0
    for (const path of routes.flatMap(({ url }) => addressesOf(url))) {
      const { status, text, headers } = await viewer(path)
      assert.ok(status < 500, `${path}: ${status}`)
      if (status === 200) successes++
      for (const secret of secrets) {
        assert.ok(!text.toLowerCase().includes(secret), `${path} tells ${secret}`)
        assert.ok(!JSON.stringify(headers).includes(secret), `${path} tells ${secret}`)
      }
    }
    assert.ok(successes > 40, `${successes}`)
    for (const search of [address, localPart, 'Ana']) {
      const counted = await viewer('/api/campaigns/audience', { json: audienceOf(search) })
      assert.equal(counted.status, 200)
      assert.ok(!counted.text.includes(localPart))
    }
  })

  test('reads the rest of a lead', async () => {
    const lead = (await viewer(`/api/leads/${leadId}`)).read(Lead)
    assert.deepEqual(
      [lead.name, lead.company, lead.email, lead.notes],
      ['Ana Ruiz', 'Taller Uno', null, null],
    )
    const timeline = (await viewer(`/api/leads/${leadId}/timeline`)).read(z.array(TimelineEntry))
    assert.ok(timeline.some(({ kind }) => kind === 'badge_awarded'))
    assert.ok(!timeline.some(({ kind }) => kind === 'noted'))
    const own = (await editor(`/api/leads/${leadId}`)).read(Lead)
    assert.deepEqual([own.email, own.notes?.length], [address, 1])
  })

  test('cannot search by address, or learn addresses from the order', async () => {
    const totalOf = async (send: Send, search: string) => {
      const reply = await send(`/api/early-adopters?search=${encodeURIComponent(search)}`)
      assert.equal(reply.headers['x-total-count'], String(reply.read(z.array(EarlyAdopter)).length))
      return Number(reply.headers['x-total-count'])
    }
    const countOf = async (send: Send, search: string) => {
      const reply = await send('/api/campaigns/audience', { json: audienceOf(search) })
      return reply.read(z.object({ total: z.number() })).total
    }
    for (const search of [address, localPart, 'ruiz zq7', '@', 'q7hid', 'ana secret', 'z@', 'n@s']) {
      assert.equal(await totalOf(viewer, search), 0, search)
      assert.equal(await countOf(viewer, search), 0, search)
      const mails = await viewer(`/api/mail/messages?search=${encodeURIComponent(search)}`)
      assert.equal(mails.headers['x-total-count'], '0', search)
    }
    assert.equal(await totalOf(editor, 'ruiz zq7'), 1)
    assert.equal(await countOf(editor, 'ruiz zq7'), 1)
    for (const search of ['ana', 'ruiz uno', 'TALLER']) {
      assert.equal(await totalOf(viewer, search), 1, search)
      assert.equal(await countOf(viewer, search), 1, search)
    }
    assert.equal((await viewer('/api/early-adopters?sort=email')).status, 403)
    assert.equal((await editor('/api/early-adopters?sort=email')).status, 200)
  })

  test('cannot tell an address from the order of people of the same name', async () => {
    const names = async (order: string) =>
      (await viewer(`/api/early-adopters?sort=name&order=${order}`)).read(z.array(EarlyAdopter))
    const order = (await names('asc')).map(({ id }) => id)
    await app.pool.query('DELETE FROM early_adopters WHERE id <> $1', [leadId])
    const positions = new Set<number>()
    for (const guess of ['a', 'zz']) {
      const id = guess === 'a' ? nowhere : nowhere.replace('8', '9')
      await app.pool.query(
        `INSERT INTO early_adopters SELECT (jsonb_populate_record(lead, $2::jsonb)).* FROM early_adopters lead WHERE id = $1`,
        [
          leadId,
          JSON.stringify({
            ...{ id, email: `${guess}@x.example`, email_key: `${guess}@x.example` },
            search_text: `ana ruiz ${guess}@x.example taller uno`,
          }),
        ],
      )
      const found = (await names('asc')).map((lead) => lead.id)
      positions.add(found.indexOf(leadId) - found.indexOf(id))
      await app.pool.query('DELETE FROM early_adopters WHERE id = $1', [id])
    }
    assert.deepEqual([positions.size, order.length], [1, 1])
  })

  test('changes, exports and erases nothing', async () => {
    const refused = [
      viewer('/api/early-adopters/export', { json: { format: 'csv' } }),
      viewer(`/api/leads/${leadId}`, { method: 'PATCH', json: { name: 'x' } }),
      viewer(`/api/leads/${leadId}`, { method: 'DELETE' }),
      editor('/api/early-adopters/export', { json: { format: 'csv' } }),
      editor(`/api/leads/${leadId}`, { method: 'DELETE' }),
    ]
    for (const reply of await Promise.all(refused)) assert.equal(reply.status, 403)
  })
})
