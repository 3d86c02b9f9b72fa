import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readShown, writeShown } from './overview-query.ts'

test('an address says what is shown, and is written from it again', () => {
  for (const address of [
    '',
    'found=true&search=%2Fdocs+%D8%AF%D9%84%D9%8A%D9%84',
    'view=findings&status=gone&severity=error&language=ar&path=%2Fabout&rule=h1_missing',
  ]) {
    const shown = readShown(new URLSearchParams(address))
    assert.deepEqual(readShown(writeShown(shown)), shown)
    assert.equal(new URLSearchParams(address).size, writeShown(shown).size)
  }
})

test('what an address says wrongly is left out', () => {
  const shown = readShown(
    new URLSearchParams('view=nothing&status=x&severity=&language=xx&rule=__proto__&found=yes'),
  )
  assert.deepEqual(shown, {
    ...{ view: 'pages', status: 'open' },
    ...{ severity: undefined, language: undefined, path: undefined, rule: undefined },
    ...{ search: '', isFound: false },
  })
})
