import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listPageNumbers } from './page-numbers.ts'

test('a list links to its first and last pages and to those beside the present one', () => {
  assert.deepEqual(listPageNumbers(1, 1), [1])
  assert.deepEqual(listPageNumbers(1, 3), [1, 2, 3])
  assert.deepEqual(listPageNumbers(1, 90), [1, 2, 'gap', 90])
  assert.deepEqual(listPageNumbers(4, 90), [1, 2, 3, 4, 5, 'gap', 90])
  assert.deepEqual(listPageNumbers(45, 90), [1, 'gap', 44, 45, 46, 'gap', 90])
  assert.deepEqual(listPageNumbers(90, 90), [1, 'gap', 89, 90])
})
