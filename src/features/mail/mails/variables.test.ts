import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { cleanValue, fillIn, listVariables, splitText } from './variables.ts'

test('variables are replaced by their values, or removed without a value', () => {
  assert.equal(
    fillIn('Hola, {{name}} de {{ company }}{{none}}.', { name: 'Ana', company: 'Uno' }),
    'Hola, Ana de Uno.',
  )
  assert.deepEqual(listVariables('{{a}} {{ b c }} {d} {{}}'), ['a', 'b c', ''])
  assert.deepEqual(splitText('{{a}}b', { a: 'x' }), [
    { words: 'x', isValue: true },
    { words: 'b', isValue: false },
  ])
})

test('a value is never read as a template', () => {
  assert.equal(fillIn('{{name}}', { name: '{{secret}} $& $1', secret: 'x' }), '{{secret}} $& $1')
})

describe('a value', () => {
  test('becomes one line without direction marks', () => {
    assert.equal(cleanValue('Ana\r\nBcc: x@y.z'), 'Ana Bcc: x@y.z')
    assert.equal(cleanValue('a\u202eb\u2066c\u200fd'), 'a b c d')
  })

  test('never becomes a link in a mail program', () => {
    for (const name of ['Gana en https://evil.example/x', 'www.evil.example', 'evil.com', 'пример.рф']) {
      const clean = cleanValue(name)
      assert.doesNotMatch(clean, /:\/\/|[\p{L}\d]{2,}\.\p{L}{2,}/u, name)
      assert.equal(clean.replaceAll('\u2060', ''), name)
    }
  })

  for (const name of ['Taller Uno, S.L.', 'محمد بن عبد الله', "J. R. O'Neil", '王小明', 'می\u200cخواهم']) {
    test(`stays as it is: ${name}`, () => assert.equal(cleanValue(name), name))
  }
})

test('a message keeps its lines where it may, each of them made safe; other values keep none', () => {
  const values = { message: 'One\n\nsee evil.example\u202e', name: 'Ana\nRuiz' }
  assert.equal(
    fillIn('{{name}}: {{message}}', values, { keepsLines: true }),
    'Ana Ruiz: One\n\nsee evil.\u2060example',
  )
  assert.equal(fillIn('{{message}}', values), 'One see evil.\u2060example')
  assert.equal(fillIn('{{figures}}', { figures: '• A\n• B' }, { keepsLines: true }), '• A\n• B')
})
