import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hashRecoveryCode, makeCodeSalt, makeRecoveryCodes } from './recovery-codes.ts'

test('there are ten recovery codes, none like another', () => {
  const codes = makeRecoveryCodes()
  assert.equal(new Set(codes).size, 10)
  for (const code of codes) assert.match(code, /^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){2}$/)
})

test('a recovery code is the same however it is typed', async () => {
  const salt = makeCodeSalt()
  const hash = await hashRecoveryCode('0123-4567-89AB', salt)
  for (const typed of ['0123456789ab', ' o123 4567 89ab ', 'OI23-4567-89AB', '0l23–4567–89AB'])
    assert.equal(await hashRecoveryCode(typed, salt), hash, typed)
  for (const typed of ['', '0123-4567-89AC', '0123-4567'])
    assert.notEqual(await hashRecoveryCode(typed, salt), hash)
  assert.notEqual(await hashRecoveryCode('0123-4567-89AB', makeCodeSalt()), hash)
})
