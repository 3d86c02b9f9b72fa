import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { z } from 'zod'
import { nameText, text } from './text.ts'

function codeOf(schema: z.ZodType, value: unknown): string | undefined {
  const result = schema.safeParse(value)
  return result.success ? undefined : result.error.issues[0]?.message
}

describe('text', () => {
  test('is trimmed and keeps what people write', () => {
    assert.equal(text(20).parse('  línea\nsegunda\t👍 '), 'línea\nsegunda\t👍')
  })

  test('is refused with a code when it is missing, of another type or too long', () => {
    for (const value of [undefined, null, 5, {}, ['a']]) assert.equal(codeOf(text(5), value), 'required')
    assert.equal(codeOf(text(5, 'name_required'), undefined), 'name_required')
    assert.equal(codeOf(text(5), 'abcdef'), 'too_long')
    assert.equal(codeOf(text(5), 'abcde   '), undefined)
  })

  test('holds no control characters and no half of a surrogate pair', () => {
    for (const bad of ['a\0b', 'a\u0007b', 'a\u001bb', 'a\u007fb', 'a\u0085b', 'a\ud800b', '\udc00']) {
      assert.equal(codeOf(text(20), bad), 'control_characters', JSON.stringify(bad))
    }
  })
})

describe('a name', () => {
  const names = [
    "O'Brien-Ñandú, S.L. (2)",
    'محمد بن عبد الله',
    '王小明',
    'Иванов Пётр',
    // Hindi joins letters with ZWJ and keeps them apart with ZWNJ; Persian needs ZWNJ too.
    'श्री क्\u200dष',
    'می\u200cخواهم',
    'Zoë e\u0301',
    'Acme® 3# *',
  ]
  for (const name of names) {
    test(`may be ${name}`, () => assert.equal(nameText(200).parse(name), name))
  }

  test('holds no emoji', () => {
    for (const bad of ['Ana 🎉', '👩\u200d🚀', '🇪🇸', '1\ufe0f\u20e3', '❤', '☎\ufe0f']) {
      assert.equal(codeOf(nameText(200), bad), 'not_plain', bad)
    }
  })

  test('holds no mark that turns the reading direction', () => {
    for (const mark of ['\u202e', '\u202a', '\u2066', '\u2069', '\u200e', '\u200f', '\u061c', '\ufeff']) {
      assert.equal(codeOf(nameText(200), `Ana${mark}txt`), 'not_plain', escape(mark))
    }
  })

  test('is one line', () => {
    for (const bad of ['Ana\nBcc: x', 'Ana\rx', 'Ana\tx', 'Ana\u2028x', 'Ana\u2029x']) {
      assert.equal(codeOf(nameText(200), bad), 'control_characters', JSON.stringify(bad))
    }
  })

  test('shows something', () => {
    for (const blank of ['', '   ', '\u00a0', '\u200b', '\u200d\u200c', '\u2800', '\u3164']) {
      assert.equal(
        codeOf(nameText(200, 'name_required').min(1, 'name_required'), blank),
        'name_required',
        escape(blank),
      )
    }
  })
})
