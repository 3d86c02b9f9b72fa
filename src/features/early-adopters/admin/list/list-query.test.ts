import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  exportFilter,
  type ListQuery,
  listPath,
  narrowedBy,
  nextSorting,
  readListQuery,
  sortings,
  writeListQuery,
} from './list-query.ts'

const editor = { seesAddresses: true }
const everyone: ListQuery = {
  ...{ search: '', segment: undefined, badge: undefined, language: undefined, kind: undefined },
  ...{ tag: undefined, country: undefined, registeredFrom: undefined, registeredTo: undefined },
  ...{ step: undefined, sorting: 'created_at_desc', page: 1 },
}

test('the address and the query undo each other', () => {
  for (const sorting of sortings) {
    for (const badge of ['any', 'none', 'visionary', undefined] as const) {
      const query: ListQuery = {
        ...{
          search: 'ana & co',
          segment: 'ngo_gov',
          badge,
          language: 'ar',
          kind: 'investor',
          tag: '00000000-0000-4000-8000-000000000000',
          country: 'ZZ',
          registeredFrom: '2026-03-29',
          registeredTo: '2026-04-01',
          step: 'opened',
          sorting,
          page: 3,
        },
      }
      assert.deepEqual(readListQuery(writeListQuery(query), editor), query)
    }
  }
  assert.equal(String(writeListQuery({ ...everyone, search: ' ' })), '')
})

test('invalid values in the address are ignored', () => {
  for (const page of ['0', '-1', '1.5', 'x', '', '1e9', 'Infinity']) {
    const nonsense = {
      page,
      segment: 'constructor',
      badge: 'x',
      has_badge: '1',
      language: 'xx',
      kind: 'x',
      tag: 'x',
      country: 'es',
      registered_from: '2026-02-30',
      registered_to: '0000-01-01',
      step: 'x',
      sort: 'id',
      order: 'asc',
    }
    assert.deepEqual(readListQuery(new URLSearchParams(nonsense), editor), everyone)
  }
})

test('users who may not read addresses cannot sort by them', () => {
  const byAddress = writeListQuery({ ...everyone, sorting: 'email_desc' })
  assert.equal(readListQuery(byAddress, editor).sorting, 'email_desc')
  assert.equal(readListQuery(byAddress, { seesAddresses: false }).sorting, 'created_at_desc')
})

test('a long search is cut to the limit of the API', () => {
  assert.equal(readListQuery(new URLSearchParams({ search: 'a'.repeat(999) }), editor).search.length, 200)
})

test('a page becomes limit and offset', () => {
  assert.equal(listPath(everyone), '/api/early-adopters?limit=50')
  assert.equal(
    listPath({
      ...everyone,
      search: 'a b',
      segment: 'business',
      badge: 'none',
      sorting: 'name_asc',
      page: 2,
    }),
    '/api/early-adopters?search=a+b&segment=business&has_badge=false&sort=name&order=asc&limit=50&offset=50',
  )
})

test('a heading sorts its own way first, then the other', () => {
  assert.equal(nextSorting('created_at_desc', 'name'), 'name_asc')
  assert.equal(nextSorting('name_asc', 'name'), 'name_desc')
  assert.equal(nextSorting('name_desc', 'name'), 'name_asc')
  assert.equal(nextSorting('name_desc', 'created_at'), 'created_at_desc')
})

test('an export has the filters of the list', () => {
  assert.deepEqual(exportFilter(everyone), {})
  assert.deepEqual(exportFilter({ ...everyone, badge: 'any', language: 'hi' }), {
    has_badge: true,
    language: 'hi',
  })
  assert.deepEqual(exportFilter({ ...everyone, kind: 'demo' }), { kind: 'demo' })
  assert.deepEqual(exportFilter({ ...everyone, badge: 'pioneer', search: 'x' }), {
    badge: 'pioneer',
    search: 'x',
  })
  const origin = { country: 'MX', registeredFrom: '2026-03-29', step: 'clicked' } as const
  const filter = { country: 'MX', registered_from: '2026-03-29', step: 'clicked' } as const
  assert.deepEqual(exportFilter({ ...everyone, ...origin }), filter)
  assert.deepEqual(narrowedBy(filter), narrowedBy(exportFilter({ ...everyone, ...origin })))
})
