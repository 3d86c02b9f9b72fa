import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkPost } from '#features/social/limits/model.ts'
import { createCsdn } from './csdn.ts'
import { csdnLimits } from './limits.ts'

test('an article is published by hand, in the editor', () => {
  const { capabilities, composeUrl, publishing, authorization } = createCsdn()
  assert.deepEqual([capabilities.connection, capabilities.publishing], ['name', 'assisted'])
  assert.deepEqual([publishing, authorization], [undefined, undefined])
  assert.equal(composeUrl?.({ text: 'A text', title: 'A title', target: {} }), 'https://editor.csdn.net/md/')
})

test('its title has 5 to 100 letters', () => {
  const check = (title: string) =>
    checkPost(csdnLimits, { text: '正文', title, target: {}, files: [] }).map(({ code }) => code)
  for (const letter of ['a', '😀', '汉', 'ع']) {
    assert.deepEqual(check(letter.repeat(4)), ['text_too_short'])
    assert.deepEqual(check(letter.repeat(5)), [])
    assert.deepEqual(check(letter.repeat(100)), [])
    assert.deepEqual(check(letter.repeat(101)), ['text_too_long'])
  }
})
