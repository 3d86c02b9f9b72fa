import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compareWords } from './word-changes.ts'

const changes = (before: string, after: string, language = 'es') =>
  compareWords(before, after, language).map(({ kind, text }) => `${kind}: ${text}`)

test('common words are unchanged, the others removed or added', () => {
  assert.deepEqual(changes('Cada prueba se repite', 'Cada prueba se comprueba siempre'), [
    'same: Cada prueba se ',
    'removed: repite',
    'added: comprueba siempre',
  ])
  assert.deepEqual(changes('', 'nuevo'), ['added: nuevo'])
  assert.deepEqual(changes('viejo', ''), ['removed: viejo'])
  assert.deepEqual(changes('', ''), [])
})

test('words are found in scripts without spaces too', () => {
  assert.deepEqual(changes('我们证明', '我们发现', 'zh'), ['same: 我们', 'removed: 证明', 'added: 发现'])
})

test('the changes contain both texts completely', () => {
  const [before, after] = ['uno dos tres cuatro', 'dos uno cuatro, cinco']
  const all = compareWords(before, after, 'es')
  const without = (kind: string) =>
    all
      .filter((change) => change.kind !== kind)
      .map(({ text }) => text)
      .join('')
  assert.equal(without('added'), before)
  assert.equal(without('removed'), after)
})

test('texts too long to compare are reported as replaced', () => {
  const [before, after] = ['a '.repeat(3_000), 'b '.repeat(3_000)]
  assert.deepEqual(
    compareWords(before, after, 'es').map(({ kind }) => kind),
    ['removed', 'added'],
  )
})
