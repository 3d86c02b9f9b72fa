import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describePage, listPath, readListQuery, writeListQuery } from './list-query.ts'

test('the address and the query undo each other', () => {
  const query = { search: 'ana & co', segment: 'ngo_gov', page: 3 } as const
  assert.deepEqual(readListQuery(writeListQuery(query)), query)
  assert.equal(String(writeListQuery({ search: ' ', segment: undefined, page: 1 })), '')
})

test('an address that makes no sense asks for nothing', () => {
  for (const page of ['0', '-1', '1.5', 'x', '', '1e9', 'Infinity']) {
    assert.deepEqual(readListQuery(new URLSearchParams({ page, segment: 'constructor' })), {
      search: '',
      segment: undefined,
      page: 1,
    })
  }
})

test('an endless search is cut to what the API takes', () => {
  assert.equal(readListQuery(new URLSearchParams({ search: 'a'.repeat(999) })).search.length, 200)
})

test('a page becomes limit and offset', () => {
  assert.equal(listPath({ search: '', segment: undefined, page: 1 }), '/api/early-adopters?limit=50')
  assert.equal(
    listPath({ search: 'a b', segment: 'business', page: 2 }),
    '/api/early-adopters?search=a+b&segment=business&limit=50&offset=50',
  )
})

test('a page knows its rows', () => {
  assert.deepEqual(describePage(1, 0), { from: 0, to: 0, pages: 1 })
  assert.deepEqual(describePage(1, 50), { from: 1, to: 50, pages: 1 })
  assert.deepEqual(describePage(2, 51), { from: 51, to: 51, pages: 2 })
})
