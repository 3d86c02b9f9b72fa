import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setZone } from '#admin/kit/moment.ts'
import { filterOf, readAuditQuery, writeAuditQuery } from './audit-query.ts'

test('filters are the same after a reload', () => {
  const address =
    'search=ana&author=user&operation=update&subject=users&row=1&from=2026-11-01&to=2026-11-25&page=3'
  const query = readAuditQuery(new URLSearchParams(address))
  assert.deepEqual(readAuditQuery(writeAuditQuery(query)), query)
})

test('what an address cannot mean is left out', () => {
  const query = readAuditQuery(new URLSearchParams('author=nobody&operation=guess&page=-2&from='))
  assert.deepEqual(writeAuditQuery(query).toString(), '')
})

test('days begin and end in the time zone of the panel', () => {
  setZone('Europe/Madrid')
  const { from, to } = filterOf(readAuditQuery(new URLSearchParams('from=2026-11-25&to=2026-11-25')))
  assert.deepEqual([from, to], ['2026-11-24T23:00:00.000Z', '2026-11-25T22:59:59.999Z'])
  assert.equal(filterOf(readAuditQuery(new URLSearchParams('from=yesterday'))).from, undefined)
  setZone(undefined)
})
