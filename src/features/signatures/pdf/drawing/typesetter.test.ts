import assert from 'node:assert/strict'
import { test } from 'node:test'
import { certificateDocument } from '../../../../../test/support/signatures/certificates.ts'
import { drawGround, shapeOf } from './engraving.ts'
import { describePage, readWritten } from './page.ts'
import { typeset } from './typesetter.ts'

test('the same certificate is the same bytes before it is signed', async () => {
  const set = (full_name: string) =>
    typeset({
      page: describePage(certificateDocument({ full_name }, { language: 'hi' })),
      credential: '{}',
    })
  const first = await set('ज्योत्स्ना')
  await set('another')
  assert.ok(Buffer.from(first).equals(await set('ज्योत्स्ना')))
})

test('every signature draws a rosette of its own, always the same', () => {
  const draw = (seed: string) => drawGround({ shape: shapeOf(seed), isMirrored: false, isSealed: true })
  assert.equal(draw('ab'), draw('ab'))
  assert.notEqual(draw('ab'), draw('ac'))
})

test('what somebody wrote becomes one line in its own direction', () => {
  assert.deepEqual(readWritten(' a\r\n\u2028 b\u202e\u200b '), {
    text: 'a b',
    direction: 'ltr',
    words: [
      { letters: ['a'], isBreakable: false },
      { letters: ['b'], isBreakable: false },
    ],
  })
  assert.equal(readWritten('123 שלום').direction, 'rtl')
  assert.equal(readWritten('(A) محمد').direction, 'ltr')
  // The joiners of Persian and Hindi are letters of a word.
  assert.equal(readWritten('می‌خواهم').text, 'می‌خواهم')
})
