import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { and, eq, sum } from 'drizzle-orm'
import { z } from 'zod'
import { createRightsLinks } from '#features/early-adopters/records/rights-links.ts'
import { searchTextOf } from '#features/early-adopters/records/search-text.ts'
import { earlyAdopterCounts, earlyAdopters, leadEvents } from '#features/early-adopters/table.ts'
import { mails } from '#features/mail/table.ts'
import { signingKeys } from '#platform/secrets/table.ts'
import type { BadgeType } from '#shared/badge-types.ts'
import { awardBadge, createSecondProcess, insertLeads } from '../../../test/support/badges.ts'
import { startTestApp, type TestApp } from '../../../test/support/build-app.ts'
import { hours } from '../../../test/support/clock.ts'
import type { Send } from '../../../test/support/http-client.ts'
import { AwardedBadge, Badge, BadgeDescription } from './contract.ts'

let app: TestApp
let admin: Send

before(async () => {
  app = await startTestApp()
  admin = await app.signIn()
})
after(() => app.close())

const nobody = '00000000-0000-4000-8000-000000000000'

const award = (lead_id: unknown, badge_type: unknown = 'pioneer') =>
  admin('/api/badges', { json: { lead_id, badge_type } })
const revoke = (id: string, reason: unknown = 'Se concedió por error') =>
  admin(`/api/badges/${id}/revoke`, { json: { reason } })

async function newLead(changes: Parameters<typeof insertLeads>[2] = {}): Promise<string> {
  const [id = ''] = await insertLeads(app, 1, changes)
  return id
}

async function badgesOf(leadId: string): Promise<Badge[]> {
  return (await admin(`/api/leads/${leadId}/badges`)).read(z.array(Badge))
}

/** Everything that is stored about a lead's badges outside of the awards table. */
async function tracesOf(leadId: string) {
  const [lead] = await app.db.select().from(earlyAdopters).where(eq(earlyAdopters.id, leadId))
  const events = await app.db
    .select()
    .from(leadEvents)
    .where(eq(leadEvents.leadId, leadId))
    .orderBy(leadEvents.at)
  const sent = await app.db.select().from(mails).where(eq(mails.leadId, leadId))
  return {
    badges: lead?.badges,
    events: events.map(({ kind, detail }) => `${kind} ${detail?.badge}`),
    mails: sent,
  }
}

async function countHolders(type: BadgeType): Promise<number> {
  const [row] = await app.db
    .select({ total: sum(earlyAdopterCounts.total).mapWith(Number) })
    .from(earlyAdopterCounts)
    .where(and(eq(earlyAdopterCounts.badge, type)))
  return row?.total ?? 0
}

describe('an award', () => {
  test('to eight leads at once on a fresh installation creates one key only', async () => {
    const leadIds = await insertLeads(app, 8)
    const replies = await Promise.all(leadIds.map((leadId) => award(leadId)))
    for (const { status, text } of replies) assert.equal(status, 201, text)
    assert.equal((await app.db.select().from(signingKeys)).length, 1)
  })

  test('returns the award, and is recorded in the lead’s history', async () => {
    const leadId = await newLead({ language: 'it', name: 'Giulia' })
    const holders = await countHolders('innovator')
    const reply = await award(leadId, 'innovator')
    assert.equal(reply.status, 201)
    const badge = reply.read(Badge)
    assert.equal(badge.lead_id, leadId)
    assert.equal(badge.awarded_at, app.clock.now().toISOString())
    assert.equal(badge.url, `http://localhost:3000/badges/${badge.id}`)
    assert.deepEqual(await badgesOf(leadId), [badge])
    const traces = await tracesOf(leadId)
    assert.deepEqual(traces.badges, ['innovator'])
    assert.deepEqual(traces.events, ['badge_awarded innovator'])
    const [mail] = traces.mails
    assert.equal(traces.mails.length, 1)
    assert.equal(mail?.cause, `badge:${badge.id}`)
    assert.equal(mail?.language, 'it')
    assert.deepEqual(mail?.variables, { name: 'Giulia', badge: 'Innovatore' })
    assert.equal(mail?.actionUrl, `http://localhost:3000/it/badges/${badge.id}`)
    assert.equal(await countHolders('innovator'), holders + 1)
  })

  test('of the same badge twice is refused in the words of the seeds', async () => {
    const leadId = await newLead()
    await awardBadge(admin, leadId)
    const again = await award(leadId)
    assert.equal(again.status, 409)
    assert.equal(again.problem().detail, 'Error al asignar badge')
    assert.equal((await tracesOf(leadId)).mails.length, 1)
    assert.equal((await award(leadId, 'visionary')).status, 201)
  })

  test('by ten at once is one award and one mail', async () => {
    const leadId = await newLead()
    const replies = await Promise.all(Array.from({ length: 10 }, () => award(leadId)))
    const statuses = replies.map(({ status }) => status).sort()
    assert.deepEqual(statuses, [201, ...Array(9).fill(409)])
    const traces = await tracesOf(leadId)
    assert.deepEqual(traces.badges, ['pioneer'])
    assert.deepEqual([traces.events.length, traces.mails.length], [1, 1])
  })

  test('of four badges at once is four awards', async () => {
    const leadId = await newLead()
    const types = ['pioneer', 'innovator', 'contributor', 'visionary']
    const replies = await Promise.all(types.map((type) => award(leadId, type)))
    for (const { status } of replies) assert.equal(status, 201)
    assert.deepEqual((await tracesOf(leadId)).badges?.toSorted(), types.toSorted())
  })

  test('that fails half-way is rolled back', async () => {
    const leadId = await newLead()
    const { badges, close } = await createSecondProcess(app, {
      postMails: () => Promise.reject(new Error('no mail')),
    })
    await assert.rejects(badges.award({ lead_id: leadId, badge_type: 'pioneer' }, nobody))
    assert.deepEqual(await badgesOf(leadId), [])
    assert.deepEqual(await tracesOf(leadId), { badges: [], events: [], mails: [] })
    assert.equal((await award(leadId)).status, 201)
    close()
  })

  test('with an unknown lead or badge is refused', async () => {
    assert.equal((await award(nobody)).status, 404)
    const leadId = await newLead()
    for (const [lead, type] of [
      ['', 'pioneer'],
      ['not an id', 'pioneer'],
      [null, 'pioneer'],
      [leadId, 'emperor'],
      [leadId, ''],
      [leadId, ['pioneer']],
    ]) {
      const reply = await award(lead, type)
      assert.equal(reply.status, 422, JSON.stringify([lead, type]))
      assert.ok(reply.problem().errors?.[0]?.message)
    }
    assert.equal((await admin(`/api/leads/${nobody}/badges`)).status, 404)
    assert.equal((await award(leadId.toUpperCase())).status, 201)
  })
})

describe('a revocation', () => {
  test('revokes the badge, with its reason', async () => {
    const leadId = await newLead()
    const holders = await countHolders('pioneer')
    const { id } = await awardBadge(admin, leadId)
    app.clock.advance(hours)
    const reply = await revoke(id)
    assert.equal(reply.status, 200)
    const revoked = reply.read(Badge)
    assert.equal(revoked.revoked_at, app.clock.now().toISOString())
    assert.equal(revoked.revoke_reason, 'Se concedió por error')
    const traces = await tracesOf(leadId)
    assert.deepEqual(traces.badges, [])
    assert.deepEqual(traces.events, ['badge_awarded pioneer', 'badge_revoked pioneer'])
    assert.equal(await countHolders('pioneer'), holders)
  })

  test('happens once for concurrent requests, and needs a reason', async () => {
    const { id } = await awardBadge(admin, await newLead())
    for (const reason of ['', '   ', null, 7, 'x'.repeat(501), 'a\u0000b']) {
      assert.equal((await revoke(id, reason)).status, 422, String(reason))
    }
    const replies = await Promise.all([revoke(id), revoke(id), revoke(id)])
    assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 409, 409])
    assert.equal((await revoke(nobody)).status, 404)
  })

  test('allows another award of the same badge', async () => {
    const leadId = await newLead()
    const first = await awardBadge(admin, leadId)
    await revoke(first.id)
    app.clock.advance(1000)
    const second = await awardBadge(admin, leadId)
    assert.deepEqual(
      (await badgesOf(leadId)).map(({ id }) => id),
      [second.id, first.id],
    )
    assert.equal((await tracesOf(leadId)).mails.length, 2)
  })
})

test('the list of awards is newest first, by badge and state, and names the holders', async () => {
  const name = 'أمل \u202e <b>'
  const leadId = await newLead({ name })
  const held = await awardBadge(admin, leadId, 'contributor')
  app.clock.advance(1000)
  const revoked = await awardBadge(admin, leadId, 'visionary')
  await revoke(revoked.id)
  const list = async (query: string) => {
    const reply = await admin(`/api/badges?${query}`)
    return {
      ids: reply.read(z.array(AwardedBadge)).map(({ id }) => id),
      total: reply.headers['x-total-count'],
    }
  }
  const [newest] = (await admin('/api/badges?limit=1')).read(z.array(AwardedBadge))
  assert.equal(newest?.id, revoked.id)
  assert.deepEqual(newest?.lead, { id: leadId, name })
  assert.ok((await list('state=revoked')).ids.includes(revoked.id))
  assert.deepEqual((await list('state=revoked&badge_type=contributor')).ids, [])
  const contributors = await list('badge_type=contributor&state=held&limit=1')
  assert.deepEqual(contributors.ids, [held.id])
  assert.ok(Number(contributors.total) >= 1)
  assert.equal((await admin('/api/badges?state=lost')).status, 422)
})

test('the list of awards is searched by its holders, by address only for whom it is shown', async () => {
  const leadId = await newLead({
    ...{ name: 'Łukasz Ødegård', email: 'oculta@ejemplo.org' },
    searchText: searchTextOf('Łukasz Ødegård', 'oculta@ejemplo.org', 'Molinos del Sur'),
  })
  const held = await awardBadge(admin, leadId, 'innovator')
  const revoked = await awardBadge(admin, leadId, 'visionary')
  await revoke(revoked.id)
  const find = async (send: Send, search: string, more = '') => {
    const reply = await send(`/api/badges?${new URLSearchParams({ search })}${more}`)
    const ids = reply.read(z.array(AwardedBadge)).map(({ id }) => id)
    assert.equal(reply.headers['x-total-count'], String(ids.length))
    return ids.sort()
  }
  const both = [held.id, revoked.id].sort()
  assert.deepEqual(await find(admin, 'lukasz odegard'), both)
  assert.deepEqual(await find(admin, 'MOLINOS  łuk'), both)
  assert.deepEqual(await find(admin, 'lukasz', '&state=revoked'), [revoked.id])
  assert.deepEqual(await find(admin, 'lukasz', '&badge_type=pioneer'), [])
  assert.deepEqual(await find(admin, 'oculta@ejemplo'), both)
  assert.deepEqual(await find(admin, '100%_'), [])
  const viewer = await app.signInAs('viewer')
  assert.deepEqual(await find(viewer, 'oculta@ejemplo'), [])
  assert.deepEqual(await find(viewer, 'molinos'), both)
  assert.equal((await admin(`/api/badges?search=${'a'.repeat(201)}`)).status, 422)
})

describe('the badges themselves', () => {
  const describeAll = async (query = '') =>
    (await admin(`/api/badges/types${query}`)).read(z.array(BadgeDescription))
  const address = '/api/badges/types/pioneer/texts/de'
  const text = { name: 'Vorreiter', description: 'Kam zuerst.', criteria: 'Früh da sein.' }

  test('are four, described in ten languages, and say how many hold them', async () => {
    const all = await describeAll('?language=zh')
    assert.deepEqual(
      all.map(({ type, name }) => [type, name]),
      [
        ['pioneer', '先锋'],
        ['innovator', '创新者'],
        ['contributor', '贡献者'],
        ['visionary', '远见者'],
      ],
    )
    for (const { type, holders, icon } of all) {
      assert.equal(holders, await countHolders(type))
      assert.equal((await app.send(icon)).status, 200)
    }
    assert.equal((await describeAll())[0]?.language, 'es')
  })

  test('have texts of the team, which can be reset to the built-in ones', async () => {
    const [builtIn] = await describeAll('?language=de')
    const saved = await admin(address, { method: 'PUT', json: text })
    assert.equal(saved.status, 200)
    assert.equal((await admin(address, { method: 'PUT', json: text })).status, 200)
    const [edited] = await describeAll('?language=de')
    assert.deepEqual({ ...edited, ...text }, edited)
    assert.equal(edited?.edited_at, app.clock.now().toISOString())
    assert.equal((await describeAll('?language=fr'))[0]?.edited_at, null)
    const leadId = await newLead({ language: 'de' })
    await awardBadge(admin, leadId)
    assert.equal((await tracesOf(leadId)).mails[0]?.variables.badge, text.name)
    const links = createRightsLinks({
      secrets: { current: 'a secret that only the tests know of', earlier: [] },
      publicUrl: app.url,
    })
    const { text: page } = await app.send(`/de/rights/${links.tokenOf({ id: leadId, linkEpoch: 0 })}`)
    assert.ok(page.includes(text.name) && !page.includes(builtIn?.name ?? ''), 'the holder’s own page')
    const achievement = await app.send('/credentials/achievements/pioneer/de')
    assert.equal(JSON.parse(achievement.text).name, text.name)
    assert.deepEqual((await admin(address, { method: 'DELETE' })).read(BadgeDescription).name, builtIn?.name)
    assert.equal((await admin(address, { method: 'DELETE' })).status, 200)
  })

  test('keep their texts when invalid ones are sent', async () => {
    for (const bad of [
      { ...text, name: '' },
      { ...text, name: 'x'.repeat(81) },
      { ...text, name: 'a\nb' },
      { ...text, description: ' ' },
      { ...text, criteria: 'x'.repeat(2001) },
      { name: 'Nur ein Name' },
      { ...text, criteria: 'a\u0000b' },
    ]) {
      assert.equal((await admin(address, { method: 'PUT', json: bad })).status, 422, JSON.stringify(bad))
    }
    assert.equal(
      (await admin('/api/badges/types/emperor/texts/de', { method: 'PUT', json: text })).status,
      404,
    )
    assert.equal(
      (await admin('/api/badges/types/pioneer/texts/xx', { method: 'PUT', json: text })).status,
      404,
    )
    assert.equal((await describeAll('?language=de'))[0]?.edited_at, null)
  })
})
