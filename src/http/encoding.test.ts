import assert from 'node:assert/strict'
import { test } from 'node:test'
import { preferredEncoding } from './encoding.ts'

const cases: [header: string | undefined, encoding: string][] = [
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip, deflate', 'gzip'],
  ['br;q=0.5, gzip;q=0.9', 'gzip'],
  ['GZIP;Q=0.5', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['*', 'br'],
  ['*;q=0.1, br;q=0', 'gzip'],
  ['gzip;q=0, br;q=0', 'identity'],
  ['identity', 'identity'],
  ['br;q=abc', 'identity'],
  ['', 'identity'],
  [undefined, 'identity'],
]
for (const [header, encoding] of cases) {
  test(`Accept-Encoding ${JSON.stringify(header)} is answered in ${encoding}`, () => {
    // Twice, because the second answer is remembered.
    assert.equal(preferredEncoding(header), encoding)
    assert.equal(preferredEncoding(header), encoding)
  })
}
