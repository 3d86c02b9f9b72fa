import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { z } from 'zod'
import { EarlyAdopter, ImportReport } from '#features/early-adopters/contract.ts'
import { mostTagsOfLead, Tag } from '#features/early-adopters/tags/contract.ts'
import { writeCsvLine } from '#shared/csv.ts'
import { mostTags } from '#shared/tag-limits.ts'
import { startTestApp, type TestApp } from '../../../../test/support/build-app.ts'
import { createFakeClock } from '../../../../test/support/clock.ts'
import type { Send } from '../../../../test/support/http-client.ts'

let app: TestApp
let editor: Send
let admin: Send

before(async () => {
  app = await startTestApp({ clock: createFakeClock(new Date('2026-06-01T12:00:00Z')) })
  editor = await app.signInAs('editor')
  admin = await app.signInAs('admin')
})
after(() => app.close())
beforeEach(async () => {
  await app.pool.query('DELETE FROM confirmation_queue; DELETE FROM early_adopters; DELETE FROM lead_tags')
})

/** A file of people by name, each with the cell of their tags. */
const fileOf = (people: Record<string, string>) =>
  [
    ['name', 'email', 'segment', 'consent', 'consented_at', 'tags'],
    ...Object.entries(people).map(([name, tags]) => [
      ...[name, `${name}@example.org`, 'academic', 'yes', '2026-05-31', tags],
    ]),
  ]
    .map((cells) => writeCsvLine(cells, ','))
    .join('')
const send = (body: string, { run = true, tags = '' } = {}) =>
  editor(`/api/early-adopters/import?${new URLSearchParams({ dry_run: String(!run), tags })}`, {
    body,
    headers: { 'content-type': 'text/csv', 'accept-language': 'en' },
  })
const importOf = async (people: Record<string, string>, options = {}) =>
  (await send(fileOf(people), options)).read(ImportReport)
const tagsOf = async () => {
  const people = (await editor('/api/early-adopters?sort=name&order=asc')).read(z.array(EarlyAdopter))
  return Object.fromEntries(people.map(({ name, tags }) => [name, tags.map((tag) => tag.name)]))
}
const counts = async () =>
  Object.fromEntries((await editor('/api/tags')).read(z.array(Tag)).map(({ name, people }) => [name, people]))

describe('the tags of an imported file', () => {
  test('go to new people by line and to everybody as the importer says', async () => {
    await importOf({ ana: 'Prensa' })
    const dry = await importOf({ ana: 'x', bea: 'y' }, { run: false, tags: 'Feria' })
    assert.deepEqual(dry.counts, { added: 1, already: 1, duplicate: 0, refused: 0 })
    assert.deepEqual(await counts(), { Prensa: 1 })
    // What a line says of somebody who is on the list already is not read.
    await importOf({ ana: 'x', bea: '  PRENSA ;وسم|prensá', carl: '' }, { tags: 'Feria 2026, vip' })
    assert.deepEqual(await tagsOf(), {
      ana: ['Feria 2026', 'Prensa', 'vip'],
      bea: ['Feria 2026', 'Prensa', 'vip', 'وسم'],
      carl: ['Feria 2026', 'vip'],
    })
    assert.deepEqual(await counts(), { 'Feria 2026': 3, Prensa: 2, vip: 3, وسم: 1 })
    // Once more changes nothing.
    await importOf({ bea: '', carl: 'z' }, { tags: 'feria 2026' })
    assert.deepEqual(await counts(), { 'Feria 2026': 3, Prensa: 2, vip: 3, وسم: 1 })
  })

  test('come back from an export', async () => {
    await importOf({ ana: '=1+1 | Prensa', bea: '' })
    const csv = await admin('/api/early-adopters/export', { json: { format: 'csv' } })
    const before = await tagsOf()
    await app.pool.query('DELETE FROM early_adopters; DELETE FROM lead_tags')
    assert.equal((await send(csv.text)).read(ImportReport).counts.added, 2)
    assert.deepEqual(await tagsOf(), before)
  })

  test('are refused by line with a sentence, and nothing of the line is kept', async () => {
    const many = Array.from({ length: mostTagsOfLead }, (_, n) => `n${n}`).join('|')
    const report = await importOf(
      { ana: 'a@example.org', bea: 'x'.repeat(41), carl: many, dora: 'ok' },
      { tags: 'Feria' },
    )
    assert.deepEqual(report.counts, { added: 1, already: 0, duplicate: 0, refused: 3 })
    assert.deepEqual(
      report.rows.filter(({ outcome }) => outcome === 'refused').map(({ errors }) => errors[0]?.message),
      [
        'The whole team sees a tag: it cannot contain an e-mail address',
        'This text is too long',
        'Nobody can have more than 20 tags',
      ],
    )
    assert.deepEqual(await tagsOf(), { dora: ['Feria', 'ok'] })
  })

  test('leave out who has too many already, and say so', async () => {
    await importOf({ ana: Array.from({ length: mostTagsOfLead }, (_, n) => `n${n}`).join('|'), bea: '' })
    for (const run of [false, true]) {
      const { rows } = await importOf({ ana: '', bea: '' }, { run, tags: 'n0, Feria' })
      assert.deepEqual(
        rows.map(({ outcome, errors }) => [outcome, errors.length]),
        [
          ['already', 1],
          ['already', 0],
        ],
      )
    }
    assert.deepEqual((await tagsOf()).bea, ['Feria', 'n0'])
    assert.equal((await tagsOf()).ana?.length, mostTagsOfLead)
  })

  test(`are at most ${mostTags} in all`, async () => {
    await app.pool.query(
      `INSERT INTO lead_tags (name, name_key) SELECT 'n' || n, 'n' || n FROM generate_series(1, $1::int) AS n`,
      [mostTags - 1],
    )
    const { counts: result } = await importOf({ ana: 'new', bea: 'NEW', carl: 'newer', dora: 'n7' })
    assert.deepEqual(result, { added: 3, already: 0, duplicate: 0, refused: 1 })
    const full = await send(fileOf({ eva: '' }), { tags: 'newest' })
    assert.equal(full.status, 409)
    assert.equal(Object.keys(await tagsOf()).length, 3)
  })

  test('of the whole file are refused before anything is imported', async () => {
    for (const tags of [
      'ana@example.org',
      'x'.repeat(41),
      'x'.repeat(1001),
      'a\0b',
      'a,'.repeat(3) + many21(),
    ]) {
      const reply = await send(fileOf({ ana: '' }), { tags })
      assert.equal(reply.status, 422, tags.slice(0, 20))
      assert.equal(reply.problem().errors?.[0]?.field.split('.')[0], 'tags')
    }
    assert.deepEqual(await tagsOf(), {})
  })

  test('survive two imports and a tagging at once', async () => {
    await importOf({ ana: '', bea: '' })
    const replies = await Promise.all([
      send(fileOf({ ana: '', bea: '', carl: 'Uno' }), { tags: 'Todos' }),
      send(fileOf({ carl: 'Dos', dora: 'Dos' }), { tags: 'todos' }),
      admin('/api/early-adopters/erase', { json: { ids: await idsOf('ana') } }),
    ])
    assert.deepEqual(
      replies.map(({ status }) => status),
      [200, 200, 200],
    )
    const people = Object.values(await tagsOf())
    assert.deepEqual((await counts()).Todos, people.filter((tags) => tags.includes('Todos')).length)
  })
})

const many21 = () => Array.from({ length: mostTagsOfLead + 1 }, (_, n) => `n${n}`).join(',')
const idsOf = async (name: string) => {
  const people = (await editor(`/api/early-adopters?search=${name}`)).read(z.array(EarlyAdopter))
  return people.map(({ id }) => id)
}
