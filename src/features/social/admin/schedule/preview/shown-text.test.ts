import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { cutText, looks, partsOf, shownRatio } from './shown-text.ts'

test('links, hashtags and mentions are told from the rest', () => {
  const text = 'Hola @ana, mira https://example.org/a#parte. #Identidad y #هوية\n@ana'
  const parts = partsOf(text)
  assert.equal(parts.map((part) => part.text).join(''), text)
  assert.deepEqual(
    parts.filter(({ kind }) => kind !== 'plain').map(({ kind, text: one }) => [kind, one]),
    [
      ['mention', '@ana'],
      ['link', 'https://example.org/a#parte'],
      ['hashtag', '#Identidad'],
      ['hashtag', '#هوية'],
      ['mention', '@ana'],
    ],
  )
  assert.deepEqual(partsOf(''), [])
})

describe('a text that is cut', () => {
  const { cut } = looks.linkedin

  test('is shown whole while it is short', () => {
    assert.deepEqual(cutText('One\nTwo', cut), { shown: 'One\nTwo', isCut: false })
    assert.deepEqual(cutText('a'.repeat(210), cut).isCut, false)
    assert.deepEqual(cutText('a'.repeat(5_000), looks.twitter.cut).isCut, false)
  })

  test('ends at a word, at a character or at a line', () => {
    const long = 'word '.repeat(60)
    const { shown, isCut } = cutText(long, cut)
    assert.equal(isCut, true)
    assert.ok(shown.endsWith('word') && shown.length <= 210)
    assert.equal([...cutText('漢'.repeat(300), cut).shown].length, 210)
    assert.equal(cutText('😀'.repeat(300), cut).shown, '😀'.repeat(210))
    assert.deepEqual(cutText('1\n2\n3\n4', cut), { shown: '1\n2\n3', isCut: true })
  })
})

test('a picture is cropped to what the platform shows', () => {
  const wide = { width: 2_000, height: 500 }
  assert.equal(shownRatio(wide, { least: 0.8, most: 1.91 }), 1.91)
  assert.equal(shownRatio({ width: 500, height: 2_000 }, { least: 0.8, most: 1.91 }), 0.8)
  assert.equal(shownRatio(wide, undefined), 4)
})
