import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findLimitFault, type LimitFault, writeLimitFault } from './model.ts'

const fault = (params: LimitFault['params'], code: LimitFault['code'] = 'file_type'): LimitFault => ({
  ...{ field: 'files.0', code, params },
})

test('a fault that is stored with a post is read as it was, whatever its words are', () => {
  for (const params of [
    {},
    { limit: 280, length: 1312 },
    { limit: 0.5 },
    { type: 'image/svg+xml; charset="a&b=c?d#e%20f"' },
    { type: ' ' },
    { type: '' },
    { type: 'línea\nsegunda 👋🏽 مرحبا 你好' },
    { type: 'x'.repeat(5_000), limit: 3 },
    { 'a&b': '=', __proto: 'x' },
    { type: '\0' },
  ])
    assert.deepEqual(findLimitFault(writeLimitFault(fault(params))), { code: 'file_type', params })
})

test('what is stored can be stored: neither NUL nor half a letter is in it', () => {
  const stored = writeLimitFault(fault({ type: '\0\ud800' }))
  assert.ok(stored.isWellFormed() && !stored.includes('\0'), stored)
})

test('what a platform has said is no fault of ours', () => {
  for (const sentence of [
    '',
    'limits',
    'limits.text_too_long',
    'limits.unheard_of?limit=3',
    ' limits.text_too_long?limit=3',
    'The limits.text_too_long?limit=3',
    'limits.constructor?a=b',
  ])
    assert.equal(findLimitFault(sentence), undefined, sentence)
})
