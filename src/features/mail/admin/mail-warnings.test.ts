import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findMailWarnings } from './mail-warnings.ts'

const none = { waiting: 0, retrying: 0, not_composed: 0 }

test('a missing server, one that does not answer and mails without a text are warned of', () => {
  const named = (configured: boolean, reachable: boolean | null, not_composed = 0) =>
    findMailWarnings({ configured, reachable }, { ...none, not_composed }).map(({ name }) => name)
  assert.deepEqual(named(true, true), [])
  assert.deepEqual(named(true, null), [])
  assert.deepEqual(named(false, null), ['missing'])
  assert.deepEqual(named(true, false, 3), ['unreachable', 'notComposed'])
})
