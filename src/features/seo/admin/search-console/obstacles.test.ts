import assert from 'node:assert/strict'
import { test } from 'node:test'
import { obstaclesOf } from './obstacles.ts'

const address = 'https://www.example.org/es/'
const fine = {
  ...{ address, robots_state: 'ALLOWED', indexing_state: 'INDEXING_ALLOWED', fetch_state: 'SUCCESSFUL' },
  google_canonical: address,
}
const keysOf = (said: Partial<typeof fine>) => obstaclesOf({ ...fine, ...said }).map(({ key }) => key)

test('what Google says is in the way is named, and nothing else', () => {
  assert.deepEqual(keysOf({}), [])
  assert.deepEqual(keysOf({ robots_state: '', indexing_state: '', fetch_state: '' }), [])
  assert.deepEqual(keysOf({ robots_state: 'DISALLOWED', fetch_state: 'BLOCKED_ROBOTS_TXT' }), ['robots'])
  assert.deepEqual(keysOf({ indexing_state: 'BLOCKED_BY_META_TAG' }), ['noindex'])
  assert.deepEqual(keysOf({ fetch_state: 'SOFT_404' }), ['fetch'])
  assert.deepEqual(keysOf({ google_canonical: 'https://www.example.org/en/' }), ['canonical'])
})
