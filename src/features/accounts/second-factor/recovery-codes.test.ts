import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hashRecoveryCode, makeRecoveryCodes } from './recovery-codes.ts'

test('there are ten recovery codes, none like another', () => {
  const codes = makeRecoveryCodes()
  assert.equal(new Set(codes).size, 10)
  for (const code of codes) assert.match(code, /^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){3}$/)
})

test('a recovery code is the same however it is typed', () => {
  const hash = hashRecoveryCode('0123-4567-89AB-CDEF')
  for (const typed of [
    '0123456789abcdef',
    ' o123 4567 89ab cdef ',
    'OI23-4567-89AB-CDEF',
    '0l23–4567–89AB–CDEF',
  ])
    assert.equal(hashRecoveryCode(typed), hash, typed)
  for (const typed of ['', '0123-4567-89AB-CDEG', '0123-4567-89AB'])
    assert.notEqual(hashRecoveryCode(typed), hash)
})
