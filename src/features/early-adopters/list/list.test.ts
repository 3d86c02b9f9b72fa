import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { z } from 'zod'
import {
  EarlyAdopter,
  EarlyAdopterSummary,
  type RegistrationInput,
} from '#features/early-adopters/contract.ts'
import { startTestApp, type TestApp } from '../../../../test/support/build-app.ts'
import { registrationOf } from '../../../../test/support/factories.ts'
import type { Reply, Send } from '../../../../test/support/http-client.ts'

const List = z.array(EarlyAdopter)
let app: TestApp
let team: Send

const people: Partial<RegistrationInput>[] = [
  { name: 'José Ángel Núñez', email: 'jose@example.org', company: 'Cooperativa Añil', segment: 'business' },
  { name: 'Zoë Müller', email: 'zoe@example.org', company: 'Straßenbau', segment: 'academic', interests: [] },
  { name: 'Иван Петров', email: 'ivan@example.org', company: null, segment: 'developer' },
  { name: 'محمد', email: 'muhammad@example.org', company: 'شركة', segment: 'ngo_gov' },
  { name: '100% Puro', email: 'a_b@example.org', company: 'back\\slash', segment: 'developer' },
  { name: 'Ana Cien', email: 'axb@example.org', company: '100 Puro', segment: 'developer' },
]

before(async () => {
  app = await startTestApp()
  team = await app.signInAs('editor')
  for (const person of people) {
    app.clock.advance(1_000)
    assert.equal((await app.send('/api/early-adopters', { json: registrationOf(person) })).status, 201)
  }
})
after(() => app.close())

const query = (parameters: Record<string, string>): Promise<Reply> =>
  team(`/api/early-adopters?${new URLSearchParams(parameters)}`)

async function find(search: string, more: Record<string, string> = {}): Promise<string[]> {
  const reply = await query({ search, ...more })
  assert.equal(reply.status, 200)
  const found = reply.read(List)
  assert.equal(reply.headers['x-total-count'], String(found.length))
  return found.map(({ email }) => email?.split('@')[0] ?? '').sort()
}

describe('the list of early adopters', () => {
  test('is newest first, with everything the team needs', async () => {
    const reply = await team('/api/early-adopters')
    const list = reply.read(List)
    assert.deepEqual(
      list.map(({ name }) => name),
      people.map(({ name }) => name).reverse(),
    )
    assert.equal(reply.headers['x-total-count'], '6')
    assert.equal(reply.headers.link, undefined)
    const last = list.at(-1)
    assert.deepEqual(last?.interests, [{ id: 'identity', name: 'Identidad' }])
    assert.deepEqual([last?.has_badge, last?.badge_type, last?.language], [false, null, 'es'])
    assert.match(last?.created_at ?? '', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  })

  test('names interests in the language asked for', async () => {
    const reply = await team('/api/early-adopters', { headers: { 'accept-language': 'en' } })
    assert.deepEqual(reply.read(List).at(-1)?.interests, [{ id: 'identity', name: 'Identity' }])
  })

  const searches: [search: string, found: string[]][] = [
    ['jose', ['jose']],
    ['JOSÉ', ['jose']],
    ['nunez', ['jose']],
    ['añil', ['jose']],
    ['anil cooperativa', ['jose']],
    ['jose straßenbau', []],
    ['zoe', ['zoe']],
    ['muller', ['zoe']],
    ['ИВАН', ['ivan']],
    ['محمد', ['muhammad']],
    ['شركة', ['muhammad']],
    ['muhammad@', ['muhammad']],
    // What LIKE would read as "anything" is only a letter here.
    ['%', ['a_b']],
    ['100%', ['a_b']],
    ['_', ['a_b']],
    ['a_b', ['a_b']],
    ['\\', ['a_b']],
    ['back\\s', ['a_b']],
    ['%%%', []],
    // Two letters, which no index of three serves.
    ['jo', ['jose']],
    ['oe', ['zoe']],
    ['example.org', ['a_b', 'axb', 'ivan', 'jose', 'muhammad', 'zoe']],
    ['', ['a_b', 'axb', 'ivan', 'jose', 'muhammad', 'zoe']],
    ['   ', ['a_b', 'axb', 'ivan', 'jose', 'muhammad', 'zoe']],
    ['🎉', []],
    ["' OR 1=1 --", []],
  ]
  for (const [search, found] of searches) {
    test(`finds ${found.length} for ${JSON.stringify(search)}`, async () =>
      assert.deepEqual(await find(search), found))
  }

  test('is narrowed by segment, alone and together with a search', async () => {
    const developers = await query({ segment: 'developer' })
    assert.equal(developers.headers['x-total-count'], '3')
    assert.ok(developers.read(List).every(({ segment }) => segment === 'developer'))
    assert.deepEqual(await find('puro', { segment: 'developer' }), ['a_b', 'axb'])
    assert.deepEqual(await find('puro', { segment: 'academic' }), [])
  })

  test('is narrowed by badge', async () => {
    assert.deepEqual((await query({ has_badge: 'true' })).read(List), [])
    assert.equal((await query({ has_badge: 'false' })).read(List).length, 6)
  })

  test('tells the badges, the highest of them apart, and is narrowed by each with the right total', async () => {
    await app.pool.query("UPDATE early_adopters SET badges = '{visionary,pioneer}' WHERE email LIKE 'jose%'")
    await app.pool.query("UPDATE early_adopters SET badges = '{pioneer}' WHERE email LIKE 'zoe%'")
    const [jose] = (await query({ search: 'jose' })).read(List)
    assert.deepEqual(
      [jose?.has_badge, jose?.badge_type, jose?.badges],
      [true, 'visionary', ['pioneer', 'visionary']],
    )
    const counted: [Record<string, string>, number][] = [
      [{ has_badge: 'true' }, 2],
      [{ has_badge: 'false' }, 4],
      [{ badge: 'pioneer' }, 2],
      [{ badge: 'visionary' }, 1],
      [{ badge: 'innovator' }, 0],
      [{ badge: 'pioneer', segment: 'academic' }, 1],
      [{ badge: 'pioneer', has_badge: 'false' }, 0],
      [{ badge: 'pioneer', search: 'muller' }, 1],
      [{ language: 'es' }, 6],
      [{ language: 'ar', has_badge: 'false' }, 0],
    ]
    for (const [parameters, count] of counted) {
      const reply = await query(parameters)
      assert.equal(reply.read(List).length, count, JSON.stringify(parameters))
      assert.equal(reply.headers['x-total-count'], String(count), JSON.stringify(parameters))
    }
    await app.pool.query("UPDATE early_adopters SET badges = '{}'")
    assert.equal((await query({ has_badge: 'true' })).headers['x-total-count'], '0')
  })

  test('is sorted by name without case and accents, by address and by age, both ways and on every page', async () => {
    const emails = async (parameters: Record<string, string>) =>
      (await query(parameters)).read(List).map(({ email }) => email?.split('@')[0])
    const orders: [sort: string, sorted: string[]][] = [
      ['name', ['a_b', 'axb', 'jose', 'zoe', 'ivan', 'muhammad']],
      ['email', ['a_b', 'axb', 'ivan', 'jose', 'muhammad', 'zoe']],
      ['created_at', ['jose', 'zoe', 'ivan', 'muhammad', 'a_b', 'axb']],
    ]
    for (const [sort, sorted] of orders) {
      assert.deepEqual(await emails({ sort, order: 'asc' }), sorted)
      assert.deepEqual(await emails({ sort, order: 'desc' }), sorted.toReversed())
      const pages = await Promise.all(
        [0, 2, 4].map((offset) => emails({ sort, order: 'asc', limit: '2', offset: `${offset}` })),
      )
      assert.deepEqual(pages.flat(), sorted)
    }
    assert.deepEqual(await emails({ sort: 'name' }), orders[0]?.[1])
  })

  test('comes in pages that lead to each other and hold everyone once', async () => {
    const seen: string[] = []
    let next: string | undefined = '/api/early-adopters?segment=developer&limit=2'
    let pages = 0
    while (next) {
      const reply = await team(next)
      pages++
      seen.push(...reply.read(List).map(({ id }) => id))
      assert.equal(reply.headers['x-total-count'], '3')
      next = /<([^>]+)>; rel="next"/.exec(String(reply.headers.link))?.[1]
    }
    assert.equal(pages, 2)
    assert.equal(new Set(seen).size, 3)
    const second = await team('/api/early-adopters?segment=developer&limit=2&offset=2')
    assert.equal(
      second.headers.link,
      '</api/early-adopters?segment=developer&limit=2&offset=0>; rel="first", </api/early-adopters?segment=developer&limit=2&offset=0>; rel="prev"',
    )
    assert.deepEqual((await query({ offset: '100' })).read(List), [])
  })

  for (const [name, values] of Object.entries({
    limit: [
      '0',
      '201',
      '1e1',
      '0x10',
      ' 5',
      '+5',
      '-1',
      '1.5',
      'x',
      '',
      '1e9',
      'Infinity',
      '99999999999999999999',
    ],
    offset: ['-1', 'x', '10000001', '0.5', 'NaN'],
    segment: ['x', '', 'Developer', '__proto__'],
    has_badge: ['1', 'yes', ''],
    badge: ['x', ''],
    language: ['xx', ''],
    sort: ['id', 'segment'],
    order: ['up'],
    search: ['a\0b', '\u0007', 'x'.repeat(201)],
  })) {
    for (const value of values) {
      test(`refuses ${name}=${JSON.stringify(value.slice(0, 20))}`, async () => {
        const reply = await query({ [name]: value })
        assert.equal(reply.status, 422)
        assert.equal(reply.problem().errors?.[0]?.field, name)
      })
    }
  }
})

describe('the summary', () => {
  async function assertTrue(): Promise<void> {
    const summary = (await team('/api/early-adopters/summary')).read(EarlyAdopterSummary)
    const { rows } = await app.pool.query<{ segment: string; count: number }>(
      'SELECT segment, count(*)::int AS count FROM early_adopters GROUP BY segment',
    )
    const counted = Object.fromEntries(rows.map(({ segment, count }) => [segment, count]))
    const none = { developer: 0, business: 0, academic: 0, ngo_gov: 0 }
    assert.deepEqual(summary.by_segment, { ...none, ...counted })
    assert.equal(
      summary.total,
      rows.reduce((sum, { count }) => sum + count, 0),
    )
  }

  test('stays correct after every kind of change to the table', async () => {
    await assertTrue()
    await app.send('/api/early-adopters', { json: registrationOf({ segment: 'academic' }) })
    await app.send('/api/early-adopters', {
      json: registrationOf({ email: 'JOSE@example.org', segment: 'academic' }),
    })
    await assertTrue()
    await app.pool.query("UPDATE early_adopters SET segment = 'ngo_gov' WHERE segment = 'developer'")
    await assertTrue()
    await app.pool.query("UPDATE early_adopters SET name = 'x'")
    await assertTrue()
    await app.pool.query("DELETE FROM early_adopters WHERE email LIKE 'a%'")
    await assertTrue()
    await app.pool.query('DELETE FROM early_adopters WHERE false')
    await assertTrue()
    const client = await app.pool.connect()
    await client.query('BEGIN; DELETE FROM early_adopters; ROLLBACK')
    client.release()
    await assertTrue()
    await app.pool.query('DELETE FROM early_adopters')
    await assertTrue()
  })

  test('is right after many at once in several processes', async () => {
    const other = await startTestApp({ databaseUrl: app.databaseUrl })
    const segments = ['developer', 'business', 'academic', 'ngo_gov'] as const
    try {
      await Promise.all(
        Array.from({ length: 200 }, (_, number) =>
          (number % 2 ? app : other).send('/api/early-adopters', {
            json: registrationOf({ segment: segments[number % 4] ?? 'developer' }),
          }),
        ),
      )
      await assertTrue()
    } finally {
      await other.close()
    }
  })
})
