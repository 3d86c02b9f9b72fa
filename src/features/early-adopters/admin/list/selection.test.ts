import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { separatorOf } from '#admin/kit/save-file.ts'
import { relativeTime } from '#admin/kit/texts/relative-time.ts'
import { readChosenLeads } from '#features/campaigns/admin/chosen-leads.ts'
import { eraseInGroups } from '#features/early-adopters/admin/lead/erase-in-groups.ts'
import type { EarlyAdopter } from '#features/early-adopters/contract.ts'
import { fetchAllSelected } from './fetch-all-selected.ts'
import { mailAddress } from './mail-address.ts'
import { choose, countChosen, isChosen, nobody } from './selection.ts'

const person = (id: string): EarlyAdopter => ({
  ...{ id, name: id, email: `${id}@example.org`, company: null, segment: 'academic', language: 'es' },
  ...{
    interests: [],
    has_badge: false,
    badge_type: null,
    badges: [],
    tags: [],
    created_at: '2026-01-01T00:00:00Z',
  },
  ...{ kind: 'adopter', page: null, country: null },
})
const [a, b, c] = [person('a'), person('b'), person('c')]
const query = {
  ...{
    search: '',
    segment: undefined,
    badge: undefined,
    language: undefined,
    kind: undefined,
    tag: undefined,
    country: undefined,
    registeredFrom: undefined,
    registeredTo: undefined,
    step: undefined,
    page: 7,
  },
  sorting: 'name_asc',
} as const

describe('a selection', () => {
  test('keeps leads that were selected on other pages', () => {
    const first = choose(nobody, [a, b], true)
    const second = choose(first, [c], true)
    assert.equal(countChosen(second, 99), 3)
    assert.equal(countChosen(choose(second, [a, b], false), 99), 1)
    assert.equal(isChosen(second, a) && !isChosen(nobody, a), true)
  })

  test('of everyone becomes the others on the page when a lead is deselected', () => {
    assert.equal(countChosen({ kind: 'all' }, 99), 99)
    const left = choose({ kind: 'all' }, [b], false, [a, b, c])
    assert.deepEqual([isChosen(left, a), isChosen(left, b), countChosen(left, 99)], [true, false, 2])
  })

  test('of everyone is fetched page by page, each lead once, even when the list grows meanwhile', async () => {
    const people = Array.from({ length: 450 }, (_, n) => person(`${n}`))
    const asked: string[] = []
    const api = {
      getPage: async <T>(path: string, reader: { parse(value: unknown): T }) => {
        asked.push(path)
        const offset = Number(new URLSearchParams(path.split('?')[1]).get('offset') ?? 0)
        people.push(person(`new ${asked.length}`))
        const page = people.slice(offset, offset + 200).map((one) => ({ ...one, id: idOf(one.id) }))
        return { items: reader.parse(page), total: people.length, isMinimum: false }
      },
    }
    const options = { api, query, signal: new AbortController().signal, onProgress: () => {} }
    assert.equal((await fetchAllSelected({ kind: 'all' }, options)).length, 453)
    assert.ok(asked.every((path) => path.includes('sort=created_at&order=asc&limit=200')))
    assert.deepEqual(await fetchAllSelected(choose(nobody, [a], true), options), [a])
  })

  test('goes to a campaign by its address, or by the storage when it is large, and arrives as it was', () => {
    const stored: [string, string][] = []
    const storage = { setItem: (...entry: [string, string]) => void stored.push(entry) }
    const arrived = (address: string) =>
      readChosenLeads(new URL(address, 'http://localhost').search, stored[0]?.[1] ?? null)
    const ids = Array.from({ length: 51 }, (_, n) => idOf(`${n}`))
    const few = mailAddress(ids.slice(1), storage)
    assert.equal(few, `/admin/email/campaigns/new?leads=${ids.slice(1)}`)
    assert.deepEqual(arrived(few), ids.slice(1))
    const many = mailAddress(ids, storage)
    assert.equal(many, '/admin/email/campaigns/new?leads=stored')
    assert.deepEqual(arrived(many), ids)
    assert.deepEqual(arrived(mailAddress('everyone', storage)), [])
  })
})

describe('erasing many', () => {
  const ids = Array.from({ length: 120 }, (_, n) => `${n}`)
  function fakeApi(failAt = Number.POSITIVE_INFINITY) {
    let calls = 0
    return {
      send: async <T>(
        _method: string,
        _path: string,
        reader: { parse(value: unknown): T },
        body?: unknown,
      ) => {
        if (++calls === failAt) throw new Error('gone')
        const { length } = (body as { ids: string[] }).ids
        return reader.parse({ erased: length - 1, missing: 1 })
      },
    }
  }

  test('goes group by group and counts', async () => {
    const seen: number[] = []
    const { signal } = new AbortController()
    const done = await eraseInGroups(ids, {
      api: fakeApi(),
      signal,
      onProgress: ({ erased }) => seen.push(erased),
    })
    assert.deepEqual(done, { erased: 117, missing: 3 })
    assert.deepEqual(seen, [49, 98, 117])
  })

  test('returns its progress when it fails or is stopped', async () => {
    const { signal } = new AbortController()
    const failed = await eraseInGroups(ids, { api: fakeApi(2), signal, onProgress: () => {} })
    assert.deepEqual([failed.erased, failed.missing, failed.error instanceof Error], [49, 1, true])
    const stop = new AbortController()
    const stopped = await eraseInGroups(ids, {
      api: fakeApi(),
      signal: stop.signal,
      onProgress: () => stop.abort(),
    })
    assert.deepEqual(stopped, { erased: 49, missing: 1 })
  })
})

test('a relative time has the largest unit that fits', () => {
  const now = new Date('2026-06-15T12:00:00Z')
  assert.equal(relativeTime('2026-06-15T11:59:50Z', now, 'es'), 'ahora')
  assert.equal(relativeTime('2026-06-15T09:00:00Z', now, 'es'), 'hace 3 horas')
  assert.equal(relativeTime('2026-06-14T11:00:00Z', now, 'en'), 'yesterday')
  assert.equal(relativeTime('2025-05-15T12:00:00Z', now, 'en'), 'last year')
})

test('a file has the separator that Excel expects where a language is spoken', () => {
  assert.deepEqual([separatorOf('es'), separatorOf('de'), separatorOf('ru')], [';', ';', ';'])
  assert.deepEqual([separatorOf('en'), separatorOf('zh'), separatorOf('hi')], [',', ',', ','])
})

/** A valid id, different for every text. */
function idOf(text: string): string {
  const digits = Buffer.from(text).toString('hex').padStart(12, '0').slice(-12)
  return `00000000-0000-4000-8000-${digits}`
}
