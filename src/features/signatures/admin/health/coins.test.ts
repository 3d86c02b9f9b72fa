import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatCoins } from './coins.ts'

const plain = (text: string) => text.replace(/[\u2066\u2069]/g, '').replaceAll('\u00a0', ' ')

test('amounts have six digits at most, however small or large, in the digits of a language', () => {
  assert.equal(plain(formatCoins('0.000123456789012345', 'ETH', 'en')), '0.000123457 ETH')
  assert.equal(plain(formatCoins('0', 'ETH', 'de')), '0 ETH')
  assert.equal(plain(formatCoins('1234567.25', 'POL', 'de')), '1.234.570 POL')
  assert.equal(plain(formatCoins('0.05', 'ETH', 'es')), '0,05 ETH')
  assert.match(formatCoins('0.05', 'ETH', 'ar'), /^\u2066.*\u00a0ETH\u2069$/)
})
