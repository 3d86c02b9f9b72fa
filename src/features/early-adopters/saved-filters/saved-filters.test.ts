import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, beforeEach, describe, test } from 'node:test'
import { z } from 'zod'
import { startTestApp, type TestApp } from '../../../../test/support/build-app.ts'
import type { Send } from '../../../../test/support/http-client.ts'
import { mostSavedFilters, SavedFilter } from './contract.ts'

const path = '/api/saved-filters'

let app: TestApp
let viewer: Send
let editor: Send

before(async () => {
  app = await startTestApp()
  viewer = await app.signInAs('viewer')
  editor = await app.signInAs('editor')
})
after(() => app.close())
beforeEach(async () => {
  await app.pool.query('DELETE FROM saved_filters')
})

const add = (name: unknown, filter: unknown = { segment: 'business' }) =>
  editor(path, { json: { name, filter } })
const save = async (name: string, filter?: unknown) => (await add(name, filter)).read(SavedFilter)
const list = async (send = viewer) => (await send(path)).read(z.array(SavedFilter))
const change = (id: string, json: object, send = editor) => send(`${path}/${id}`, { method: 'PATCH', json })
const remove = (id: string, send = editor) => send(`${path}/${id}`, { method: 'DELETE' })

describe('saved filters', () => {
  test('are saved under a name in any script, listed by name, changed and deleted', async () => {
    const everything = {
      search: 'ejemplo.org',
      segment: 'business',
      badge: 'pioneer',
      language: 'es',
      kind: 'demo',
      country: 'ZZ',
      registered_from: '2026-03-01',
      registered_to: '2026-03-29',
      step: 'opened',
    }
    const one = await save('  Empresas en español  ', everything)
    assert.deepEqual([one.name, one.filter], ['Empresas en español', everything])
    const other = await save('شركات مهتمة', { has_badge: false })
    assert.deepEqual(
      (await list()).map(({ name }) => name),
      ['Empresas en español', 'شركات مهتمة'],
    )
    assert.equal((await change(other.id, { name: 'باقي الناس' })).read(SavedFilter).name, 'باقي الناس')
    const narrower = (await change(other.id, { filter: { has_badge: true } })).read(SavedFilter)
    assert.deepEqual([narrower.name, narrower.filter], ['باقي الناس', { has_badge: true }])
    assert.deepEqual((await change(other.id, {})).read(SavedFilter), narrower)
    assert.equal((await remove(other.id)).status, 204)
    assert.deepEqual(await list(), [one])
  })

  test('stay, without a name of their author, when the author is deleted', async () => {
    const { author, id } = await save('Una')
    assert.ok(author)
    await app.pool.query('UPDATE saved_filters SET author_id = NULL WHERE id = $1', [id])
    assert.equal((await list())[0]?.author, null)
  })

  test('can be read but not changed by viewers', async () => {
    const one = await save('Una')
    assert.equal((await viewer(path, { json: { name: 'Otra', filter: { kind: 'demo' } } })).status, 403)
    assert.equal((await change(one.id, { name: 'Otra' }, viewer)).status, 403)
    assert.equal((await remove(one.id, viewer)).status, 403)
    assert.deepEqual(await list(), [one])
  })

  test('have names that differ in more than case, accents and spaces', async () => {
    const one = await save('Prensa Única')
    for (const name of ['Prensa Única', 'prensa  unica', 'PRENSA ÚNICA ']) {
      const refused = await add(name)
      assert.equal(refused.status, 409)
      assert.equal(
        refused.problem().detail,
        'Ya hay un filtro guardado con ese nombre. No se ha cambiado nada.',
      )
      assert.equal(refused.problem().errors?.[0]?.field, 'name')
    }
    const other = await save('Otra')
    assert.equal((await change(other.id, { name: 'prensa unica', filter: { kind: 'demo' } })).status, 409)
    assert.deepEqual((await list()).at(0), other)
    assert.equal((await change(one.id, { name: 'PRENSA única' })).status, 200)
  })

  test('one of two that are saved under a name at once wins', async () => {
    const statuses = (await Promise.all([add('A la vez'), add('a la VEZ')])).map(({ status }) => status)
    assert.deepEqual(statuses.sort(), [201, 409])
    assert.equal((await list()).length, 1)
  })

  test(`are at most ${mostSavedFilters}, even when two are saved at once`, async () => {
    await app.pool.query(
      `INSERT INTO saved_filters (name, name_key, filter, created_at)
       SELECT 'n' || n, 'n' || n, '{"kind": "demo"}', now() FROM generate_series(1, $1::int) AS n`,
      [mostSavedFilters - 1],
    )
    const replies = await Promise.all([add('Una'), add('Otra')])
    assert.deepEqual(replies.map(({ status }) => status).sort(), [201, 409])
    assert.match((await add('Y otra')).problem().detail, /^Ya hay 100 filtros guardados/)
    assert.equal((await list()).length, mostSavedFilters)
  })

  test('that are gone are refused as such', async () => {
    const { id } = await save('Una')
    assert.deepEqual(
      (await Promise.all([remove(id), remove(id)])).map(({ status }) => status).sort(),
      [204, 404],
    )
    for (const gone of [id, randomUUID()]) {
      const refused = await change(gone, { name: 'Otra' })
      assert.deepEqual([refused.status, refused.problem().detail], [404, 'Ese filtro guardado ya no existe.'])
    }
    assert.equal((await change('1', { name: 'Otra' })).status, 404)
  })

  test('are refused with a sentence for what is not a name or does not narrow the list', async () => {
    const one = await save('Una')
    const hostile = [
      '',
      '   ',
      '\u200b',
      'x'.repeat(81),
      'a\0b',
      'a\ud800',
      'Ana\u202eb',
      'dos\nlíneas',
      7,
      null,
      ['x'],
      {},
    ]
    for (const name of hostile) {
      for (const reply of [await add(name), await change(one.id, { name })]) {
        assert.equal(reply.status, 422, JSON.stringify(name))
        assert.match(reply.problem().errors?.[0]?.message ?? '', /^[A-Z][^{}]*\s[^{}]*$/)
      }
    }
    const filters = [
      ...[{}, null, 'segment', [], { segment: 'nobody' }, { segment: ['business'] }, { kind: '' }],
      ...[{ has_badge: 'true' }, { badge: 'pioneer', has_badge: false }, { language: 'xx' }, { search: '' }],
      ...[{ country: 'es' }, { step: 'read' }, { registered_from: '2026-02-30' }, { registered_to: 7 }],
      ...[{ search: 'x'.repeat(201) }, { search: 'a\nb' }, { search: 'a\0b' }, { search: { $ne: 1 } }],
      ...[
        { segment: 'business', password: 'x' },
        { segment: 'business', ids: [randomUUID()] },
      ],
      JSON.parse('{"segment": "business", "__proto__": {"x": 1}}'),
    ]
    for (const filter of filters) {
      for (const reply of [await add('Otra', filter), await change(one.id, { filter })]) {
        assert.ok([400, 422].includes(reply.status), `${JSON.stringify(filter)}: ${reply.status}`)
        assert.match(reply.problem().errors?.[0]?.message ?? reply.problem().detail, /^[A-Z][^{}]*\s[^{}]*$/)
      }
    }
    assert.deepEqual(await list(), [one])
    assert.equal((await save('x'.repeat(80))).name.length, 80)
  })

  test('hold a part of an address, but no whole one, which viewers may not read', async () => {
    const refused = await add('Ana', { search: 'nunez ana@example.org' })
    assert.equal(refused.status, 422)
    assert.match(refused.problem().errors?.[0]?.message ?? '', /^Un filtro guardado lo ve todo el equipo/)
    assert.equal((await add('Dominio', { search: '@example.org' })).status, 201)
  })
})
