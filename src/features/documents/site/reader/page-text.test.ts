import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { findMatches, foldPage, type PagePiece } from './page-text.ts'

/** Lines of pieces, one below the other, as a file has them. */
const pieces = (...lines: readonly string[][]): PagePiece[] =>
  lines
    .flatMap((line, row) =>
      line.map((text, column) => ({
        ...{ text, x: 100 + column * 10, y: 700 - row * 20, endsLine: column === line.length - 1 },
        isRightToLeft: /\p{Script=Arabic}/u.test(text),
      })),
    )
    .map((piece, index) => ({ ...piece, index }))

describe('the search in the text of a page', () => {
  const page = foldPage(pieces(['La Guía ', 'rápida'], ['de la GUIA']))

  test('knows neither case nor marks', () => {
    assert.deepEqual(findMatches(page, 'guía', 10), [
      [{ piece: 0, offset: 3, end: 7 }],
      [{ piece: 2, offset: 6, end: 10 }],
    ])
  })

  test('goes over pieces and lines', () => {
    assert.deepEqual(findMatches(page, 'guia rapida  de', 10), [
      [
        { piece: 0, offset: 3, end: 8 },
        { piece: 1, offset: 0, end: 6 },
        { piece: 2, offset: 0, end: 2 },
      ],
    ])
  })

  test('finds so many and no more, and nothing for nothing', () => {
    assert.equal(findMatches(page, 'a', 2).length, 2)
    assert.deepEqual(findMatches(page, '  ', 2), [])
    assert.deepEqual(findMatches(page, 'x', 2), [])
  })

  test('finds letters that files write as others', () => {
    // A ligature, the shapes that Arabic letters have when they are drawn, and a letter outside of the basic plane.
    assert.deepEqual(findMatches(foldPage(pieces(['oﬃcial'])), 'official', 1), [
      [{ piece: 0, offset: 0, end: 6 }],
    ])
    assert.equal(findMatches(foldPage(pieces(['ﻫﻮﻳﺔ'])), 'هوية', 1).length, 1)
    assert.deepEqual(findMatches(foldPage(pieces(['𠮷野家'])), '野家', 1), [
      [{ piece: 0, offset: 2, end: 4 }],
    ])
  })

  test('finds Arabic that is drawn letter by letter from the left', () => {
    // «سجل الشفافية», as Chromium writes it.
    const page = foldPage(pieces([...'ﺔﻴﻓﺎﻔﺸﻟا ﻞﺠﺳ']))
    const [match] = findMatches(page, 'الشفافية', 10)
    assert.deepEqual(
      match?.map(({ piece }) => piece),
      [7, 6, 5, 4, 3, 2, 1, 0],
    )
  })
})
