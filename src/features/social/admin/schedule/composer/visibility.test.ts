import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listPermissions, listPrivacyOptions, readAllowed } from './visibility.ts'

const targets = (...ids: string[]) => ids.map((id) => ({ id, name: id }))
const labelsOf = (...args: [Parameters<typeof listPrivacyOptions>[0], string]) =>
  listPrivacyOptions(...args, (key) => key).map(({ value, label }) => `${value}: ${label}`)

test('who sees a post is one of those that the account offers, and nobody is chosen at first', () => {
  const choose = ': targets.tiktok.choose'
  assert.deepEqual(labelsOf(targets('SELF_ONLY', 'NEW_LEVEL'), ''), [
    ...[choose, 'SELF_ONLY: targets.tiktok.self', 'NEW_LEVEL: NEW_LEVEL'],
  ])
  assert.deepEqual(labelsOf(undefined, ''), [choose])
  // What was chosen before is shown until the account has answered, and then only if it is still offered.
  assert.deepEqual(labelsOf(undefined, 'SELF_ONLY'), [choose, 'SELF_ONLY: targets.tiktok.self'])
  assert.deepEqual(labelsOf([], 'SELF_ONLY'), [choose])
})

test('what viewers may do depends on the account and on a video', () => {
  assert.deepEqual(listPermissions(targets('comments', 'duet'), true), {
    values: ['comments', 'duet', 'stitch'],
    unavailable: ['stitch'],
  })
  assert.deepEqual(listPermissions(targets('comments', 'duet'), false), {
    ...{ values: ['comments'], unavailable: [] },
  })
  assert.deepEqual(listPermissions(undefined, false).unavailable, ['comments'])
  assert.deepEqual(readAllowed('stitch unknown comments'), ['comments', 'stitch'])
  assert.deepEqual(readAllowed(), [])
})
