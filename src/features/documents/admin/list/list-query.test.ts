import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isNarrowed, listPath, nextOrder, otherShelf, readListQuery, writeListQuery } from './list-query.ts'

const read = (query: string) => readListQuery(new URLSearchParams(query))

test('the address says how the list is narrowed and sorted, as briefly as possible', () => {
  for (const [given, written] of [
    ['', ''],
    [
      'status=draft&language=universal&category=legal&page=2',
      'status=draft&language=universal&category=legal&page=2',
    ],
    ['sortBy=created_at&sortOrder=desc&page=1', ''],
    ['sortBy=title&sortOrder=asc', 'sortBy=title&sortOrder=asc'],
    ['status=lost&language=xx&category=__proto__&sortBy=id&sortOrder=up&page=-3', ''],
    ['search=%00%20gu%C3%ADa%20&page=1.5', 'search=gu%C3%ADa'],
  ] as const)
    assert.equal(String(writeListQuery(read(given))), written)
})

test('the call has the page of the address', () => {
  assert.equal(listPath(read('status=deleted&page=3')), '/api/documents?status=deleted&limit=30&offset=60')
  assert.equal(isNarrowed(read('page=3&sortBy=title&sortOrder=asc')), false)
  assert.equal(isNarrowed(read('search=a')), true)
})

test('the link into the bin and out of it leaves filters behind, as they would hide what is looked for', () => {
  const sorted = 'sortBy=title&sortOrder=asc'
  assert.equal(otherShelf(read('')), 'status=deleted')
  assert.equal(
    otherShelf(read(`search=a&status=draft&language=de&page=2&${sorted}`)),
    `status=deleted&${sorted}`,
  )
  assert.equal(otherShelf(read(`status=deleted&category=legal&${sorted}`)), sorted)
})

test('a heading sorts by its column, and the other way round when it is pressed again', () => {
  assert.deepEqual(nextOrder(read(''), 'title'), { sortBy: 'title', sortOrder: 'asc' })
  assert.deepEqual(nextOrder(read('sortBy=title&sortOrder=asc'), 'title'), {
    sortBy: 'title',
    sortOrder: 'desc',
  })
  assert.deepEqual(nextOrder(read(''), 'file_size'), { sortBy: 'file_size', sortOrder: 'desc' })
})
