import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countWords } from './word-count.ts'

test('words are counted by the rules of each language', () => {
  assert.equal(countWords('', 'es'), 0)
  assert.equal(countWords(' \n — … ', 'es'), 0)
  assert.equal(countWords('¿Pruebas, no monedas? ¡100 %!', 'es'), 4)
  assert.equal(countWords('我们出售证明', 'zh'), 3)
  assert.equal(countWords('أدلة لا عملات', 'ar'), 3)
  assert.equal(countWords('प्रमाण, सिक्के नहीं', 'hi'), 3)
  assert.equal(countWords('l’identité est là', 'fr'), 3)
})
