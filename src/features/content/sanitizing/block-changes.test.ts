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
  test('lists unchanged, added, removed and changed blocks in reading order', () => {
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

  test('recognizes a block that only moved', () => {
    assert.deepEqual(changes('<p>uno</p><p>dos</p><p>tres</p>', '<p>dos</p><p>tres</p><p>uno</p>'), [
      ['kept', 'dos', 'dos'],
      ['kept', 'tres', 'tres'],
      ['moved', 'uno', 'uno'],
    ])
  })

  test('reports the same words in another element as changed', () => {
    assert.deepEqual(changes('<p>Lo mismo</p>', '<h2>Lo mismo</h2>'), [['changed', 'Lo mismo', 'Lo mismo']])
  })

  test('reports a removed block even if its text is no longer stored', () => {
    assert.deepEqual(compareBlocks([{ fingerprint: 'unknown' }], splitBlocks('<p>a</p>')), [
      { kind: 'added', before: null, after: { tag: 'p', text: 'a' } },
      { kind: 'removed', before: { tag: null, text: null }, after: null },
    ])
  })

  test('counts each copy of a repeated block', () => {
    assert.deepEqual(
      changes('<p>a</p><p>a</p><p>a</p>', '<p>a</p><p>a</p>').map(([kind]) => kind),
      ['kept', 'kept', 'removed'],
    )
  })

  test('of two long texts with nothing in common takes less than five seconds', () => {
    const text = (word: string) =>
      Array.from({ length: 1_500 }, (_, number) => `<p>${word}${number}</p>`).join('')
    const begun = performance.now()
    assert.equal(changes(text('a'), text('b')).length, 3_000)
    assert.ok(performance.now() - begun < 5_000, `${performance.now() - begun} ms`)
  })
})
