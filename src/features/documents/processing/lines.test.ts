import assert from 'node:assert/strict'
import { test } from 'node:test'
import { joinPieces } from './lines.ts'
import type { TextPiece } from './model.ts'

/** Pieces beside each other from the left, a letter each or as given. */
function drawn(pieces: readonly string[], { y = 700, from = 100, endsLine = true } = {}): TextPiece[] {
  return pieces.map((text, index) => ({
    ...{ text, x: from + index * 10, y },
    isRightToLeft: /\p{Script=Arabic}/u.test(text),
    endsLine: endsLine && index === pieces.length - 1,
  }))
}

test('lines stay as they are, with ligatures as letters', () => {
  const lines = [...drawn(['Ofﬁcial ', 'guide']), ...drawn(['Second  line'], { y: 680 })]
  assert.equal(joinPieces(lines), 'Official guide\nSecond line')
})

test('Arabic that is drawn letter by letter from the left reads from the right', () => {
  // «الهوية الرقمية», as Chromium writes it: from left to right, in the forms of the letters.
  const letters = [...'ﺔﻴﻤﻗﺮﻟا ﺔﻳﻮﻬﻟا']
  assert.equal(joinPieces(drawn(letters)), 'الهوية الرقمية')
})

test('Arabic whose pieces come from the right stays in order', () => {
  const words = drawn(['الهوية', ' ', 'الرقمية']).map((piece, index) => ({ ...piece, x: 300 - index * 60 }))
  assert.equal(joinPieces(words), 'الهوية الرقمية')
})

test('Latin words and numbers in Arabic read from left to right', () => {
  // Drawn from the left: «2026 PDF ﻒﻠﻣ» is «ملف PDF 2026»… with the number last.
  const line = drawn(['2', '0', '2', '6', ' ', ...'ﻲﻓ', ' ', 'P', 'D', 'F', ' ', ...'ﻒﻠﻣ'])
  assert.equal(joinPieces(line), 'ملف PDF في 2026')
})

test('an Arabic name in a Latin line reads from the right', () => {
  const line = drawn(['The guide ', ...'ﻞﻴﻟد', ' is here for everybody'])
  assert.equal(joinPieces(line), 'The guide دليل is here for everybody')
})

test('what no text may hold is left out', () => {
  assert.equal(joinPieces(drawn(['a\0b\ud800c'])), 'a b\ufffdc')
  assert.equal(joinPieces([]), '')
})
