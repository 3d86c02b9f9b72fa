import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type Measure, type Room, setLines } from './set-lines.ts'

/** A font whose letters are as wide as high, Latin ones half as wide. */
const measure: Measure = (line, size) =>
  [...line].reduce((width, letter) => width + (/[\p{Script=Han}，：。]/u.test(letter) ? size : size / 2), 0)
const room: Room = { width: 400, height: 240, sizes: [80, 60, 40], leading: 1, maxLines: 3 }

describe('a text set in lines', () => {
  test('has the largest size that fits', () => {
    assert.deepEqual(setLines('Short', 'en', room, measure), { size: 80, lines: ['Short'], isCut: false })
    // Ten letters of 80 px fill the width; the longest word has thirteen.
    assert.equal(setLines('Decentralised identity', 'en', room, measure).size, 60)
  })

  test('breaks evenly, without a short word at the end of a line', () => {
    const { lines } = setLines('Pruebas, no monedas', 'es', { ...room, bySense: true }, measure)
    assert.deepEqual(lines, ['Pruebas,', 'no monedas'])
  })

  test('keeps together what a no-break space joins', () => {
    const { lines } = setLines('Firmeza\u00a0: des preuves', 'fr', room, measure)
    assert.ok(lines.some((line) => line.includes('Firmeza\u00a0:')))
  })

  test('breaks Chinese between words, never before its commas', () => {
    const { lines } = setLines(
      '去中心化身份，机构透明，工业溯源',
      'zh',
      { ...room, width: 260, maxLines: 4 },
      measure,
    )
    assert.ok(lines.length > 1)
    assert.equal(lines.join(''), '去中心化身份，机构透明，工业溯源')
    for (const line of lines) assert.doesNotMatch(line, /^[，。：]/)
  })

  test('ends in an ellipsis when it is too long for every size', () => {
    const text = 'word '.repeat(60)
    const { size, lines, isCut } = setLines(text, 'en', room, measure)
    assert.deepEqual([size, lines.length, isCut], [40, 3, true])
    assert.match(lines.at(-1) ?? '', /word…$/)
    for (const line of lines) assert.ok(measure(line, size) <= room.width)
  })

  test('cuts a word that is wider than a line between graphemes', () => {
    const { lines, isCut } = setLines(
      'क्षत्रिय'.repeat(20),
      'hi',
      { ...room, maxLines: 9, height: 900 },
      measure,
    )
    assert.equal(isCut, false)
    assert.equal(lines.join(''), 'क्षत्रिय'.repeat(20))
    for (const line of lines) assert.doesNotMatch(line, /^\p{M}/u)
  })

  test('is empty when there is nothing to set', () => {
    assert.deepEqual(setLines(' ', 'en', room, measure).lines, [])
  })
})
