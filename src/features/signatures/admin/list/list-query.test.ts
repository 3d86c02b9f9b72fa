import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { isNarrowed, listPath, readListQuery, writeListQuery } from './list-query.ts'

const read = (query: string) => readListQuery(new URLSearchParams(query))

describe('the address of the list of signatures', () => {
  test('says the filters and the page, and nothing that is usual', () => {
    const query = { search: 'ليلى', state: 'expired', page: 3 } as const
    assert.deepEqual(readListQuery(writeListQuery(query)), query)
    assert.equal(String(writeListQuery(read(''))), '')
    assert.equal(isNarrowed(read('')), false)
    assert.equal(isNarrowed(read('state=sent')), true)
  })

  test('is read whatever somebody has written into it', () => {
    for (const odd of ['state=lost', 'page=0', 'page=-1', 'page=1.5', 'page=x', 'page=1e99', 'search=%00']) {
      assert.deepEqual(read(odd), { search: '', state: undefined, page: 1 }, odd)
    }
    assert.equal(read(`search=${'a'.repeat(900)}`).search.length, 200)
  })

  test('leads to one page of the API', () => {
    assert.equal(listPath(read('')), '/api/signatures?limit=50')
    assert.equal(listPath(read('state=sent&page=2')), '/api/signatures?state=sent&limit=50&offset=50')
  })
})
