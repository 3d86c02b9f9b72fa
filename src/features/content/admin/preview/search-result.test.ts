import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fitToWidth, listBreadcrumb } from './search-result.ts'

// Every letter is ten pixels wide.
const measure = (text: string) => [...text].length * 10

test('a text that fits is shown whole', () => {
  assert.deepEqual(fitToWidth('  Pruebas,\n no monedas ', 190, 'es', measure), {
    text: 'Pruebas, no monedas',
    isCut: false,
  })
})

test('a longer one ends after a whole word', () => {
  assert.deepEqual(fitToWidth('Pruebas, no monedas', 150, 'es', measure), {
    text: 'Pruebas, no …',
    isCut: true,
  })
  assert.equal(fitToWidth('إثباتات، لا عملات', 120, 'ar', measure).text, 'إثباتات …')
})

test('a script without spaces is cut between its words, a single long word within', () => {
  const chinese = fitToWidth('证明身份而不公开身份', 80, 'zh', measure)
  assert.equal(chinese.isCut, true)
  assert.ok(measure(chinese.text) <= 80 && chinese.text.length > 3, chinese.text)
  assert.equal(fitToWidth('Donaudampfschifffahrt', 100, 'de', measure).text, 'Donaudam …')
  assert.equal(fitToWidth('👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦', 100, 'en', measure).text, '👩‍👩‍👧‍👦 …')
})

test('an address is read from its host to its last folder', () => {
  assert.deepEqual(listBreadcrumb('https://firmeza.example/es/use-cases/identity'), [
    'firmeza.example',
    'es',
    'use-cases',
    'identity',
  ])
  assert.deepEqual(listBreadcrumb('http://localhost:3000/ar/'), ['localhost:3000', 'ar'])
})
