import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { findTotpStep, makeTotpSecret, totpUri } from './totp.ts'

// The key of the examples in RFC 6238, appendix B, and the last six of their eight digits.
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
const examples = [
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
] as const

describe('the code of an authenticator app', () => {
  test('is that of RFC 6238, and names its step', () => {
    for (const [second, code] of examples)
      assert.equal(findTotpStep(secret, code, new Date(second * 1000)), Math.floor(second / 30))
  })

  test('may be typed with spaces, and in other digits of the same value', () => {
    const now = new Date(59_000)
    for (const typed of ['287 082', ' 287082 ', '287-082', '２８７０８２'])
      assert.ok(findTotpStep(secret, typed, now))
  })

  test('may be half a minute early or late, and no more', () => {
    const [second, code] = examples[3]
    const at = (seconds: number) => findTotpStep(secret, code, new Date((second + seconds) * 1000))
    for (const seconds of [-30, 0, 30]) assert.equal(at(seconds), Math.floor(second / 30), `${seconds} s`)
    for (const seconds of [-90, -60, 60, 90]) assert.equal(at(seconds), undefined, `${seconds} s`)
  })

  test('is no other text', () => {
    for (const text of ['', '28708', '2870821', '287083', 'abcdef', '🎉'.repeat(6), '-287082.0', 'NaN'])
      assert.equal(findTotpStep(secret, text, new Date(59_000)), undefined, text)
  })
})

test('the key of an authenticator app is random, and its address says whose it is', () => {
  const [first, second] = [makeTotpSecret(), makeTotpSecret()]
  assert.match(first, /^[A-Z2-7]{32}$/)
  assert.notEqual(first, second)
  const uri = new URL(totpUri(first, { issuer: 'Firmeza & Co', username: 'ana:b' }))
  assert.equal(uri.protocol, 'otpauth:')
  assert.equal(uri.host, 'totp')
  assert.equal(uri.searchParams.get('issuer'), 'Firmeza & Co')
  assert.equal(uri.searchParams.get('secret'), first)
})
