import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AuditEntry } from '#features/audit/contract.ts'
import { groupEntries, listFields, nameRow } from './entry-values.ts'

const id = '0b8f3c9e-0000-4000-8000-000000000001'
const entry = (change: Partial<AuditEntry>): AuditEntry => ({
  ...{
    id: 1,
    at: '2026-11-25T10:00:00.000Z',
    action: 'leads.edit',
    request: 'r1',
    subject: 'early_adopters',
  },
  author: { kind: 'user', user: null, key_id: null, session: null },
  ...{ row: id, operation: 'update', person: null, before: {}, after: {}, secret_fields: [] },
  ...{ is_erased: false, names: [], position: null, hash: null, ...change },
})

test('values are written so that people can read them', () => {
  const fields = listFields(
    entry({
      before: { name: 'Ana', author_id: id, tags: ['a', 'b'], empty: null, none: '' },
      after: { name: 'Eva', filter: { search: 'x' }, empty: null },
      names: [{ id, name: 'Luz' }],
    }),
  )
  assert.deepEqual(fields, [
    { name: 'name', before: 'Ana', after: 'Eva' },
    { name: 'author_id', before: 'Luz', after: undefined },
    { name: 'tags', before: 'a, b', after: undefined },
    { name: 'filter', before: undefined, after: '{\n  "search": "x"\n}' },
  ])
})

test('a row is named by its newest values, or by the user that it is', () => {
  assert.equal(nameRow(entry({ before: { name: 'Ana' }, after: { name: 'Eva' } })), 'Eva')
  assert.equal(nameRow(entry({ names: [{ id, name: 'Luz' }] })), 'Luz')
  assert.equal(nameRow(entry({ after: { text: 'x'.repeat(200) } }))?.length, 81)
  assert.equal(nameRow(entry({})), undefined)
})

test('entries of one request are one group, and those without a request stand alone', () => {
  const groups = groupEntries([
    entry({ id: 5 }),
    entry({ id: 4 }),
    entry({ id: 3, request: 'r0' }),
    entry({ id: 2, request: null }),
    entry({ id: 1, request: null }),
  ])
  assert.deepEqual(
    groups.map(({ entries }) => entries.map((one) => one.id)),
    [[5, 4], [3], [2], [1]],
  )
})
