import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { findMatches, foldPage, type TextPiece } from './page-text.ts'

const piece = (text: string, endsLine = false): TextPiece => ({ text, endsLine })

describe('the search in the text of a page', () => {
  const page = foldPage([piece('La Guía '), piece('rápida', true), piece('de la GUIA')])

  test('knows neither case nor marks', () => {
    assert.deepEqual(findMatches(page, 'guía', 10), [
      { from: { piece: 0, offset: 3 }, to: { piece: 0, offset: 7 } },
      { from: { piece: 2, offset: 6 }, to: { piece: 2, offset: 10 } },
    ])
  })

  test('goes over pieces and lines', () => {
    assert.deepEqual(findMatches(page, 'guia rapida  de', 10), [
      { from: { piece: 0, offset: 3 }, to: { piece: 2, offset: 2 } },
    ])
  })

  test('finds so many and no more, and nothing for nothing', () => {
    assert.equal(findMatches(page, 'a', 2).length, 2)
    assert.deepEqual(findMatches(page, '  ', 2), [])
    assert.deepEqual(findMatches(page, 'x', 2), [])
  })

  test('finds letters that files write as others', () => {
    // A ligature, the shapes that Arabic letters have when they are drawn, and a letter outside of the basic plane.
    assert.deepEqual(findMatches(foldPage([piece('oﬃcial')]), 'official', 1), [
      { from: { piece: 0, offset: 0 }, to: { piece: 0, offset: 6 } },
    ])
    assert.equal(findMatches(foldPage([piece('ﻫﻮﻳﺔ')]), 'هوية', 1).length, 1)
    assert.deepEqual(findMatches(foldPage([piece('𠮷野家')]), '野家', 1), [
      { from: { piece: 0, offset: 2 }, to: { piece: 0, offset: 4 } },
    ])
  })
})
