import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { z } from 'zod'
import { EarlyAdopter } from '#features/early-adopters/contract.ts'
import { searchTextOf } from '#features/early-adopters/records/search-text.ts'
import { startTestApp, type TestApp } from '../../../../test/support/build-app.ts'
import type { Send } from '../../../../test/support/http-client.ts'

/** Among so many others, whose text has neither letter, that those below are found by the index. */
const others = 700
const rare = [
  'Xy Ana',
  'Ana Xy',
  'Anaxyb',
  'xyж Ana',
  'жxy',
  'xy王',
  'x.y',
  'yx',
  'xy-1',
  '(xy)',
  'xy2',
  'XÝ é',
]

/** Names in other scripts, and parts of one and two letters of each that nobody else has. */
const otherScripts: [name: string, ...parts: string[]][] = [
  ['欧阳娜娜', '欧', '欧阳', '阳娜', '娜娜', '欧阳娜'],
  ['Щукин Юрий', 'щ', 'щу', 'ук', 'ий', 'щукин'],
  ['ضياء قاسم', 'ض', 'ضي', 'اء', 'سم', 'قاسم'],
  ['विकास', 'व', 'का', 'ास', 'विका'],
]

let app: TestApp
let team: Send

before(async () => {
  app = await startTestApp()
  team = await app.signInAs('editor')
  const names = [
    ...rare,
    ...otherScripts.map(([name]) => name),
    ...Array.from({ length: others }, (_, n) => `王伟 Bee ${n}`),
  ]
  // Companies last, so that a text can end in the two letters.
  await app.pool.query(
    `INSERT INTO early_adopters (id, email, email_key, name, company, segment, interests, language, consented_at, consent_text,
       search_text, created_at, last_contact_at)
     SELECT gen_random_uuid(), n || '@b.org', n || '@b.org', name, name, 'academic', '{}', 'es', now(), 'b', text,
       now() - n * interval '1 second', now()
     FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS people(name, text, n)`,
    [names, names.map((name, n) => searchTextOf(name, `${n}@b.org`, name))],
  )
})
after(() => app.close())

async function find(search: string, more: Record<string, string> = {}) {
  const reply = await team(`/api/early-adopters?${new URLSearchParams({ search, limit: '200', ...more })}`)
  return {
    names: reply.read(z.array(EarlyAdopter)).map(({ name }) => name),
    total: Number(reply.headers['x-total-count']),
    isMinimum: reply.headers['x-total-count-is'] === 'minimum',
    link: reply.headers.link,
  }
}

test('a rare pair of letters is found wherever it is, in any order of the list', async () => {
  const found = rare.filter((name) => !['x.y', 'yx'].includes(name))
  const { names, total, isMinimum } = await find('xy')
  assert.deepEqual(names, found)
  assert.deepEqual([total, isMinimum], [found.length, false])
  assert.deepEqual((await find('xy', { order: 'asc' })).names, found.toReversed())
  assert.deepEqual((await find('xy', { offset: '9', limit: '5' })).names, found.slice(9))
  assert.deepEqual((await find('xy', { order: 'asc', offset: '8', limit: '1' })).names, found.slice(1, 2))
  assert.deepEqual((await find('xy ana')).names, ['Xy Ana', 'Ana Xy', 'Anaxyb', 'xyж Ana'])
  assert.deepEqual((await find('xy an')).names, ['Xy Ana', 'Ana Xy', 'Anaxyb', 'xyж Ana'])
})

test('one and two letters of any script are found, and more', async () => {
  for (const [name, ...parts] of otherScripts)
    for (const part of parts) {
      const { names, total, isMinimum } = await find(part)
      assert.deepEqual([names, total, isMinimum], [[name], 1, false], part)
    }
})

test('of a frequent one at most 500 are counted, unless all are asked for', async () => {
  for (const search of ['be', '王伟', 'b']) {
    const { names, total, isMinimum, link } = await find(search)
    assert.deepEqual([names.length, total, isMinimum], [200, 500, true], search)
    assert.match(String(link), /rel="next"/)
  }
  const { total, isMinimum } = await find('be', { count: 'exact' })
  assert.deepEqual([total, isMinimum], [others, false])
  // Pages beyond what is counted can be read all the same.
  const last = await find('be', { offset: '600' })
  assert.deepEqual([last.names.length, last.link?.includes('rel="next"')], [100, false])
  // The total is never less than what was read.
  assert.deepEqual([last.total, last.isMinimum], [others, true])
  assert.equal((await find('bee')).total, others)
})
