import assert from 'node:assert/strict'
import { test } from 'node:test'
import { initialsOf } from '#admin/kit/avatar/initials.ts'
import { namedOnce } from './named-once.ts'
import { findNewer } from './newer-version.ts'

const ana = { id: '1', name: 'Ana' }
const known = { language: 'es' as const, shown: 3, listed: 3, refused: undefined, userId: '2' }
const heard = (version: number, author: typeof ana | null = ana) => ({
  others: [],
  newest: { es: { version, author } },
})

test('a newer version is found from presence, list or refusal', () => {
  assert.equal(findNewer({ ...known, presence: undefined }), undefined)
  assert.equal(findNewer({ ...known, presence: heard(3) }), undefined)
  assert.equal(findNewer({ ...known, presence: { others: [], newest: {} } }), undefined)
  assert.deepEqual(findNewer({ ...known, presence: heard(4) }), { version: 4, author: 'Ana', isOwn: false })
  assert.deepEqual(findNewer({ ...known, userId: '1', presence: heard(4) }), {
    version: 4,
    author: 'Ana',
    isOwn: true,
  })
  assert.equal(findNewer({ ...known, listed: 5, presence: undefined })?.version, 5)
})

test('the author is given only for the version that presence reports', () => {
  assert.deepEqual(findNewer({ ...known, refused: 5, presence: heard(4) }), {
    version: 5,
    author: undefined,
    isOwn: false,
  })
  assert.equal(findNewer({ ...known, presence: heard(4, null) })?.author, undefined)
})

test('initials are those of the first and the last name, in any script', () => {
  assert.equal(initialsOf('Ana María Ñandú'), 'AÑ')
  assert.equal(initialsOf('admin'), 'A')
  assert.equal(initialsOf('ليلى حسن'), 'لح')
  assert.equal(initialsOf(''), '')
})

test('somebody with several windows in one language is named once', () => {
  const windowOf = (editor: string, language: 'es' | 'de', user = ana) => ({ editor, language, user })
  const bea = { id: '3', name: 'Bea' }
  const others = [windowOf('a', 'es'), windowOf('b', 'es'), windowOf('c', 'de'), windowOf('d', 'es', bea)]
  assert.deepEqual(
    namedOnce(others).map(({ user, language }) => `${user.name} ${language}`),
    ['Ana es', 'Ana de', 'Bea es'],
  )
})
