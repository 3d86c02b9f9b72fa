import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createEncryption, DecryptionError } from './encryption.ts'

const secret = 'a secret that only the tests know of'
const cipher = createEncryption({ current: secret, earlier: [] }).cipher('accounts.totp')

describe('an encrypted text', () => {
  test('is read again with the same secret, purpose and context, in another process too', () => {
    for (const text of ['', 'JBSWY3DPEHPK3PXP', 'ñ 漢字 🎉', 'x'.repeat(10_000)]) {
      const stored = cipher.encrypt(text, 'row 1')
      assert.match(stored, /^v1\.[\w-]+$/)
      assert.equal(
        createEncryption({ current: secret, earlier: [] }).cipher('accounts.totp').decrypt(stored, 'row 1'),
        text,
      )
    }
  })

  test('is another one each time, and tells nothing of the text', () => {
    const [first, second] = [cipher.encrypt('the same', 'row'), cipher.encrypt('the same', 'row')]
    assert.notEqual(first, second)
    assert.ok(!Buffer.from(first.slice(3), 'base64url').includes('same'))
  })

  test('cannot be read with another secret, for another purpose or in another row', () => {
    const stored = cipher.encrypt('JBSWY3DPEHPK3PXP', 'row 1')
    const other = createEncryption({ current: 'another secret of thirty-two letters', earlier: [] })
    assert.throws(() => other.cipher('accounts.totp').decrypt(stored, 'row 1'), DecryptionError)
    const webhooks = createEncryption({ current: secret, earlier: [] }).cipher('webhooks')
    assert.throws(() => webhooks.decrypt(stored, 'row 1'), DecryptionError)
    assert.throws(() => cipher.decrypt(stored, 'row 2'), DecryptionError)
  })

  test('is read with an earlier secret too, and encrypted with the present one only', () => {
    const later = 'the secret that came after, which is long'
    const both = createEncryption({ current: later, earlier: ['x'.repeat(32), secret] }).cipher(
      'accounts.totp',
    )
    assert.equal(both.decrypt(cipher.encrypt('JBSWY3DPEHPK3PXP', 'row 1'), 'row 1'), 'JBSWY3DPEHPK3PXP')
    assert.throws(() => both.decrypt(cipher.encrypt('JBSWY3DPEHPK3PXP', 'row 1'), 'row 2'), DecryptionError)
    const renewed = both.encrypt('JBSWY3DPEHPK3PXP', 'row 1')
    assert.throws(() => cipher.decrypt(renewed, 'row 1'), DecryptionError)
    const alone = createEncryption({ current: later, earlier: [] }).cipher('accounts.totp')
    assert.equal(alone.decrypt(renewed, 'row 1'), 'JBSWY3DPEHPK3PXP')
  })

  test('cannot be read after a change of any byte, or cut off', () => {
    const stored = cipher.encrypt('secret', 'row')
    const bytes = Buffer.from(stored.slice(3), 'base64url')
    for (let index = 0; index < bytes.length; index++) {
      const changed = Buffer.from(bytes)
      changed[index] = (changed[index] ?? 0) ^ 1
      assert.throws(() => cipher.decrypt(`v1.${changed.toString('base64url')}`, 'row'), DecryptionError)
      const short = bytes.subarray(0, index).toString('base64url')
      assert.throws(() => cipher.decrypt(`v1.${short}`, 'row'), DecryptionError)
    }
    for (const strange of ['', 'v1', 'v1.', `v2${stored.slice(2)}`, 'plain text', '{}'])
      assert.throws(() => cipher.decrypt(strange, 'row'), DecryptionError)
  })
})
