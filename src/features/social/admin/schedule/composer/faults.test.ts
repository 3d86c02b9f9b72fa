import assert from 'node:assert/strict'
import { test } from 'node:test'
import { faultsAt, refusedSentences } from './faults.ts'

test('faults are found at their fields', () => {
  const fault = (field: string) => ({ field, code: 'file_type' as const, params: {} })
  const faults = ['text', 'files', 'files.0', 'files.1'].map(fault)
  assert.equal(faultsAt(faults, 'files').length, 1)
  assert.equal(faultsAt(faults, 'files.').length, 2)
  assert.equal(faultsAt(faults, 'title').length, 0)
})

test('what the server refuses of one post names its account, and is said once', () => {
  const refused = [
    { field: 'posts.1.content', message: 'Too long.' },
    { field: 'posts.1.content', message: 'Too long.' },
    { field: 'wall_time', message: 'In the past.' },
    { field: 'posts.7.title', message: 'Missing.' },
  ]
  assert.deepEqual(refusedSentences(refused, ['X', 'Telegram']), [
    'Telegram: Too long.',
    'In the past.',
    'Missing.',
  ])
})
