import assert from 'node:assert/strict'
import { test } from 'node:test'
import { accessOf, changesAccess, draftOf } from './access.ts'

const translator = { role: 'editor', languages: ['ar', 'fr'] } as const

test('only editors are limited to languages, and the chosen ones are not forgotten in between', () => {
  const draft = { ...draftOf(translator), role: 'viewer' } as const
  assert.deepEqual(accessOf(draft), { role: 'viewer', languages: null })
  assert.deepEqual(accessOf({ ...draft, role: 'editor' }), translator)
})

test('a draft changes nothing until the role, the limit or the set of languages is another', () => {
  const draft = draftOf(translator)
  assert.equal(changesAccess(draft, translator), false)
  assert.equal(changesAccess({ ...draft, languages: ['fr', 'ar'] }, translator), false)
  assert.equal(changesAccess({ ...draft, languages: ['ar'] }, translator), true)
  assert.equal(changesAccess({ ...draft, isLimited: false }, translator), true)
  assert.equal(changesAccess({ ...draft, role: 'admin' }, translator), true)
  // Another role is not limited, whatever is chosen besides.
  const viewer = { role: 'viewer', languages: null } as const
  assert.equal(changesAccess({ ...draftOf(viewer), isLimited: true, languages: ['ar'] }, viewer), false)
})
