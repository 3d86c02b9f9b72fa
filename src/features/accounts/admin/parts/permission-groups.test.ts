import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PermissionEntry } from '#features/accounts/contract.ts'
import { groupByFeature, mayDo, shownLevels } from './permission-groups.ts'

const entry = (action: string): PermissionEntry => ({
  action,
  least: 'viewer',
  recent_password: false,
  keys: true,
})

test('permissions are grouped by feature, by the names of the features', () => {
  const names: Record<string, string> = { badges: 'Sellos', content: 'Artículos' }
  const groups = groupByFeature(
    [entry('badges.read'), entry('content.read'), entry('badges.award')],
    (feature) => names[feature] ?? '',
    (one, other) => one.localeCompare(other, 'es'),
  )
  assert.deepEqual(
    groups.map(({ feature, entries }) => [feature, entries.map(({ action }) => action)]),
    [
      ['content', ['content.read']],
      ['badges', ['badges.read', 'badges.award']],
    ],
  )
})

test('each level may do what those before it may', () => {
  assert.deepEqual(shownLevels, ['admin', 'editor', 'translator', 'viewer'])
  assert.deepEqual(
    shownLevels.map((level) => mayDo(level, 'translator')),
    [true, true, true, false],
  )
})
