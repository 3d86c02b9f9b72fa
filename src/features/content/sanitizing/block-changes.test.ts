import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { compareBlocks } from './block-changes.ts'
import { splitBlocks } from './blocks.ts'

const changes = (before: string, after: string) =>
  compareBlocks(splitBlocks(before), splitBlocks(after)).map(({ kind, before: old, after: now }) => [
    kind,
    old?.text ?? null,
    now?.text ?? null,
  ])

describe('the comparison of two texts', () => {
  test('tells what stayed, came, went and changed, in reading order', () => {
    assert.deepEqual(
      changes(
        '<h1>Pruebas</h1><p>Cada prueba se puede repetir.</p><p>Esto se va.</p><p>Fin</p>',
        '<h1>Pruebas</h1><p>Nuevo del todo, sí.</p><p>Cada prueba se puede comprobar.</p><p>Fin</p>',
      ),
      [
        ['kept', 'Pruebas', 'Pruebas'],
        ['added', null, 'Nuevo del todo, sí.'],
        ['changed', 'Cada prueba se puede repetir.', 'Cada prueba se puede comprobar.'],
        ['removed', 'Esto se va.', null],
        ['kept', 'Fin', 'Fin'],
      ],
    )
  })

  test('tells a block that only moved from one that went and another that came', () => {
    assert.deepEqual(changes('<p>uno</p><p>dos</p><p>tres</p>', '<p>dos</p><p>tres</p><p>uno</p>'), [
      ['kept', 'dos', 'dos'],
      ['kept', 'tres', 'tres'],
      ['moved', 'uno', 'uno'],
    ])
  })

  test('takes another form of the same words for a change', () => {
    assert.deepEqual(changes('<p>Lo mismo</p>', '<h2>Lo mismo</h2>'), [['changed', 'Lo mismo', 'Lo mismo']])
  })

  test('says that a block was there of which no words are left', () => {
    assert.deepEqual(compareBlocks([{ fingerprint: 'unknown' }], splitBlocks('<p>a</p>')), [
      { kind: 'added', before: null, after: { tag: 'p', text: 'a' } },
      { kind: 'removed', before: { tag: null, text: null }, after: null },
    ])
  })

  test('of texts with the same block many times over counts each', () => {
    assert.deepEqual(
      changes('<p>a</p><p>a</p><p>a</p>', '<p>a</p><p>a</p>').map(([kind]) => kind),
      ['kept', 'kept', 'removed'],
    )
  })

  test('of two long texts with nothing in common ends soon', () => {
    const text = (word: string) =>
      Array.from({ length: 1_500 }, (_, number) => `<p>${word}${number}</p>`).join('')
    const begun = performance.now()
    assert.equal(changes(text('a'), text('b')).length, 3_000)
    assert.ok(performance.now() - begun < 5_000, `${performance.now() - begun} ms`)
  })
})
