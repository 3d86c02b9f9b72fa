import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { encryptedRows } from '../src/encrypted-rows.ts'

test('rotate-keys renews what is encrypted for each purpose', () => {
  const ciphers = globSync('src/**/*.ts', {
    exclude: ['**/*.test.ts', 'src/platform/secrets/encrypted-rows.ts'],
  }).flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/encryption\.cipher\((?<purpose>[^)]*)\)/g)].map(
      ({ groups }) => groups?.purpose,
    ),
  )
  assert.ok(
    ciphers.every((purpose) => /^\w+Purpose$/.test(purpose ?? '')),
    `constants, not ${ciphers}`,
  )
  assert.equal(new Set(encryptedRows.map(({ purpose }) => purpose)).size, new Set(ciphers).size, `${ciphers}`)
})
