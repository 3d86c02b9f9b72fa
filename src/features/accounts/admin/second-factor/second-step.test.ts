import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isCompleteCode, readPasskeyQuestion, readSecondStep } from './second-step.ts'

const code = 'second_factor_required'
const passkey = {
  challenge: 'c',
  rpId: 'localhost',
  timeout: 1,
  allowCredentials: [],
  userVerification: 'preferred',
}

test('a refusal asks for a second step with its code, a challenge and a known method', () => {
  const asked = readSecondStep({
    code,
    challenge: 'x',
    methods: ['totp', 'passkey', 'recovery_code'],
    passkey,
  })
  assert.deepEqual(asked, { challenge: 'x', methods: ['totp', 'passkey', 'recovery_code'], passkey })
  for (const members of [
    {},
    { code: 'login_failed', challenge: 'x', methods: ['totp'] },
    { code, challenge: 1, methods: ['totp'] },
    { code, challenge: 'x', methods: 'totp' },
    { code, challenge: 'x', methods: [] },
    { code, challenge: 'x', methods: ['smoke signals'] },
    { code, challenge: 'x', methods: ['passkey'], passkey: {} },
  ])
    assert.equal(readSecondStep(members), undefined, JSON.stringify(members))
})

test('a method that a newer server knows is left out, and so is a passkey without a request', () => {
  const asked = readSecondStep({ code, challenge: 'x', methods: ['new', 'passkey', 'totp'] })
  assert.deepEqual(asked?.methods, ['totp'])
})

test('a question for a passkey has a challenge and a request', () => {
  assert.deepEqual(readPasskeyQuestion({ challenge: 'x', passkey }), { challenge: 'x', passkey })
  for (const body of [undefined, null, 'x', {}, { challenge: 'x' }, { challenge: 1, passkey }])
    assert.equal(readPasskeyQuestion(body), undefined)
})

test('a code of six digits is complete', () => {
  for (const text of ['123456', '123 456', ' 123456', '１２３４５６']) assert.ok(isCompleteCode(text), text)
  for (const text of ['', '12345', '1234567', '12345a', '123-456']) assert.ok(!isCompleteCode(text), text)
})
