import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, beforeEach, describe, test } from 'node:test'
import { z } from 'zod'
import { AudienceCount } from '#features/campaigns/contract.ts'
import { EarlyAdopter, Lead } from '#features/early-adopters/contract.ts'
import { mostCountedInRows } from '#features/early-adopters/store.ts'
import { mostTags } from '#shared/tag-limits.ts'
import { startTestApp, type TestApp } from '../../../../test/support/build-app.ts'
import type { Send } from '../../../../test/support/http-client.ts'
import { longestTag, mostTagsOfLead, Tag, TaggingResult } from './contract.ts'

let app: TestApp
let viewer: Send
let editor: Send
let admin: Send
let ana: string
let omar: string

before(async () => {
  app = await startTestApp()
  viewer = await app.signInAs('viewer')
  editor = await app.signInAs('editor')
  admin = await app.signInAs('admin')
})
after(() => app.close())
beforeEach(async () => {
  await app.pool.query('DELETE FROM early_adopters')
  await app.pool.query('DELETE FROM lead_tags')
  ana = await insertLead('ana')
  omar = await insertLead('omar')
})

async function insertLead(name: string): Promise<string> {
  const id = randomUUID()
  await app.pool.query(
    `INSERT INTO early_adopters (id, email, email_key, name, segment, interests, language, consented_at,
       consent_text, search_text, created_at, last_contact_at)
     VALUES ($1, $2, $2, $3, 'business', '{}', 'es', now(), 'x', $3, now(), now())`,
    [id, `${name}@example.org`, name],
  )
  return id
}

const send = (json: unknown, by = editor) => by('/api/early-adopters/tags', { json })
const tag = async (ids: string[], add: string[], remove: string[] = []) =>
  (await send({ lead_ids: ids, add, remove })).read(TaggingResult)
const list = async (by = viewer) => (await by('/api/tags')).read(z.array(Tag))
const idOf = async (name: string) => (await list()).find((one) => one.name === name)?.id ?? assert.fail(name)
const people = async (query: string, by = viewer) =>
  (await by(`/api/early-adopters?${query}`)).read(z.array(EarlyAdopter))
const namesOf = async (query: string) => (await people(query)).map(({ name }) => name).sort()
const rename = (id: string, name: unknown, by = editor) =>
  by(`/api/tags/${id}`, { method: 'PATCH', json: { name } })
const merge = (id: string, into: unknown, by = editor) => by(`/api/tags/${id}/merge`, { json: { into } })
const remove = (id: string, by = editor) => by(`/api/tags/${id}`, { method: 'DELETE' })

describe('tags', () => {
  test('are given to many at once, found by, shown, and taken away', async () => {
    assert.deepEqual(await tag([ana, omar, ana], ['Feria 2026', 'صحافة']), { tagged: 2, missing: 0 })
    await tag([ana], ['VIP', 'feria 2026'], [])
    const [first] = await people('search=ana')
    assert.deepEqual(
      first?.tags.map(({ name }) => name),
      ['Feria 2026', 'VIP', 'صحافة'],
    )
    assert.deepEqual(
      (await list()).map(({ name, people: number }) => [name, number]),
      [
        ['Feria 2026', 2],
        ['VIP', 1],
        ['صحافة', 2],
      ],
    )
    assert.deepEqual(await namesOf(`tag=${await idOf('VIP')}`), ['ana'])
    assert.deepEqual(await namesOf(`tag=${await idOf('صحافة')}&sort=name`), ['ana', 'omar'])
    assert.deepEqual(await namesOf(`tag=${randomUUID()}`), [])
    const page = await viewer(`/api/early-adopters?tag=${await idOf('Feria 2026')}&limit=1`)
    assert.equal(page.headers['x-total-count'], '2')
    await tag([ana, omar], [], [await idOf('Feria 2026')])
    const lead = (await viewer(`/api/leads/${ana}`)).read(Lead)
    assert.deepEqual(
      lead.tags.map(({ name }) => name),
      ['VIP', 'صحافة'],
    )
  })

  test('select an audience and stay true when they are merged', async () => {
    await tag([ana], ['Feria'])
    await tag([omar], ['Ferias'])
    const [one, other] = [await idOf('Feria'), await idOf('Ferias')]
    const count = async (tags: string[]) =>
      (await editor('/api/campaigns/audience', { json: { tags } })).read(AudienceCount).total
    assert.equal(await count([one]), 1)
    assert.equal(await count([one, other]), 2)
    assert.equal(await count([randomUUID()]), 0)
    const merged = (await merge(one, other)).read(Tag)
    assert.deepEqual([merged.name, merged.people, merged.merged_ids], ['Ferias', 2, [one]])
    for (const id of [one, other]) {
      assert.deepEqual(await namesOf(`tag=${id}`), ['ana', 'omar'])
      assert.equal(await count([id]), 2)
    }
    // A tag of the old name is a new one.
    await tag([ana], ['Feria'])
    assert.notEqual(await idOf('Feria'), one)
    const third = await idOf('Feria')
    assert.deepEqual((await merge(other, third)).read(Tag).merged_ids.sort(), [one, other].sort())
    assert.deepEqual(await namesOf(`tag=${one}`), ['ana', 'omar'])
    assert.equal((await remove(third)).status, 204)
    assert.deepEqual([await list(), await namesOf(`tag=${one}`), await count([one])], [[], [], 0])
  })

  test('are renamed to what no other has', async () => {
    await tag([ana], ['Prensa', 'Otra'])
    const id = await idOf('Prensa')
    const taken = await rename(id, ' otrá ')
    assert.equal(taken.status, 409)
    assert.equal(taken.problem().errors?.[0]?.field, 'name')
    assert.equal((await rename(id, 'PRENSA')).read(Tag).name, 'PRENSA')
    assert.equal((await rename(randomUUID(), 'x')).status, 404)
    assert.equal((await merge(id, id)).status, 409)
    assert.equal((await merge(id, randomUUID())).status, 404)
    assert.equal((await remove(randomUUID())).status, 404)
    assert.equal((await remove('1')).status, 404)
  })

  test('are changed by editors only', async () => {
    await tag([ana], ['Prensa', 'Otra'])
    const [id, other] = [await idOf('Prensa'), await idOf('Otra')]
    const before = await list()
    assert.equal((await send({ lead_ids: [ana], add: ['x'] }, viewer)).status, 403)
    assert.equal((await rename(id, 'x', viewer)).status, 403)
    assert.equal((await merge(id, other, viewer)).status, 403)
    assert.equal((await remove(id, viewer)).status, 403)
    assert.deepEqual(await list(), before)
  })

  test(`are at most ${mostTagsOfLead} for a lead, all or nothing`, async () => {
    const names = Array.from({ length: mostTagsOfLead }, (_, number) => `n${number}`)
    await tag([ana], names)
    const refused = await send({ lead_ids: [omar, ana], add: ['una más'] })
    assert.equal(refused.status, 409)
    assert.match(refused.problem().detail, /20 etiquetas/)
    assert.deepEqual((await people('search=omar'))[0]?.tags, [])
    assert.equal((await list()).length, mostTagsOfLead)
    // One for another is no more than before.
    await tag([ana], ['una más'], [await idOf('n0')])
    const both = await Promise.all(
      ['a', 'b'].map((name) => send({ lead_ids: [omar], add: [name, ...names.slice(1)] })),
    )
    assert.deepEqual(both.map(({ status }) => status).sort(), [200, 409])
  })

  test(`are at most ${mostTags} in all, and one when two add the same at once`, async () => {
    await app.pool.query(
      `INSERT INTO lead_tags (name, name_key) SELECT 'n' || n, 'n' || n FROM generate_series(1, $1::int) AS n`,
      [mostTags - 1],
    )
    const same = await Promise.all(['Única', 'unica'].map((name) => send({ lead_ids: [ana], add: [name] })))
    assert.deepEqual(
      same.map(({ status }) => status),
      [200, 200],
    )
    assert.equal((await people('search=ana'))[0]?.tags.length, 1)
    const refused = await send({ lead_ids: [omar], add: ['n1', 'nueva'] })
    assert.equal(refused.status, 409)
    assert.deepEqual((await people('search=omar'))[0]?.tags, [])
    assert.equal((await list()).length, mostTags)
  })

  test('go with who is erased, also while they are given', async () => {
    await tag([ana, omar], ['Feria'])
    const [erased, tagged] = await Promise.all([
      app.pool.query('DELETE FROM early_adopters WHERE id = $1', [ana]),
      send({ lead_ids: [ana, omar, randomUUID()], add: ['Otra'] }),
    ])
    assert.equal(erased.rowCount, 1)
    assert.ok(tagged.read(TaggingResult).missing >= 1)
    assert.deepEqual(
      (await list()).map(({ people: number }) => number),
      [1, 1],
    )
    assert.deepEqual(await tag([ana], ['Nadie']), { tagged: 0, missing: 1 })
    assert.equal((await list()).length, 2)
  })

  test('are counted right after people are erased while tags are given, merged and deleted', async () => {
    const names = ['c', 'd', 'e', 'f', 'g', 'h', 'i', 'j']
    const ids = await Promise.all(names.map(insertLead))
    await tag(ids, ['Uno', 'Dos', 'Tres'])
    const [one, two, three] = [await idOf('Uno'), await idOf('Dos'), await idOf('Tres')]
    const replies = await Promise.all([
      ...ids.slice(0, 4).map((id) => admin(`/api/leads/${id}`, { method: 'DELETE' })),
      send({ lead_ids: ids, add: ['Cuatro'], remove: [two] }),
      merge(one, two),
      remove(three),
      send({ lead_ids: ids.toReversed(), add: ['Cinco'] }),
    ])
    for (const { status, text } of replies) assert.ok(status < 300, `${status} ${text}`)
    const counts = await app.pool.query<{ name: string; people: string }>(
      `SELECT name, (SELECT count(*) FROM tagged_leads WHERE tag_id = id) AS people
       FROM lead_tags WHERE merged_into IS NULL ORDER BY name_key`,
    )
    assert.deepEqual(
      (await list()).map(({ name, people: number }) => [name, number]),
      counts.rows.map(({ name, people: number }) => [name, Number(number)]),
    )
  })

  test('tell at least how many there are when another filter narrows thousands', async () => {
    await tag([ana], ['Todos'])
    const id = await idOf('Todos')
    await app.pool.query(
      `INSERT INTO early_adopters (id, email, email_key, name, segment, interests, language, consented_at, consent_text,
         search_text, created_at, last_contact_at)
       SELECT gen_random_uuid(), n || '@example.org', n || '@example.org', 'n', 'business', '{}', 'es', now(), 'x', 'n', now(), now()
       FROM generate_series(1, $1::int) AS n`,
      [mostCountedInRows],
    )
    await app.pool.query(
      `INSERT INTO tagged_leads (tag_id, lead_id) SELECT $1, id FROM early_adopters ON CONFLICT DO NOTHING`,
      [id],
    )
    const total = mostCountedInRows + 2
    const totalOf = async (query: string) => {
      const { headers } = await viewer(`/api/early-adopters?tag=${id}&limit=1${query}`)
      return [headers['x-total-count'], headers['x-total-count-is']]
    }
    assert.deepEqual(await totalOf(''), [`${total}`, undefined])
    assert.deepEqual(await totalOf('&segment=business'), [`${mostCountedInRows}`, 'minimum'])
    assert.deepEqual(await totalOf('&segment=business&count=exact'), [`${total}`, undefined])
    assert.deepEqual(await totalOf('&segment=academic'), ['0', undefined])
  })

  test('are in an exported file, safe from formulas', async () => {
    await tag([ana], ['=1+1', 'Prensa'])
    const id = await idOf('=1+1')
    const csv = await admin('/api/early-adopters/export', { json: { format: 'csv', filter: { tag: id } } })
    assert.match(csv.text, /'=1\+1 \| Prensa/)
    assert.doesNotMatch(csv.text, /omar/)
    const json = await admin('/api/early-adopters/export', { json: { format: 'json', ids: [ana] } })
    assert.deepEqual(
      JSON.parse(json.text)[0].tags.map(({ name }: { name: string }) => name),
      ['=1+1', 'Prensa'],
    )
  })

  test('are refused with a sentence when they are none', async () => {
    await tag([ana], ['Prensa'])
    const id = await idOf('Prensa')
    const names = [
      '',
      '  ',
      '\u200b',
      'x'.repeat(longestTag + 1),
      'a, b',
      'a|b',
      'a;b',
      'a،b',
      'a\0b',
      'a\ud800',
    ]
    for (const name of [...names, 'ana@example.org', 'Ana\u202eb', 7, null, ['x']]) {
      for (const reply of [await send({ lead_ids: [ana], add: [name] }), await rename(id, name)]) {
        assert.equal(reply.status, 422, JSON.stringify(name))
        assert.match(
          reply.problem().errors?.[0]?.message ?? '',
          /^[A-Z][^{}]*\s[^{}]*$/,
          JSON.stringify(name),
        )
      }
    }
    const bodies = [
      {},
      [],
      null,
      { lead_ids: [] },
      { lead_ids: ['x'] },
      { lead_ids: ana },
      { lead_ids: [ana], add: 'x' },
    ]
    const many = Array.from({ length: 5_001 }, () => randomUUID())
    for (const body of [...bodies, { lead_ids: [ana], remove: ['x'] }, { lead_ids: many }]) {
      const { status } = await send(body)
      assert.ok([400, 422].includes(status), `${JSON.stringify(body).slice(0, 60)}: ${status}`)
    }
    for (const into of ['x', null, 7, undefined])
      assert.ok([400, 422].includes((await merge(id, into)).status))
    assert.equal((await people('tag=x').catch(() => [])).length, 0)
    assert.deepEqual(
      (await list()).map(({ name }) => name),
      ['Prensa'],
    )
  })
})
